"""Why an action is refused: the rule's id and a sentence for players in each language."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruche import words
from ruche.rules.pieces import Piece


@dataclass(frozen=True)
class Reason:
    """A refusal. `key` names the sentence `reason.<key>` of the catalogue, `rule` the rule it rests on."""

    key: str
    rule: str
    values: dict[str, object] = field(default_factory=dict)

    def say(self, language: str = "en") -> str:
        """Return the sentence for players; pieces among the values are named in the language."""
        values: dict[str, object] = {}
        for name, value in self.values.items():
            if isinstance(value, Piece):
                for form in ("the", "this", "a"):
                    values[f"{form}_{name}"] = words.say(f"bug_{form}.{value.bug.name}", language)
                values[f"e_{name}"] = words.say(f"bug_e.{value.bug.name}", language)  # French agreement
                values[name] = value.name
            else:
                values[name] = value
        sentence = words.say(f"reason.{self.key}", language, **values)
        return sentence[0].upper() + sentence[1:]
