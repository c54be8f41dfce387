"""The heap while a model is asked."""

import gc

import pytest

from assets.heap import settled_heap


def test_what_exists_is_left_out_of_collections_and_comes_back_afterwards():
    """Also when the block ends with an exception."""
    assert gc.get_freeze_count() == 0
    frozen = []

    def failing():
        with settled_heap():
            frozen.append(gc.get_freeze_count())
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0


def test_garbage_of_the_block_itself_is_collected():
    """Only what was there before is left alone."""

    class Ring:
        pass

    with settled_heap():
        ring = Ring()
        ring.itself = ring
        del ring
        assert gc.collect() > 0


def test_what_somebody_else_froze_stays_frozen():
    """A server that froze its heap before it forked finds it as it was."""
    gc.freeze()
    try:
        held = gc.get_freeze_count()
        with settled_heap():
            assert gc.get_freeze_count() >= held
        assert gc.get_freeze_count() >= held
    finally:
        gc.unfreeze()
