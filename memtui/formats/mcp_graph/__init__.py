"""The knowledge graph of the MCP reference memory server."""
