"""What of an instruction file is a record when it is changed."""

from memtui.formats.ground.markdown import Block
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.instructions.reading import is_import


class InstructionLayout(RecordLayout):
    """The statements of an instruction file; imports and unfilled places of templates are no records."""

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return super().is_record(block) and not is_import(block)
