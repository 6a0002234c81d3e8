"""The MCP server: what an agent may do with the store. It adds, recalls, proposes, and approves nothing."""
