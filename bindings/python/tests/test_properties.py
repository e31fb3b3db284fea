# SPDX-License-Identifier: MIT
"""Properties of rules, games and texts on positions that Hypothesis draws, against slow_rules.py.

The same examples are drawn each time. For more and other ones:

    pytest bindings/python/tests/test_properties.py --hypothesis-profile thorough
"""

import itertools
import random

import pytest
import slow_rules
import tetress
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from slow_rules import CELLS, COLOURS, LAST_ACTION, SIZE, State
from tetress import Game, Move

MOVES = [Move(index) for index in range(2299)]
CELLS_OF = [frozenset(move.cells) for move in MOVES]
RULES_OF_A_SHAPE = ("out_of_range", "duplicate", "not_tetromino")


def examples(share):
    """So many times the examples of the profile; for properties that cost less or more."""
    return settings(max_examples=max(1, int(settings().max_examples * share)))


# ---- What is drawn -------------------------------------------------------------------------------

# The numbers of actions at which a rule changes are drawn as often as all others together.
plies = st.integers(0, LAST_ACTION) | st.sampled_from([0, 1, 2, 3, 30, 60, 90, 148, 149, 150])
seeds = st.integers(0, 2**32)


def without_full_lines(cells):
    """The cells without those of the diagonal that lie in a full row or column."""
    full = slow_rules.full_lines(cells)
    return {cell for cell in cells if cell not in full or cell[0] != cell[1]}


@st.composite
def drawn_states(draw):
    """Any tokens on an eighth to most of the board, often around the hole that a piece fills, which
    is where lines are emptied; any number of actions."""
    taken = draw(st.sampled_from([32, 64, 128, 128, 192, 224]))  # of 256
    numbers = draw(st.binary(min_size=len(CELLS), max_size=len(CELLS)))
    hole = draw(st.just(frozenset()) | st.sampled_from(CELLS_OF))
    cells = {c for c, number in zip(CELLS, numbers) if number >= 256 - taken and c not in hole}
    cells = without_full_lines(cells)
    tokens = {c: COLOURS[n % 2] for c, n in zip(CELLS, numbers) if c in cells}
    return State(tokens, draw(plies))


def play_at_random(game, seed, actions):
    rng = random.Random(seed)
    for _ in range(actions):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
    return game


def state_of(game):
    """The position of a game, read from its text."""
    rows, _, ply = game.text.split(" ")
    names = {"r": "red", "b": "blue"}
    letters = zip(CELLS, rows.replace("/", ""))
    return State({cell: names[c] for cell, c in letters if c in names}, int(ply))


def games_after(actions):
    return st.builds(lambda seed, count: play_at_random(Game(), seed, count), seeds, actions)


drawn_games = drawn_states().map(lambda state: Game.from_text(state.text))
games = games_after(st.integers(0, 60)) | drawn_games


@st.composite
def texts_of_moves(draw, move):
    """A move in either style, its cells in any order, with blanks wherever they are allowed."""
    blank = st.sampled_from(["", "", " ", "\t", "  "])
    cells = draw(st.permutations(move.cells))
    parts = [f"{draw(blank)}{r}{draw(blank)}-{draw(blank)}{c}{draw(blank)}" for r, c in cells]
    inner = ",".join(parts)
    return inner if draw(st.booleans()) else f"PLACE({inner})"


def cell_lists():
    """Four cells or nearly so, sometimes off the board, sometimes twice, sometimes a piece."""
    numbers = st.integers(0, SIZE - 1) | st.sampled_from([-1, SIZE, 2**31, -(2**40)])
    anything = st.lists(st.tuples(numbers, numbers), max_size=6)
    on_board = st.lists(st.sampled_from(CELLS), min_size=4, max_size=4)
    pieces = st.sampled_from(CELLS_OF).map(sorted).flatmap(st.permutations)
    repeated = pieces.map(lambda cells: cells[:3] + cells[:1])
    return st.one_of(pieces, pieces, pieces, pieces, repeated, anything, on_board)


def moves_that_fill(game, state):
    """The legal moves that empty lines: rare among all, and where rules are easily got wrong."""
    return [m for m in game.legal_moves() if slow_rules.full_lines({*state.tokens, *m.cells})]


def seen(game):
    """All that can be asked of a game."""
    return {
        "text": game.text,
        "hash": game.hash,
        "legal": game.legal_moves(),
        "mask": bytes(game.legal_mask()),
        "ply": game.ply,
        "turn": game.turn,
        "reason": game.reason,
        "winner": game.winner,
        "tokens": game.tokens,
        "mobility": {colour: game.mobility(colour) for colour in COLOURS},
        "bits": {colour: game.bits(colour) for colour in COLOURS},
        "history": game.history,
        "start_ply": game.start_ply,
    }


