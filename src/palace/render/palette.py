"""The colours of a picture by what they are for, in the light and in the dark."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from palace.errors import PalaceError
from palace.wording import none_of

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""The colours of a picture: light, dark, or as the reader prefers."""

_ROLES: dict[str, dict[str, tuple[str, str]]] = {
    "felt": {"fill": ("#e3efe6", "#15211b")},
    "seat": {"fill": ("#f4f9f5", "#1f3027"), "stroke": ("#bcd2c2", "#37503f")},
    "turn": {"fill": ("#fff8e1", "#3a3419"), "stroke": ("#c98500", "#f2b84b")},
    "mark": {"fill": ("#9a6200", "#f2b84b")},
    "ink": {"fill": ("#17241b", "#e8efe9")},
    "soft": {"fill": ("#4b5e51", "#a9bdaf")},
    "line": {"fill": ("none", "none"), "stroke": ("#4b5e51", "#a9bdaf")},
    "pen": {"fill": ("none", "none"), "stroke": ("#17241b", "#e8efe9")},
    "slot": {"fill": ("none", "none"), "stroke": ("#9cb5a3", "#4d6856")},
    "card": {"fill": ("#ffffff", "#efece4"), "stroke": ("#8b968e", "#0b120e")},
    "lying": {"fill": ("#cfdcf0", "#b4c4de"), "stroke": ("#3f5f92", "#22375a")},
    "back": {"fill": ("#46689f", "#3d5c8f"), "stroke": ("#22375a", "#0b120e")},
    "lace": {"fill": ("none", "none"), "stroke": ("#c9d7ee", "#9fb4d8")},
    "red": {"fill": ("#bf1b2c", "#b81728")},
    "black": {"fill": ("#17191c", "#17191c")},
    "yes": {"fill": ("#a9d8b4", "#2f6b42"), "stroke": ("#e3efe6", "#15211b")},
    "some": {"fill": ("#f5dc96", "#6f5a17"), "stroke": ("#e3efe6", "#15211b")},
    "no": {"fill": ("#f4f9f5", "#1f3027"), "stroke": ("#e3efe6", "#15211b")},
}
"""What is painted, by its role: a light and a dark colour each for the fill and the stroke."""


@frozen
class Palette:
    """The classes and the style of one picture.

    All classes begin with a word that no page uses, and two pictures with the same classes have
    the same style, so pictures leave a page, and one another, as they are.

    Attributes:
        theme: which colours.
    """

    theme: Theme = "auto"

    def __getitem__(self, role: str) -> str:
        """The class of what has a role."""
        if role not in _ROLES:
            raise KeyError(role)
        return f"palace-{self.theme}-{role}"

    @property
    def style(self) -> str:
        """The style sheet."""
        if self.theme == "auto":
            return f"{self._rules(0)}@media (prefers-color-scheme:dark){{{self._rules(1)}}}"
        return self._rules(int(self.theme == "dark"))

    def _rules(self, dark: int) -> str:
        return "".join(
            f".{self[role]}{{{_declarations(colours, dark)}}}" for role, colours in _ROLES.items()
        )


def _declarations(colours: Mapping[str, tuple[str, str]], dark: int) -> str:
    return ";".join(f"{name}:{pair[dark]}" for name, pair in colours.items())


def palette(theme: str) -> Palette:
    """The palette of a theme.

    Raises:
        PalaceError: there is no such theme.
    """
    for known in get_args(Theme):
        if theme == known:
            return Palette(known)
    raise PalaceError(f"theme: {none_of(theme, get_args(Theme))}")
