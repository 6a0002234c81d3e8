"""What an exchange did, in a sentence."""

from memtui.domain.counting import plural
from memtui.sync.exchanged import Exchanged


def outcome(done: Exchanged) -> str:
    """Return what an exchange did, and what could not be taken."""
    parts = []
    if done.changed:
        parts.append(f"{plural(done.changed)} new or changed by other machines")
    if done.erased:
        parts.append(f"{plural(done.erased)} purged there and here")
    if done.sent:
        parts.append(f"told the others ({done.sent_bytes / 1000:,.1f} KB)")
    nothing = "nothing changed here" if done.taken else "in step: nothing to tell, nothing new"
    sentence = "; ".join(parts) or nothing
    if done.withheld:
        sentence += (
            f". {plural(done.withheld)} stayed here: they look like secrets, or are longer than a team takes"
        )
    if done.clashes:
        sentence += f". {plural(done.clashes, 'clash')} of two machines in Review"
    for name, trouble in done.troubles.items():
        sentence += f". {name}: {trouble}"
    return f"{sentence[0].upper()}{sentence[1:]}."
