"""The commands and their arguments. What each does is in a module imported when it is used."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from . import DEFAULT_GAME, PROGRAM, suggesting
from .errors import guarded, in_one_sentence
from .numbers import number

app = typer.Typer(
    name=PROGRAM,
    help="Board games as text files: play them, watch bots play, check and explain their rules.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="PACK,...",
        help="Packs to play with: their names or paths. Repeatable.",
        autocompletion=suggesting.pack_names,
    ),
]
GameName = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game: its name or the path of its folder; by default what the packs extend, "
        f"and without packs {DEFAULT_GAME}.",
        autocompletion=suggesting.game_names,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar='"NAME=yes"', help="An option of the game, yes or no. Repeatable."
    ),
]
PLAYERS = number("--players", "How many; by default as many as can.")
BOTS = typer.Option(
    "--bots",
    metavar="NAME,...",
    help="Bots for the seats, in turn, such as calm or sensible; for your own the name of a "
    "module in this folder, or module:Class.",
    autocompletion=suggesting.bots,
)
Debug = Annotated[
    bool, typer.Option("--debug", help="Show the traceback where a bot of your own fails.")
]


def run() -> int:
    """The whole command line; the exit code."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return in_one_sentence(lambda: app(standalone_mode=False, prog_name=PROGRAM))


