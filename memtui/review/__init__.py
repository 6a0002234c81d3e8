"""The review pass and its queue: what is proposed, how a person decides, and what is learned from that."""
