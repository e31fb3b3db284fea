#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Train the weights of the evaluator `region` by self-play.

    region.py run DIR           start from nothing: self-play, fit, self-play with the new weights, ...
    region.py fit DATA... -o W  fit weights to files of `tetress selfplay`
    region.py export W FILE.c   write weights as the C source that the library embeds

`run` plays the first round with the evaluator `reach`. After each round the weights are fitted to the games of all
rounds so far, and the next round plays with them. Deep rounds have more nodes and hardly any random moves. Their games
last longer, often to the turn limit, and count twice. An interrupted run continues when it is started again.

It needs numpy, jax and optax, the program `tetress`, and the Python package `tetress` with a library that was built with
-DTETRESS_EXPERIMENTAL=ON.

The network is the one that the library computes (`ttr_network`). It learns the chance of winning from results
(1, 1/2, 0) with the logistic loss. A fit takes a minute or two and repeats exactly on one machine.
"""
import argparse
import ctypes
import pathlib
import struct
import subprocess
import sys

import numpy as np

import selfplay_data

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from arguments import JOBS, NODES, Whole

TERMS, HIDDEN, LIMIT = 14, 64, 4096
FIRST_SCALE = 1 << 14       # of the first weights: 16 * 1024; the network's shift removes the 16
HIDDEN_SCALE = 1 << 10      # hidden units are clamped at 4
LAST_SCALE = 1 << 12
MAGIC, VERSION, HEADER = b"TTRREGN\n", 2, 24
SIZE = HEADER + 2 * TERMS * HIDDEN + 6 * HIDDEN + 4
FIRST_PLY = 6               # earlier positions hardly differ


# ---- Data --------------------------------------------------------------------------------------

def terms_of(positions):
    """The network's inputs for positions as (n, TERMS), computed by the library."""
    from tetress import _library  # imported here, because `export` needs no library

    tokens = np.ascontiguousarray(np.concatenate([positions["red"], positions["blue"]], axis=1))
    plies = np.ascontiguousarray(positions["ply"])
    terms = np.zeros((len(positions), TERMS), np.int16)
    native = _library.native
    if not hasattr(native, "tetress_region_terms"):
        sys.exit("region.py: the library has no tetress_region_terms; build it with -DTETRESS_EXPERIMENTAL=ON")
    status = native.tetress_region_terms(
        tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64)),
        plies.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8)), len(positions),
        terms.ctypes.data_as(ctypes.POINTER(ctypes.c_int16)))
    if status != 0:
        raise ValueError("a file holds impossible positions")
    return terms


def load(paths):
    """(terms, results, held back) of all positions of the files. Every 20th game is held back for testing."""
    terms, results, held = [], [], []
    for path in paths:
        _, positions = selfplay_data.load(path)
        positions = np.asarray(positions[positions["ply"] >= FIRST_PLY])
        terms.append(terms_of(positions))
        results.append((positions["result"] + 1) / np.float32(2))
        held.append(positions["game"] % 20 == 0)
    return np.concatenate(terms), np.concatenate(results), np.concatenate(held)


# ---- Fitting -----------------------------------------------------------------------------------

def loss_function():
    """The logistic loss of weights on terms and results, with a small penalty on large weights."""
    import jax.numpy as jnp
    import optax

    def loss(weights, terms, results):
        hidden = jnp.clip(terms @ weights["first"] + weights["bias"], 0, LIMIT / HIDDEN_SCALE)
        odds = hidden @ weights["last"] + weights["last_bias"]
        errors = optax.sigmoid_binary_cross_entropy(odds, results)
        return errors.mean() + 1e-5 * (weights["last"] ** 2).sum()

    return loss


