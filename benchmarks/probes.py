"""Pairs of statements that look alike and say different things: none of them may be taken for a duplicate.

Written before the model that they judge, and not among what it learns from.
"""

_WRITTEN = """
Anna is allergic to chicken | Anna is allergic to pork
Ben is a vegetarian | Ben is a vegan
Little experience with Kubernetes on the team | Great experience with Kubernetes on the team
The web server listens on 8080 and the api on 9090 | The web server listens on 9090 and the api on 8080
Run the linter in the deploy step | Run the linter after the deploy step
Secrets are read inside the container | Secrets are read outside the container
Write the changelog before tagging | Write the changelog after tagging
Carla reports to Dmitri | Dmitri reports to Carla
The importer calls the parser | The parser calls the importer
Tests must never touch the network | Tests must never touch the database
Use spaces in Python and tabs in Go | Use tabs in Python and spaces in Go
Backups are kept for 30 days | Backups are kept for 30 hours
The nightly job takes 20 minutes on staging | The nightly job takes 20 minutes on production
User accounts are deleted after a year | Customer accounts are deleted after a year
The update is free | The upgrade is free
Emma likes tea with milk | Emma likes tea without milk
Most endpoints need a token | All endpoints need a token
Only admins can export reports | Admins can export reports
Retries are off for uploads | Retries are off for downloads
The cache sits in front of the database | The cache sits behind the database
Felix moved from Berlin to Lyon | Felix moved from Lyon to Berlin
Ask before pushing to main | Ask after pushing to main
The report is due on Monday | The report is due on Thursday
Logs go to stdout | Logs go to stderr
Merge small pull requests without review | Merge small pull requests with review
Greta's sister lives in Oslo | Greta's cousin lives in Oslo
Set the timeout to 5 seconds for reads | Set the timeout to 5 seconds for writes
The first migration drops the table | The last migration drops the table
Hugo prefers short answers | Hugo prefers long answers
The header is sticky on mobile | The header is sticky on desktop
Ivy is taller than Jonas | Jonas is taller than Ivy
Prices are shown with tax | Prices are shown before tax
npm run test:unit runs the fast tests | npm run test:e2e runs the fast tests
The gateway waits for the worker | The gateway waits for the scheduler
Instance fields start with an underscore | Static fields start with an underscore
The queue is drained at start-up | The queue is drained at shutdown
Karla can work on Fridays | Karla can't work on Fridays
The old dashboard is public | The new dashboard is public
Errors are logged and swallowed | Errors are logged and raised
Lena bought a beef pie | Lena bought a chicken pie
"""
DIFFERENT = [(one, other) for one, other in (line.split(" | ") for line in _WRITTEN.strip().splitlines())]
"""Each two statements that say different things."""
