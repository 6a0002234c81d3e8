"""The hooks that agents run: `memtui hook EVENT` leaves a job for the worker, or tells what is known.

`entry` is the process: it reads stdin, ends within seconds whatever happens, and always exits with 0.
`events` says what each event does, `injecting` what an agent is told, `counting` when a look at a session
is due. All of it runs on the standard library, because an agent waits for it.
"""
