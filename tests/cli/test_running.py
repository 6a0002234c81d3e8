"""What a person can do while a long change runs on the command line."""

import signal

import pytest

from memtui.cli.running import Running


def test_ctrl_c_before_the_first_step_ends_it_on_the_spot() -> None:
    with Running("extract") as running:
        running.prepares("cutting the text into windows")
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_ctrl_c_between_two_steps_is_told_to_what_runs() -> None:
    with Running("extract") as running:
        running.prepares("cutting the text into windows")
        running.stage("reading", 0, 3)
        signal.raise_signal(signal.SIGINT)
        assert running.cancelled()
