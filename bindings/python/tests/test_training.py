# SPDX-License-Identifier: MIT
"""Training of the single-player game's weights: it improves, repeats, and goes on where it was stopped."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import textwrap

import pytest

cma = pytest.importorskip("cma")
pytest.importorskip("deap")
np = pytest.importorskip("numpy")
import tetress  # noqa: E402
from tetress import tetris  # noqa: E402
from tetress.training import WeightsError, __main__ as command, read_weights  # noqa: E402
from tetress.training import checkpoint, finals, run as runs, surface  # noqa: E402
from tetress.training.fitness import LocalMeasurer, options_of, task_of  # noqa: E402
from tetress.training.randomness import OwnRandom  # noqa: E402
from tetress.training.rows import row_tasks  # noqa: E402
from tetress.training.settings import TrainingError, make_settings, seed_of  # noqa: E402
from tetress.training.weights import rounded, scaled  # noqa: E402

# Tiny runs: seconds for all of them.
SMALL = {
    "cma": ["--trials", "40", "--population", "5", "--generations", "4"],
    "pso": ["--optimiser", "pso", "--pieces", "60", "--population", "6", "--generations", "4", "--kind", "s2"],
    "ga": ["--optimiser", "ga", "--pieces", "60", "--population", "12", "--generations", "4", "--kind", "s2"],
}
OPTIMISERS = sorted(SMALL)


def train(folder, optimiser, *more):
    ending = ["--seed", "3", "--replicates", "2", "--budget", "200", "--quiet"]
    return command.main(["run", str(folder), *SMALL[optimiser], *ending, *more])


def log(folder):
    with (folder / "log.csv").open(newline="") as file:
        return [row[:-1] for row in csv.reader(file)]  # without the time


def result(folder):
    """All of weights.json that follows from the seed."""
    found = json.loads((folder / "weights.json").read_text())
    return {name: value for name, value in found.items() if name not in ("cpu_s", "command")}


def host_random():
    """The global generators' states, to compare."""
    return random.getstate(), [str(part) for part in np.random.get_state()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A finished run of each optimiser."""
    folder = tmp_path_factory.mktemp("whole")
    random.seed(5)
    np.random.seed(5)
    before = host_random()
    for optimiser in OPTIMISERS:
        assert train(folder / optimiser, optimiser) == 0
    assert host_random() == before, "the host's random numbers were disturbed"
    return folder


# ---- Results -----------------------------------------------------------------------------------


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_a_run_leaves_log_plot_and_weights_with_their_provenance(whole, optimiser):
    folder = whole / optimiser
    assert len(log(folder)) == 5
    assert b"<svg" in (folder / "fitness.svg").read_bytes()
    found = json.loads((folder / "weights.json").read_text())
    assert found["made_by"]["tetress"] == tetress.version
    assert found["settings"]["optimiser"] == optimiser and found["settings"]["seed"] == 3
    assert found["rows"]["count"] == len(found["rows"]["values"]) == 2
    assert found["rows"]["low"] <= found["rows"]["mean"] <= found["rows"]["high"]
    assert found["cpu_s"] > 0 and "tetress" in found["command"]
    kind, weights = read_weights(folder / "weights.json")
    tetris.Agent("s2").set_weights(kind, weights)
    assert max(map(abs, weights)) == 24


@pytest.mark.parametrize(
    "optimiser, more",
    [
        ("cma", ["--generations", "8", "--population", "8", "--trials", "20"]),
        ("pso", ["--generations", "12", "--population", "20", "--pieces", "200"]),
        ("ga", ["--generations", "8", "--population", "60", "--pieces", "200"]),
    ],
)
def test_training_improves(tmp_path, optimiser, more):
    assert train(tmp_path, optimiser, *more) == 0
    rows = log(tmp_path)
    ratio = 10 if optimiser == "cma" else 2  # rows; space, of which there is no more than 200 a piece
    assert float(rows[-1][2]) > ratio * float(rows[1][2])


@pytest.mark.parametrize("objective", ["lines", "space"])
def test_cma_maximises_each_objective(tmp_path, objective):
    more = ["--objective", objective, "--pieces", "100", "--generations", "8", "--population", "8", "--rows", "10"]
    assert train(tmp_path, "cma", *more) == 0
    rows = log(tmp_path)
    assert float(rows[-1][2]) > float(rows[1][2])
    assert result(tmp_path)["rows"]["objective"] == "lines"  # too low a well for splitting


# ---- The same seed, the same result ------------------------------------------------------------


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_threads_change_nothing(whole, tmp_path, optimiser):
    assert train(tmp_path, optimiser, "--threads", "3") == 0
    assert log(tmp_path) == log(whole / optimiser)
    assert result(tmp_path) == result(whole / optimiser)


def test_dask_workers_change_nothing(whole, tmp_path):
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as cluster:
        for optimiser in OPTIMISERS:
            assert train(tmp_path / optimiser, optimiser, "--dask", cluster.scheduler_address) == 0
    for optimiser in OPTIMISERS:
        assert log(tmp_path / optimiser) == log(whole / optimiser)
        assert result(tmp_path / optimiser) == result(whole / optimiser)


def test_a_cluster_that_is_gone_costs_nothing(whole, tmp_path, monkeypatch, capsys):
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    step = runs.Run.step
    monkeypatch.setattr("tetress.training.cluster._SCHEDULER_S", 5.0)  # it is waited for so long
    with distributed.LocalCluster(**options, silence_logs=50) as cluster:

        def lost(run, measurer):
            if len(run.generations) == 2:
                cluster.close()
            return step(run, measurer)

        monkeypatch.setattr(runs.Run, "step", lost)
        assert train(tmp_path, "cma", "--dask", cluster.scheduler_address) == 1
    assert "the cluster lost a measurement" in capsys.readouterr().err
    monkeypatch.setattr(runs.Run, "step", step)
    assert train(tmp_path, "cma") == 0
    assert log(tmp_path) == log(whole / "cma")
    assert result(tmp_path) == result(whole / "cma")


def test_another_seed_is_another_run(whole, tmp_path):
    ending = ["--seed", "4", "--replicates", "2", "--budget", "200", "--quiet"]
    assert command.main(["run", str(tmp_path), *SMALL["cma"], *ending]) == 0
    assert log(tmp_path) != log(whole / "cma")


def test_own_random_numbers_go_on_where_they_were():
    one, two = OwnRandom(7), OwnRandom(7)
    with one.used():
        wanted = [random.random(), np.random.random(), random.random(), np.random.random()]
    found = []
    for _ in range(2):
        with two.used():
            found += [random.random(), np.random.random()]
        random.random(), np.random.random()
    assert found == wanted


# ---- Stopping and going on ---------------------------------------------------------------------


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_a_run_that_was_stopped_by_ctrl_c_ends_as_one_that_was_not(whole, tmp_path, monkeypatch, capsys, optimiser):
    step = runs.Run.step

    def interrupted(run, measurer):
        made = step(run, measurer)
        if made.number == 1:
            signal.raise_signal(signal.SIGINT)
        return made

    monkeypatch.setattr(runs.Run, "step", interrupted)
    assert train(tmp_path, optimiser) == 130
    assert "nothing is lost" in capsys.readouterr().err
    assert len(log(tmp_path)) == 3
    assert not (tmp_path / "weights.json").exists()
    monkeypatch.setattr(runs.Run, "step", step)
    assert command.main(["run", str(tmp_path), "--quiet"]) == 0  # its settings are in the folder
    assert log(tmp_path) == log(whole / optimiser)
    assert result(tmp_path) == result(whole / optimiser)


KILLED = """
import os, signal, sys
from tetress.training import __main__, run
step = run.Run.step

def killed(self, measurer):
    made = step(self, measurer)
    if made.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)  # measured, and not saved
    return made

