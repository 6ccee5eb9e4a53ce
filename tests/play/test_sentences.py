"""What an action does, in words."""

from ruche import Position
from ruche.play.playthrough import Playthrough


def test_chosen_pieces_of_a_kind_are_counted() -> None:  # V0d
    game = Playthrough(Position("Venom+Fixed"))
    step = game.play("faces wF1 wY1 wY2 wY3")
    assert step.sentence.say("en") == "White shows these second faces: a firefly, a fly ×3"
    assert step.sentence.say("fr").endswith("ces secondes faces\u202f: une luciole, une mouche ×3")