def _open_what_is_closed() -> None:
    """A program may be started without the usual streams: nothing is read or written then."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _main(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Board games as text files: play them, watch bots play, check and explain their rules."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
@guarded
def play(
    context: typer.Context,
    *,
    players: Annotated[int | None, PLAYERS] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="1=human",
            help="Who has a seat: human or a bot. Repeatable.",
            autocompletion=suggesting.seats,
        ),
    ] = None,
    names: Annotated[
        str,
        typer.Option("--names", metavar="NAME,...", help="What the players are called, in turn."),
    ] = "",
    bots: Annotated[str | None, BOTS] = None,
    seed: Annotated[
        int | None, number("--seed", "What decides everything random; else it differs.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the game is saved.")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Save there even if the file is there already.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    each_step: Annotated[
        bool | None,
        typer.Option(
            "--each-step/--no-each-step",
            help="Ask also where there is only one option; by default where answers are not typed.",
        ),
    ] = None,
    reminders: Annotated[
        bool,
        typer.Option(
            "--reminders/--no-reminders",
            help="Remind of what is left undone: who stays idle, exchanges that were not used.",
        ),
    ] = True,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Line after line instead of one screen for each question."),
    ] = False,
    with_: With = None,
    option: Options = None,
    game: GameName = None,
    debug: Debug = False,  # noqa: ARG001 what guards the command looks at it
) -> None:
    """Play a game, alone against bots or with others at one screen; or watch bots play it.

    Without a human seat the bots play it to the end, and a log tells what they do. Without any
    argument it asks what to play, and who.
    """
    from .playing import begin_to_play, play_game
    from .table.wanted import Wanted

    sources = [context.get_parameter_source(name) for name in context.params]
    if all(source is not None and source.name == "DEFAULT" for source in sources):
        begin_to_play()
        return
    wanted = Wanted(
        game=game,
        packs=with_ or (),
        players=players,
        seats=seat or (),
        names=names,
        bots=bots,
        seed=seed,
        options=option or (),
        save=save,
        resume=resume,
        overwrite=overwrite,
        each_step=each_step,
        reminders=reminders,
        plain=plain,
    )
    play_game(wanted)


@app.command()
@guarded
def simulate(
    *,
    games: Annotated[int, number("--games", "How many games.", 1)] = 100,
    players: Annotated[int | None, PLAYERS] = None,
    bots: Annotated[str, BOTS] = "calm",
    seed: Annotated[int, number("--seed", "The seed of the first game.")] = 0,
    anytime: Annotated[
        bool,
        typer.Option(
            "--anytime/--no-anytime",
            help="May random and calm bots use exchanges that are not needed?",
        ),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check the promises of the engine at every step.")
    ] = False,
    with_: With = None,
    option: Options = None,
    game: GameName = None,
    debug: Debug = False,  # noqa: ARG001 what guards the command looks at it
) -> None:
    """Let bots play many games, and say how fast it went and how they ended."""
    from .arguments import chosen_options, rules_of
    from .simulating import Simulation, simulate_games
    from .table.seating import seats_at

    rules = rules_of(game, with_ or [])
    wanted = Simulation(
        rules,
        seats_at(rules, players, []),
        games,
        bots,
        seed,
        chosen_options(option or []),
        anytime,
        verify,
    )
    raise typer.Exit(simulate_games(wanted, as_json))


@app.command()
@guarded
def check(
    *,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Folders or rule files.")],
    output: Annotated[
        str, typer.Option("--format", metavar="text|json", help="How the findings are printed.")
    ] = "text",
    examples: Annotated[
        bool, typer.Option("--examples", help="Run the examples in the rules as well.")
    ] = False,
    mutate: Annotated[
        bool,
        typer.Option("--mutate", help="Change each line a little: which have no example?"),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a rule file is saved.")
    ] = False,
    with_: With = None,
) -> None:
    """Find what is wrong in rule files. The exit code is 1 if something is.

    With other packs: what is wrong where each of the paths is played together with them.
    """
    from .texts.checking import check_paths, watch_paths

    if mutate:
        from .measuring.mutating import mutate_paths

        raise typer.Exit(mutate_paths(paths, with_ or [], output))
    checked = watch_paths if watch else check_paths
    raise typer.Exit(checked(paths, with_ or [], output, examples))


@app.command()
@guarded
def cover(
    *,
    path: Annotated[str, typer.Argument(metavar="PACK", help="A pack: its name or path.")],
    output: Annotated[
        str, typer.Option("--format", metavar="text|json|marks", help="How it is printed.")
    ] = "text",
    walks: Annotated[int, number("--walks", "How many random walks.", 1)] = 200,
    seed: Annotated[int, number("--seed", "Which ones.")] = 0,
    whole: Annotated[
        bool, typer.Option("--whole", help="The lines of what it extends, too.")
    ] = False,
    with_: With = None,
) -> None:
    """Say which lines of a pack do nothing in its examples and in random games.

    The exit code is 1 if there are any. As marks, each line stands behind the initials of what it
    has done: fired, asked, offered, chosen, paid, scored; + came into play, and ! is nothing.
    """
    from .measuring.covering import cover_pack

    code = cover_pack(path, with_ or [], output, examples=walks, seed=seed, whole=whole)
    raise typer.Exit(code)


@app.command()
@guarded
def show(
    *,
    name: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="What is to be explained.")
    ] = None,
    with_: With = None,
    game: GameName = None,
) -> None:
    """Say how the engine understands a part of the rules; without a name, list all parts."""
    from .arguments import rules_of
    from .texts.showing import show_name

    show_name(rules_of(game, with_ or []), " ".join(name or []))


@app.command()
@guarded
def ledger(
    *,
    name: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="What is to be balanced.")
    ] = None,
    with_: With = None,
    game: GameName = None,
) -> None:
    """Say what a part of the rules moves, from whom to whom; without a name, of every good."""
    from .arguments import rules_of
    from .texts.showing import show_ledger

    show_ledger(rules_of(game, with_ or []), " ".join(name or []))


@app.command()
@guarded
def explain(
    *,
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="The code of a finding, such as E512.")
    ] = "",
) -> None:
    """Say what a finding of check means and what to do about it; without a code, list them all."""
    from .texts.checking import explain_code

    explain_code(code)


@app.command()
@guarded
def diff(
    *,
    base: Annotated[
        str, typer.Argument(metavar="BASE", help="A game or pack: its name or path.")
    ] = DEFAULT_GAME,
    with_: With = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a list in JSON.")] = False,
) -> None:
    """Say what packs do to rules: what they add, remove and change, in words."""
    from .texts.diffing import diff_packs

    diff_packs(base, with_ or [], as_json)


@app.command()
@guarded
def replay(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    until: Annotated[int | None, number("--until", "Stop after N choices.", 0)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only how it ends.")] = False,
    with_: With = None,
    game: GameName = None,
) -> None:
    """Play a saved game again, step by step, and tell what happens."""
    from .arguments import rules_of
    from .replaying import replay_file

    rules: Any = rules_of(game, with_ or []) if with_ or game is not None else None
    replay_file(file, rules, until, quiet)


@app.command()
@guarded
def serve(
    *,
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            help="A pack, or a folder of packs; else the browser keeps them.",
        ),
    ] = None,
    port: Annotated[
        int | None, number("--port", "Where it listens; 0: anywhere.", 0, 65535)
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only say the address, and open nothing.")
    ] = False,
) -> None:
    """Write rules in a browser, see them checked as you type, and play them against bots."""
    from .serving import serve_folder

    serve_folder(folder, port, not no_browser)