run.Run.step = killed
__main__.main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing kills like SIGKILL there")
@pytest.mark.parametrize("optimiser", ["cma", "ga"])
def test_a_run_that_was_killed_ends_as_one_that_was_not(whole, tmp_path, optimiser):
    ending = ["--seed", "3", "--replicates", "2", "--budget", "200", "--quiet"]
    arguments = ["run", str(tmp_path), *SMALL[optimiser], *ending]
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(KILLED), *arguments], env=dict(os.environ), check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(log(tmp_path)) == 3
    assert train(tmp_path, optimiser) == 0
    assert log(tmp_path) == log(whole / optimiser)
    assert result(tmp_path) == result(whole / optimiser)


def test_a_finished_run_tells_its_result_again(whole, capsys):
    before = (whole / "cma" / "weights.json").read_bytes()
    assert command.main(["run", str(whole / "cma"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(before)
    assert (whole / "cma" / "weights.json").read_bytes() == before


def test_a_run_with_other_settings_is_not_gone_on_with(whole, capsys):
    assert train(whole / "cma", "cma", "--sigma", "0.5") == 1
    assert "other settings: sigma is 0.0, not 0.5" in capsys.readouterr().err


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_checkpoint_is_refused(whole, tmp_path, capsys, damage):
    data = (whole / "pso" / "state.pickle").read_bytes()
    (tmp_path / "state.pickle").write_bytes(data[:-1] + bytes([data[-1] ^ 1]) if damage is None else damage)
    assert train(tmp_path, "pso") == 1
    assert "is damaged" in capsys.readouterr().err


def test_a_run_of_another_version_is_refused(whole, tmp_path, capsys):
    run = runs.load_run(whole / "pso")
    run.made_by["deap"] = "0.9"
    checkpoint.save(tmp_path / "state.pickle", run)
    assert train(tmp_path, "pso") == 1
    assert "was made with deap 0.9" in capsys.readouterr().err


# ---- Starts ------------------------------------------------------------------------------------


def test_a_genetic_algorithm_starts_from_a_swarm(whole, tmp_path):
    assert train(tmp_path, "ga", "--start", str(whole / "pso")) == 0
    swarm = runs.load_run(whole / "pso").optimiser.elite(100)
    first = runs.load_run(tmp_path).generations[0].candidates
    assert len(swarm) == 6
    for one, two in zip(swarm, first):
        assert np.allclose(np.array(one) / max(map(abs, one)), np.array(two) / max(map(abs, two)))


def test_a_run_starts_from_shipped_weights_and_from_a_file(whole, tmp_path):
    assert train(tmp_path, "cma", "--start", "bcts", str(whole / "cma" / "weights.json")) == 0
    start = runs.load_run(tmp_path).start
    assert start[0] == tetris.Agent("bcts").weights[1]
    assert start[1] == read_weights(whole / "cma" / "weights.json")[1]


@pytest.mark.parametrize("name", sorted(tetris.evaluators()))
def test_an_evaluators_weights_decide_as_it_does(name):
    kind = "s2" if name == "s2" else "dt"
    weights = tetris.Agent(name).weights[1]
    own, shipped, game = tetris.Agent("s2"), tetris.Agent(name), tetris.Game(seed=2)
    own.set_weights(kind, weights)
    same = 0
    for _ in range(300):
        chosen = shipped.choose(game).move
        same += own.choose(game).move == chosen
        game.play(chosen)
    assert same >= 298  # both are rounded to 1024ths, of different units: ties may fall otherwise


@pytest.mark.parametrize(
    "start, why",
    [
        ("s2", "weights of the kind 's2', not 'dt'"),
        ("nobody", "neither a folder, nor a file"),
        ("{whole}/pso", "weights of the kind 's2', not 'dt'"),
        ("{whole}/pso/weights.json", "weights of the kind 's2', not 'dt'"),
        ("{whole}/pso/log.csv", "not JSON"),
    ],
)
def test_a_start_without_sense_is_refused(whole, tmp_path, capsys, start, why):
    assert train(tmp_path / "t", "cma", "--start", start.format(whole=whole)) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "t").exists()


# ---- The finals --------------------------------------------------------------------------------


def test_only_proportions_of_weights_matter():
    weights = tetris.Agent("dt20").weights[1]
    again = [[scale * weight for weight in weights] for scale in (1, 4, 1 / 3, 1000)]
    found = tetris.fitness("dt", again, objective="lines", pieces=500, games=2, seed=1)
    assert len(set(found)) == 1 and found[0] > 100


@pytest.mark.parametrize(
    "optimiser, origins", [("cma", {"average of the centres", "centre 2", "elite"}), ("pso", {"elite"}), ("ga", {"elite"})]
)
def test_the_best_of_all_late_generations_are_measured_again(whole, optimiser, origins):
    run = runs.load_run(whole / optimiser)
    field = finals.finalists(run)
    assert origins <= {one.origin for one in field}
    weights = {tuple(one.weights) for one in field}
    assert len(weights) == len(field)
    assert {tuple(rounded(one.best)) for one in run.generations} <= weights
    found = result(whole / optimiser)
    assert found["weights"] in [one.weights for one in field]
    most = max(one["count"] for one in found["finalists"])
    assert min(one["count"] for one in found["finalists"]) >= 1
    assert found["origin"] in [one["origin"] for one in found["finalists"] if one["count"] == most]


def test_the_summit_of_all_evaluations_is_a_finalist(tmp_path):
    more = ["--objective", "lines", "--pieces", "60", "--rows", "10", "--population", "16", "--generations", "16"]
    assert train(tmp_path, "cma", *more) == 0
    field = finals.finalists(runs.load_run(tmp_path))
    assert [one.origin for one in field].count("summit of the surface") == 1
    assert all(np.isfinite(one.weights).all() for one in field)


def test_no_stage_of_a_run_has_the_seeds_of_another():
    stages = ("optimiser", "generation", "finals", "closing", "test")
    seeds = [seed_of(run, stage, number) for run in range(20) for stage in stages for number in range(20)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_finals_choose_the_better_weights():
    settings = make_settings({"objective": "lines", "pieces": 300, "games": 2, "rows": 10, "budget": 200})
    weights = {"good": tetris.Agent("dt10").weights[1], "worse": [-1, 0, -1, 0, -1, 0, 0, 0, 0], "bad": [1] * 9}
    field = [finals.Finalist(name, weights[name]) for name in ("bad", "worse", "good")]
    measurer = LocalMeasurer(options_of(settings), 2)
    assert finals.halve(field, settings, measurer).origin == "good"
    measurer.close()
    # Each round spends about as much as any other, on half as many.
    assert [len(one.values) for one in field] == [16, 16 + 25, 16 + 25]


def test_the_summit_of_a_surface_is_found_whatever_the_scale_of_the_points():
    rng = np.random.default_rng(1)
    size, count = 5, 400
    centre = rng.normal(size=size)
    shape = np.diag([1.0, 0.5, 2.0, 0.1, 1.0]) * 0.01
    top = centre + rng.multivariate_normal(np.zeros(size), shape) * 0.7

    def across(points):  # in units of the distribution, along rays through the plane of the centre
        return (points / (points @ centre)[:, None] * (centre @ centre) - centre) / np.sqrt(np.diag(shape))

    points = rng.multivariate_normal(centre, shape, size=count) * rng.uniform(0.3, 3, size=(count, 1))
    values = -((across(points) - across(top[None])) ** 2).sum(1) + rng.normal(size=count) * 0.5
    values += 3.0 * (np.arange(count) // 20)  # each group has an offset of its own
    found = surface.summit(centre, shape, points, values, [100] * count, [i // 20 for i in range(count)])
    best = points[np.argmax(-((across(points) - across(top[None])) ** 2).sum(1))]
    off = np.linalg.norm(across(np.array([found])) - across(top[None]))
    assert off < 0.4 < np.linalg.norm(across(centre[None]) - across(top[None]))
    assert off < np.linalg.norm(across(best[None]) - across(top[None]))


def test_a_surface_through_too_few_points_is_none():
    centre, shape = np.ones(5), np.eye(5)
    points = np.random.default_rng(2).normal(size=(12, 5)) + centre
    assert surface.summit(centre, shape, points, list(range(12)), [1] * 12, [0] * 12) is None


def test_weights_of_which_splitting_saw_too_little_get_more_trials(monkeypatch):
    asked = []

    def fitness(kind, weights, *, trials, **more):
        asked.append((len(weights), trials))
        return [7.0 if one[0] == 1 else (9.0 if trials > 100 else -1.0) for one in weights]

    monkeypatch.setattr(tetris, "fitness", fitness)
    settings = make_settings({})
    measurer = LocalMeasurer(options_of(settings), 1)
    weights = [[1.0] * 9, [2.0] * 9, [0.0] * 9]
    assert measurer.measure([task_of(weights, "split", 1, 30)]) == [[7.0, 9.0, -1.0]]
    assert asked == [(2, 30), (1, 120)]
    measurer.close()


# ---- Weights files and the command -------------------------------------------------------------


@pytest.mark.parametrize(
    "text, why",
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("{}", '"kind" is not one of'),
        ('{"kind": "dt"}', "not a list of 9"),
        ('{"kind": "s2", "weights": [1, 2]}', "not a list of 11"),
        ('{"kind": "dt", "weights": [1, 2, 3, 4, 5, 6, 7, 8, "9"]}', "not a finite number"),
        ('{"kind": "dt", "weights": [1, 2, 3, 4, 5, 6, 7, 8, NaN]}', "not a finite number"),
        ('{"kind": "dt", "weights": [1, 2, 3, 4, 5, 6, 7, 8, 1e999]}', "weight 8 is not a finite number"),
        ('{"kind": "dt", "weights": [1, 1' + 400 * "0" + ', 3, 4, 5, 6, 7, 8, 9]}', "weight 1 is not a finite number"),
        ('{"kind": "dt", "weights": [0, 0, 0, 0, 0, 0, 0, 0, 0]}', "all weights are 0"),
        ("\xff\xfe\xff", "not JSON"),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(tmp_path, text, why):
    (tmp_path / "w.json").write_text(text, encoding="latin-1")
    with pytest.raises(WeightsError, match=why):
        read_weights(tmp_path / "w.json")


@pytest.mark.parametrize("size", [1.7e308, 1e300, 1e-300, 1e-307])
def test_weights_of_any_size_keep_their_proportions(size):
    one = [-1, 0.5, 0, 0.25, -0.125, 1, 1, 1, 1]
    given = [weight * size for weight in one]
    assert rounded(given) == rounded(one)
    assert scaled(given) == pytest.approx(scaled(one))
    agent = tetris.Agent()
    agent.set_weights("dt", given)
    found = agent.weights
    agent.set_weights("dt", one)
    assert found == agent.weights
    options = {"objective": "lines", "rows": 6, "games": 2, "pieces": 50}
    assert tetris.fitness("dt", [given], **options) == tetris.fitness("dt", [one], **options)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_weights_are_read_in_every_form_of_text(tmp_path, encoding):
    text = '{"kind": "dt",\r\n "name": "\u21b7 \U0001f600",\n "weights": [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n'
    (tmp_path / "w.json").write_bytes(text.encode(encoding))
    assert read_weights(tmp_path / "w.json") == ("dt", [1, 2, 3, 4, 5, 6, 7, 8, 9])


def test_weights_are_measured_with_fresh_seeds(whole, capsys):
    arguments = ["test", str(whole / "cma" / "weights.json"), "--replicates", "3", "--trials", "50"]
    capsys.readouterr()
    assert command.main(arguments) == 0
    first = capsys.readouterr().out
    assert "95 % interval" in first and "3 measurements of 50 trials a level" in first
    command.main([*arguments, "--threads", "2"])
    assert capsys.readouterr().out == first
    command.main([*arguments, "--seed", "2", "--json"])
    found = json.loads(capsys.readouterr().out)["rows"]
    assert len(set(found["values"])) == 3
    assert not set(found["values"]) & set(result(whole / "cma")["rows"]["values"])


def test_weights_are_measured_as_they_were_trained(tmp_path, capsys):
    weights = tetris.Agent("dt10").weights[1]
    settings = {"rows": 8, "lookahead": 1, "width": 3, "shallow": 0, "seed": 5}
    (tmp_path / "w.json").write_text(json.dumps({"kind": "dt", "weights": weights, "settings": settings}))
    ending = ["--games", "3", "--pieces", "100", "--json", "--replicates", "2"]
    assert command.main(["test", str(tmp_path / "w.json"), *ending]) == 0
    assert json.loads(capsys.readouterr().out)["rows"]["values"] == [
        tetris.fitness(
            "dt", [weights], objective="lines", seed=task.seed, games=3, pieces=100, rows=8, lookahead=1, width=3
        )[0]
        for task in row_tasks(weights, make_settings({"rows": 8, "objective": "lines"}), "test", 2, 3)
    ]


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["--rows", "10"], "splitting needs at least 14 rows"),
        (["--rows", "0"], "--rows: must be a whole number from 4 to 20, not '0'"),
        (["--threads", "0"], "--threads: must be a whole number from 1 to 256, not '0'"),
        (["--dask", "local:0"], "--dask: N of local:N must be a whole number from 1 to 10000, not '0'"),
    ],
)
def test_settings_out_of_bounds_are_wrong_arguments_and_leave_no_run(tmp_path, capsys, arguments, why):
    try:
        code = train(tmp_path / "run", "cma", *arguments)
    except SystemExit as ended:
        code = ended.code
    assert code == 2 and why in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_a_scheduler_that_does_not_answer_is_a_failure(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tetress.training.cluster._SCHEDULER_S", 0.2)
    assert train(tmp_path, "cma", "--dask", "tcp://127.0.0.1:1") == 1
    assert "--dask" in capsys.readouterr().err


OUT_OF_BOUNDS = [("population", 1), ("trials", 0), ("sigma", float("nan")), ("sigma", -1), ("seed", 10**5000)]


@pytest.mark.parametrize("name, value", OUT_OF_BOUNDS, ids=[name for name, _ in OUT_OF_BOUNDS])
def test_settings_out_of_bounds_are_refused(name, value):
    with pytest.raises(TrainingError, match=f"{name} must be from") as refused:
        make_settings({name: value})
    assert len(str(refused.value)) < 120


def test_help_tells_the_name_that_it_was_called_by():
    environment = {**os.environ, "TETRESS_PROG": "tetress tetris train"}
    arguments = [sys.executable, "-m", "tetress.training", "run", "--help"]
    text = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout
    assert text.startswith("usage: tetress tetris train run")
