"""Examples read from files: which files they are in, and one error for all that is wrong."""

from os import PathLike
from typing import Any

from attrs import evolve, fields_dict, frozen

from palace.bundled import EXAMPLES_SUFFIX
from palace.documents import Document, Source, read_document, why_no_file
from palace.errors import Problem, VariantError
from palace.examples.example import Example, Examples, SeatZones
from palace.examples.mistakes import mistakes, mistakes_of_rest
from palace.files import find, folder_of, load_source, require_rules, variant_of
from palace.reading import Unread, readable, structure
from palace.variant import Variant
from palace.wording import PLAIN, shown


@frozen
class _File:
    variant: str | None = None
    examples: tuple[Any, ...] = ()


def load_examples(name_or_path: "str | PathLike[str]") -> Examples:
    """Load the examples of a file, or of a preset; a variant's are in its file and beside it.

    Args:
        name_or_path: a variant file, with examples inside or in a file beside it whose name ends
            in `.examples.toml`; a file of examples that names its `variant`; or a preset's name.

    Returns:
        The variant, and its examples in the order of the files; there may be none.

    Raises:
        VariantError: a file cannot be read, or something is wrong in it: an unknown key, an empty
            `then`, a card placed twice, a move that cannot be read, ...; with paths.
    """
    source = find(name_or_path)
    return examples_of(read_document(source), source)


def examples_of(read: Document, source: Source) -> Examples:
    """The examples of a file that was read; see `load_examples`."""
    require_rules(read)
    if "variant" in read.raw or read.raw.keys() == {"examples"}:
        return _load(read, source)
    variant, wrong = None, tuple[Problem, ...]()
    try:
        variant = variant_of(read, source)
    except VariantError as error:
        wrong = error.problems
    inside = evolve(read, raw={"examples": read.raw.get("examples", [])})
    found = _examples(variant, inside, wrong)
    beside = folder_of(source).joinpath(source.name.removesuffix(".toml") + EXAMPLES_SUFFIX)
    if why_no_file(beside) is None:
        others = _load(read_document(beside), beside)
        if others.variant != variant:
            message = f"it is not {source.name}, beside which this file lies"
            raise VariantError((Problem("variant", message, str(beside)),))
        found += others.examples
    return Examples(variant, found)  # type: ignore[arg-type] # without one it was refused


def _load(read: Document, source: Source) -> Examples:
    """The examples of a file that names its variant."""
    raw, variant, wrong = read.raw, None, list[Problem]()
    named = raw.get("variant")
    if named is None:
        message = "it is missing: write variant = \"...\", a preset's name or a file's path"
        wrong.append(Problem("variant", message))
    elif isinstance(named, str):
        try:
            variant = load_source(find(named, folder_of(source)))
        except VariantError as error:
            unusable = f"{shown(named)} cannot be loaded"
            wrong += [Problem("variant", f"{unusable}: {each}") for each in error.problems]
    if raw.get("examples", []) == []:
        wrong.append(Problem("examples", "there are none: write [[examples]]"))
    examples = _examples(variant, read, tuple(wrong))
    return Examples(variant, examples)  # type: ignore[arg-type] # without one nothing was read


def _told(problem: Problem) -> str:
    """The message of a problem in an example, with what its author is likely to have meant."""
    *above, key = problem.path.split(".")
    if not problem.message.startswith("unknown key"):
        return _of_cards(problem)
    unknown = problem.message.partition(";")[0]
    if key in fields_dict(SeatZones) and above in ([], ["then"]):
        return f"{unknown}; write it in a seat, as in seats = [{{ {key} = ... }}]"
    if above == ["then"] and key in fields_dict(Example):
        return f"{unknown}; it stands beside then, above [examples.then]"
    return problem.message


_OF_CARDS = ("pile", "stock", "burned", "deck", "hand", "face_up", "face_down", "cards")
"""The keys that list cards; who writes a number there means how many there are."""


def _of_cards(problem: Problem) -> str:
    """The message of a problem; of a number where cards stand it says that they are named."""
    number, _, wrong = problem.message.partition(" ")
    key = problem.path.rpartition(".")[2]
    if key not in _OF_CARDS or wrong != PLAIN[str] or not number.isdigit():
        return problem.message
    return f'{number} is no text: name each card, in quotes, as in "7D 7S"'


def _examples(
    variant: Variant | None, read: Document, wrong: tuple[Problem, ...] = ()
) -> tuple[Example, ...]:
    """The examples of a file, or one error that lists what is wrong in all of them, and before."""
    file, problems, _ = readable(read.raw, _File)
    found = [*wrong, *problems]
    examples = []
    for number, table in enumerate(file.examples):
        example, path = structure(table, Example), f"examples[{number}]"
        if isinstance(example, Unread):
            wrong_here = [(f".{each.path}".rstrip("."), _told(each)) for each in example.problems]
            wrong_here += mistakes_of_rest(example.rest)
        else:
            examples.append(example)
            wrong_here = list(mistakes(variant, example))
        found += [Problem(path + below, message) for below, message in wrong_here]
    if found:
        raise VariantError(read.placed(tuple(found)))
    return tuple(examples)