def fit(paths, epochs=10, batch=4096, rate=4e-3, seed=1):
    """Fit weights. Returns them as whole numbers, and their log-loss on the games held back."""
    import jax  # only this function needs it
    import jax.numpy as jnp
    import optax

    terms, results, held = load(paths)
    loss = loss_function()
    middle, spread = terms[~held].mean(0), terms[~held].std(0) + 1e-3
    scaled = ((terms - middle) / spread).astype(np.float32)
    keys = jax.random.split(jax.random.PRNGKey(seed), 2)
    weights = {"first": jax.random.normal(keys[0], (TERMS, HIDDEN)) / TERMS ** 0.5,
               "bias": jnp.zeros(HIDDEN),
               "last": jax.random.normal(keys[1], (HIDDEN,)) * 0.1,
               "last_bias": jnp.zeros(())}
    train = np.flatnonzero(~held)
    optimizer = optax.adam(optax.cosine_decay_schedule(rate, epochs * (len(train) // batch)))
    state = optimizer.init(weights)

    @jax.jit
    def step(weights, state, terms, results):
        updates, state = optimizer.update(jax.grad(loss)(weights, terms, results), state)
        return optax.apply_updates(weights, updates), state

    order = np.random.default_rng(seed)
    for epoch in range(epochs):
        shuffled = order.permutation(train)
        for at in range(0, len(shuffled) - batch + 1, batch):
            chosen = shuffled[at:at + batch]
            weights, state = step(weights, state, scaled[chosen], results[chosen])
        print(f"\repoch {epoch + 1} of {epochs}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    whole = quantise(weights, middle, spread)
    return whole, log_loss(whole, terms[held], results[held])


def quantise(weights, middle, spread):
    """Weights as whole numbers, for terms that are not scaled."""
    first = np.asarray(weights["first"], np.float64) / spread[:, None]
    bias = np.asarray(weights["bias"], np.float64) - middle @ first
    return {"first": np.round(first * FIRST_SCALE).clip(-32768, 32767).astype(np.int16),
            "bias": np.round(bias * FIRST_SCALE).astype(np.int32),
            "last": np.round(np.asarray(weights["last"], np.float64) * LAST_SCALE).astype(np.int16),
            "last_bias": np.int32(round(float(weights["last_bias"]) * HIDDEN_SCALE * LAST_SCALE))}


def log_loss(whole, terms, results):
    """The log-loss of the network as the library computes it. Chances of 1/2 would give 0.693."""
    sums = terms.astype(np.int64) @ whole["first"].astype(np.int64) + whole["bias"]
    output = (sums >> 4).clip(0, LIMIT) @ whole["last"].astype(np.int64) + whole["last_bias"]
    odds = output / (HIDDEN_SCALE * LAST_SCALE)
    return float((np.logaddexp(0, odds) - odds * results).mean())


# ---- Weights as files --------------------------------------------------------------------------

def fnv1a(data):
    total = 0xcbf29ce484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 % (1 << 64)
    return total


def pack(whole):
    data = (whole["first"].astype("<i2").tobytes() + whole["bias"].astype("<i4").tobytes()
            + whole["last"].astype("<i2").tobytes() + whole["last_bias"].astype("<i4").tobytes())
    return MAGIC + struct.pack("<IIQ", VERSION, SIZE, fnv1a(data)) + data


def unpack(data):
    if data[:8] != MAGIC or len(data) != SIZE:
        raise ValueError("this is not a file of weights")
    version, size, total = struct.unpack("<IIQ", data[8:HEADER])
    if version != VERSION or size != SIZE or total != fnv1a(data[HEADER:]):
        raise ValueError("weights of another version, or damaged")
    first, bias, last, last_bias = (HEADER, HEADER + 2 * TERMS * HIDDEN,
                                    HEADER + 2 * TERMS * HIDDEN + 4 * HIDDEN, SIZE - 4)
    return {"first": np.frombuffer(data[first:bias], "<i2").reshape(TERMS, HIDDEN),
            "bias": np.frombuffer(data[bias:last], "<i4"),
            "last": np.frombuffer(data[last:last_bias], "<i2"),
            "last_bias": np.frombuffer(data[last_bias:], "<i4")[0]}


def rows(numbers, indent="    ", width=100):
    """Numbers in lines of at most `width` characters."""
    lines, line = [], indent
    for number in numbers:
        if len(line) + len(number) + 2 > width:
            lines.append(line.rstrip())
            line = indent
        line += number + ", "
    return "\n".join(lines + [line.rstrip()])


def c_source(data):
    whole = unpack(data)
    pairs = [f"{{{whole['first'][2 * i][j]}, {whole['first'][2 * i + 1][j]}}}"
             for i in range(TERMS // 2) for j in range(HIDDEN)]
    inputs = ",\n".join("    {\n" + rows(pairs[i * HIDDEN:(i + 1) * HIDDEN], "     ") + "\n    }"
                        for i in range(TERMS // 2))
    return f"""/* SPDX-License-Identifier: MIT */
/* Generated by lab/train/region.py; do not edit. */
#include "region.h"

/* clang-format off */
const uint64_t ttr_region_weights_sum = UINT64_C(0x{fnv1a(data[HEADER:]):016x});

const ttr_network ttr_region_weights = {{
  .first = {{
{inputs}
  }},
  .bias = {{
{rows(map(str, whole["bias"]))}
  }},
  .last = {{
{rows(map(str, whole["last"]))}
  }},
  .last_bias = {whole["last_bias"]},
}};
/* clang-format on */
"""


# ---- The rounds --------------------------------------------------------------------------------

def run_rounds(directory, arguments):
    directory.mkdir(parents=True, exist_ok=True)
    games, weights = [], None
    for number in range(arguments.rounds + arguments.deep_rounds):
        deep = number >= arguments.rounds
        data = directory / f"round-{number}.bin"
        spec = "negamax:evaluator=reach,hash=4" if weights is None else f"negamax:hash=4@{weights}"
        command = [arguments.tetress, "selfplay", spec, "--games", str(arguments.games),
                   "--nodes", str(arguments.deep_nodes if deep else arguments.nodes),
                   "--opening", "6", "--random", "5" if deep else "40",
                   "--seed", str(number + 1), "--concurrency", str(arguments.concurrency),
                   "--out", str(data)]
        subprocess.run(command, check=True)
        games += [data, data] if deep else [data]
        weights = directory / f"weights-{number}.bin"
        if not weights.exists():
            whole, value = fit(games)
            weights.write_bytes(pack(whole))
            print(f"round {number}: log-loss {value:.4f} on games held back, {weights}", flush=True)
    return weights


def main():
    parser = argparse.ArgumentParser(description="Train the weights of the evaluator region.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="train from nothing: self-play and fit in rounds")
    run.add_argument("directory", type=pathlib.Path)
    run.add_argument("--tetress", default="tetress", help="the command line program (default: %(default)s)")
    run.add_argument("--rounds", type=Whole(0, 1000), default=4, help="number of ordinary rounds (default: %(default)s)")
    run.add_argument("--games", type=Whole(1, 2**32 - 1), default=16000, help="games of each round (default: %(default)s)")
    run.add_argument("--nodes", type=NODES, default=1000, help="nodes for each move (default: %(default)s)")
    run.add_argument("--deep-rounds", type=Whole(0, 1000), default=1, help="number of deep rounds after those (default: %(default)s)")
    run.add_argument("--deep-nodes", type=NODES, default=6000, help="nodes for each move of a deep round (default: %(default)s)")
    run.add_argument("--concurrency", type=JOBS, default=1, help="games at the same time (default: %(default)s)")
    only = commands.add_parser("fit", help="fit weights to games")
    only.add_argument("data", nargs="+", type=pathlib.Path)
    only.add_argument("-o", "--out", type=pathlib.Path, required=True)
    export = commands.add_parser("export", help="write weights as C")
    export.add_argument("weights", type=pathlib.Path)
    export.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()

    if arguments.command == "run":
        run_rounds(arguments.directory, arguments)
    elif arguments.command == "fit":
        whole, value = fit(arguments.data)
        arguments.out.write_bytes(pack(whole))
        print(f"log-loss {value:.4f} on games held back")
    else:
        arguments.source.write_text(c_source(arguments.weights.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
