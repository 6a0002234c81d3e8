"""Settings, paths and the clock: what the environment and one TOML file say. Used by every face.

`settings` holds the records, `reading` fills them from the file, `writing` makes and edits the
file, `places` knows where things are.
"""

from memtui.config.places import clock, config_path, prompts_beside, store_path
from memtui.config.reading import Loaded, load
from memtui.config.settings import Settings
from memtui.config.values import ConfigError, SettingRefused

__all__ = [
    "ConfigError",
    "Loaded",
    "SettingRefused",
    "Settings",
    "clock",
    "config_path",
    "load",
    "prompts_beside",
    "store_path",
]
