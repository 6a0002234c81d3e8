"""The pictures to look through show every view in each size and look."""

from itertools import product

from memtui.tui.keys.views import ALL_VIEWS
from screenshots.every import LOOKS, pictures
from screenshots.make import SIZES


def test_every_view_has_a_picture_in_each_size_and_look() -> None:
    names = {picture.name for picture in pictures()}
    views = {str(view.id).replace("_", "-") for view in ALL_VIEWS}
    assert names == {f"{view}-{size}-{look}" for view, size, look in product(views, SIZES, LOOKS)}