def assert_agrees(game, state):
    """The library's game says of itself what the slow one says."""
    legal = state.moves_of(state.turn)
    assert game.text == state.text
    assert (game.turn, game.ply) == (state.turn, state.ply)
    assert (game.reason, game.winner) == (state.reason, state.winner)
    assert game.over == (state.reason is not None)
    assert {CELLS_OF[move] for move in game.legal_moves()} == legal
    assert game.perft(1) == len(legal)
    for colour in COLOURS:
        cells = state.cells_of(colour)
        assert game.tokens[colour] == len(cells)
        assert game.bits(colour) == sum(1 << SIZE * row + column for row, column in cells)
        assert game.mobility(colour) == len(state.moves_of(colour))


def assert_one_set(game):
    """The four ways to ask what is legal agree."""
    moves = game.legal_moves()
    mask = game.legal_mask()
    assert moves == sorted(set(moves))
    assert [index for index in range(2299) if mask[index]] == moves
    assert [move for move in MOVES if game.is_legal(move)] == moves
    assert game.mobility(game.turn) == len(moves)


def assert_refused(game, cells, rule, among):
    """The cells are refused for that rule, as move, as check and, if they are a placement, as
    index and as text; each refusal names one of `among`, and nothing has changed."""
    before = seen(game)
    attempts = [lambda: game.play_cells(cells), lambda: game.check_cells(cells)]
    if frozenset(cells) in slow_rules.PLACEMENTS and len(cells) == 4:
        move = Move.from_cells(cells)
        attempts += [
            lambda: game.play(move),
            lambda: game.play(move.text),
            lambda: game.play(move.course_text),
        ]
        assert not game.is_legal(move)
    for attempt in attempts:
        with pytest.raises(tetress.IllegalMove) as refused:
            attempt()
        assert (refused.value.rule, type(refused.value) is tetress.GameOver) == (
            rule,
            rule == "game_over",
        )
        assert refused.value.cell in among
    assert seen(game) == before


# ---- Positions -----------------------------------------------------------------------------------


def test_the_slow_rules_know_2299_placements():
    assert set(CELLS_OF) == slow_rules.PLACEMENTS and len(slow_rules.PLACEMENTS) == 2299


@given(drawn_states())
def test_any_position_is_judged_as_the_slow_rules_judge_it(state):
    event(f"reason {state.reason}")
    game = Game.from_text(state.text)
    assert_agrees(game, state)
    assert_one_set(game)


