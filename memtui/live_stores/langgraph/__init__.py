"""LangGraph's store, in SQLite and in PostgreSQL."""
