"""The review pass and its queue: proposals, a person's verdicts on them, and what verdicts teach."""