@given(games)
def test_perft_is_the_sum_over_the_moves(game):
    moves = game.legal_moves()[:: 1 + game.mobility(game.turn) // 40]
    below = 0
    for move in moves:
        with game.copy() as child:
            child.play(move)
            below += child.perft(1)
            assert child.perft(1) == len(child.legal_moves())
    if len(moves) == game.perft(1):
        assert game.perft(2) == below


@given(games, st.data())
def test_after_a_move_the_slow_rules_see_the_same(game, data):
    assume(not game.over)
    state = state_of(game)
    filling = moves_that_fill(game, state)
    move = data.draw(st.sampled_from(filling or game.legal_moves()))
    event(f"fills a line: {bool(filling)}")
    game.play(move)
    assert_agrees(game, state.after(move.cells))
    assert game.hash == Game.from_text(game.text).hash


@given(games, seeds, st.integers(1, 30))
def test_undo_restores_everything(game, seed, actions):
    rng = random.Random(seed)
    before = []
    while not game.over and len(before) < actions:
        before.append((seen(game), rng.choice(game.legal_moves())))
        game.play(before[-1][1])
    last = game.copy()
    for expected, move in reversed(before):
        assert game.undo() is move
        assert seen(game) == expected
    if game.ply == game.start_ply:
        with pytest.raises(tetress.NothingToUndo):
            game.undo()
    for _, move in before:
        game.play(move)
    assert seen(game) == seen(last)


@given(games, seeds)
def test_a_key_kept_along_a_game_is_the_key_of_its_position(game, seed):
    keys = {}
    for _ in range(20):
        keys[game.text] = game.hash
        assert game.hash == Game.from_text(game.text).hash
        play_at_random(game, seed, 1)
    assert len(set(keys.values())) == len(keys)


@given(drawn_states(), st.sampled_from(CELLS), st.sampled_from([None, "red", "blue"]))
def test_positions_that_differ_in_a_cell_or_the_ply_have_different_keys(state, cell, holder):
    changed = {**state.tokens, cell: holder}
    tokens = {c: who for c, who in changed.items() if who}
    assume(tokens != state.tokens and not slow_rules.full_lines(tokens.keys()))
    key = Game.from_text(state.text).hash
    assert key != Game.from_text(State(tokens, state.ply).text).hash
    assert key != Game.from_text(State(state.tokens, (state.ply + 1) % 151).text).hash


@given(games, st.integers(0, 2**64 - 1))
def test_a_random_move_is_legal_and_depends_on_position_and_seed_alone(game, seed):
    if game.over:
        with pytest.raises(tetress.GameOver):
            game.random_move(seed)
    else:
        move = game.random_move(seed)
        assert game.is_legal(move)
        assert Game.from_text(game.text).random_move(seed) is move


# ---- Symmetries ----------------------------------------------------------------------------------


def symmetry(turns, mirrored, down, right):
    """A map of the cells: quarter turns, then a mirror, then a shift on the torus."""

    def image(cell):
        row, column = cell
        for _ in range(turns):
            row, column = column, SIZE - 1 - row
        if mirrored:
            column = SIZE - 1 - column
        return slow_rules.wrapped(row + down, column + right)

    return {cell: image(cell) for cell in CELLS}


SYMMETRIES = [
    symmetry(turns, mirrored, down, right)
    for turns, mirrored in itertools.product(range(4), (False, True))
    for down, right in CELLS
]


def mapped(state, image):
    return State({image[cell]: who for cell, who in state.tokens.items()}, state.ply)


def legal_cells(game):
    return {CELLS_OF[move] for move in game.legal_moves()}


def image_of(cells, image):
    return frozenset(image[cell] for cell in cells)


def test_the_torus_has_968_symmetries():
    assert len({tuple(image.values()) for image in SYMMETRIES}) == 968
    assert all(set(image.values()) == set(CELLS) for image in SYMMETRIES)
    for image in SYMMETRIES[::37]:
        assert {image_of(cells, image) for cells in CELLS_OF} == set(CELLS_OF)


@given(games, st.sampled_from(SYMMETRIES), st.data())
def test_a_symmetry_maps_legal_moves_and_what_they_lead_to(game, image, data):
    other = Game.from_text(mapped(state_of(game), image).text)
    assert legal_cells(other) == {image_of(cells, image) for cells in legal_cells(game)}
    assert (other.reason, other.winner, other.tokens) == (game.reason, game.winner, game.tokens)
    if not game.over:
        move = data.draw(st.sampled_from(game.legal_moves()))
        game.play(move)
        other.play_cells(image_of(move.cells, image))
        assert other.text == mapped(state_of(game), image).text


@examples(share=0.05)
@given(games_after(st.integers(6, 40)))
def test_all_968_symmetries_map_the_legal_moves(game):
    state, legal = state_of(game), legal_cells(game)
    for image in SYMMETRIES:
        with Game.from_text(mapped(state, image).text) as other:
            assert legal_cells(other) == {image_of(cells, image) for cells in legal}


@given(games)
def test_colours_may_change_places(game):
    """Seen by the other colour, whose turn comes one action earlier or later, all is the same; but
    not at the turn limit, which belongs to one colour only."""
    assume(game.ply < LAST_ACTION)
    swap = {"red": "blue", "blue": "red", None: None}
    state = state_of(game)
    other = Game.from_text(
        State({cell: swap[who] for cell, who in state.tokens.items()}, state.ply ^ 1).text
    )
    assert other.turn == swap[game.turn]
    assert other.legal_moves() == game.legal_moves()
    assert (other.reason, other.winner) == (game.reason, swap[game.winner])
    assert [other.mobility(swap[colour]) for colour in COLOURS] == [
        game.mobility(colour) for colour in COLOURS
    ]


# ---- Texts ---------------------------------------------------------------------------------------


@given(drawn_states())
def test_a_position_survives_its_text(state):
    game = Game.from_text(state.text)
    assert game.text == state.text
    assert game.board == state.text.split(" ")[0].split("/")
    for row, column in CELLS:
        assert game.cell(row, column) == state.tokens.get((row, column))
    assert seen(Game.from_text(game.text)) == seen(game)


@given(drawn_states(), st.integers(0, 140), st.characters(codec="ascii") | st.just(""))
def test_a_spoilt_position_is_refused_or_is_what_it_says(state, at, character):
    text = state.text[:at] + character + state.text[at + 1 :]
    try:
        game = Game.from_text(text)
    except tetress.TextError as refused:
        assert 0 <= refused.offset <= len(text)
    else:
        assert game.text == text
        assert not slow_rules.full_lines(state_of(game).tokens.keys())
        assert_agrees(game, state_of(game))


@given(st.sampled_from(MOVES), st.data())
def test_a_move_is_read_in_both_styles_and_any_order(move, data):
    assert Move(data.draw(texts_of_moves(move))) is move
    assert Move(move.text) is Move(move.course_text) is move
    assert move.cells == tuple(sorted(move.cells))
    assert Move.from_cells(data.draw(st.permutations(move.cells))) is move


@given(cell_lists())
def test_cells_are_a_move_only_if_they_are_a_placement(cells):
    """On an empty board nothing but the shape can be wrong."""
    expected = State().rule_against(list(cells))
    if expected is None:
        assert frozenset(Move.from_cells(cells).cells) == frozenset(cells)
        return
    with pytest.raises(tetress.IllegalMove) as refused:
        Move.from_cells(cells)
    assert refused.value.rule == expected and expected in RULES_OF_A_SHAPE
    assert refused.value.cells == tuple(cells)


# ---- Moves that the rules forbid -----------------------------------------------------------------


@given(games, cell_lists())
def test_what_is_refused_names_its_rule_and_changes_nothing(game, cells):
    state, cells = state_of(game), list(cells)
    expected = state.rule_against(cells)
    event(f"rule {expected}")
    if expected is None:
        assert game.check_cells(cells) is game.play_cells(cells)
        assert_agrees(game, state.after(cells))
    else:
        assert_refused(game, cells, expected, state.cells_against(cells, expected))


# ---- Whole games ---------------------------------------------------------------------------------


class Games(RuleBasedStateMachine):
    """A game that is played, refused, taken back, copied and written down in any order, beside a
    list of slow positions that does the same."""

    @initialize(state=st.just(State()) | drawn_states())
    def start(self, state):
        self.game = Game.from_text(state.text)
        self.states = [state]

    @property
    def state(self):
        return self.states[-1]

    def played(self, move):
        self.states.append(self.state.after(move.cells))

    def is_going_on(self):
        return not self.game.over

    @precondition(is_going_on)
    @rule(choice=st.integers(0, 2298), way=st.integers(0, 4))
    def play(self, choice, way):
        legal = self.game.legal_moves()
        move = legal[choice % len(legal)]
        ways = (move, int(move), move.text, move.course_text)
        if way < len(ways):
            assert self.game.play(ways[way]) is move
        else:
            assert self.game.play_cells(reversed(move.cells)) is move
        self.played(move)

    @precondition(is_going_on)
    @rule(choice=st.integers(0, 2298))
    def fill_lines(self, choice):
        filling = moves_that_fill(self.game, self.state)
        if filling:
            self.played(self.game.play(filling[choice % len(filling)]))

    @rule(cells=cell_lists())
    def try_cells(self, cells):
        expected = self.state.rule_against(list(cells))
        if expected is None:
            self.played(self.game.play_cells(cells))
        else:
            among = self.state.cells_against(list(cells), expected)
            assert_refused(self.game, list(cells), expected, among)

    @rule()
    def undo(self):
        if len(self.states) > 1:
            move = self.game.history[-1]
            assert self.game.undo() is move
            self.states.pop()
            return
        with pytest.raises(tetress.NothingToUndo):
            self.game.undo()

    @rule()
    def rewind(self):
        self.game.rewind()
        del self.states[1:]

    @rule()
    def go_on_with_a_copy(self):
        """The copy takes over; whatever is done to the original does not reach it."""
        original, before = self.game, seen(self.game)
        self.game = original.copy()
        assert seen(self.game) == before
        original.rewind()
        assert seen(self.game) == before
        original.close()
        assert seen(self.game) == before

    @rule()
    def go_on_from_text(self):
        """The position comes back, its history does not."""
        read = Game.from_text(self.game.text)
        assert read == self.game and read.hash == self.game.hash and read.history == []
        self.game = read
        del self.states[:-1]

    @invariant()
    def agree(self):
        assert_agrees(self.game, self.state)
        assert self.game.hash == Game.from_text(self.game.text).hash
        assert len(self.game.history) == len(self.states) - 1
        assert self.game.start_ply == self.states[0].ply

    def teardown(self):
        """The whole way back, one action at a time."""
        if not hasattr(self, "game"):
            return
        while len(self.states) > 1:
            self.undo()
            assert self.game.text == self.state.text


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=max(1, settings().max_examples // 2), stateful_step_count=25
)
