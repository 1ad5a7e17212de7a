import { expect, it } from "vitest";
import { randomFrom } from "./kill/random.ts";
import { allCells, type Cell, needsRoot } from "./neighbours/cells.ts";
import { runCells } from "./neighbours/run-cells.ts";

const SAMPLE = 5;
const SEED = "sample";

/** So many cells of a second, each of another neighbour or fault. */
function sample(): readonly Cell[] {
  const random = randomFrom(SEED, "cells");
  const left = allCells.filter((cell) => cell.seconds === 1 && !needsRoot(cell));
  return Array.from({ length: SAMPLE }, () => {
    const cell = random.pick(left as [Cell, ...Cell[]]);
    left.splice(0, left.length, ...left.filter(({ fault }) => fault !== cell.fault));
    return cell;
  });
}

it(
  "OPERATE-10 OPERATE-17 INV-12 while neighbours are away, pages come, and afterwards nothing is lost",
  async () => {
    const cells = sample();
    const { outcomes, problems, unexplainedLamports, acknowledgedBets } = await runCells(cells, {
      seed: SEED,
      endAtMs: Number.POSITIVE_INFINITY,
      say: (line) => console.log(line),
    });
    expect(problems).toEqual([]);
    expect(outcomes).toHaveLength(cells.length);
    expect(unexplainedLamports).toBe("0");
    expect(acknowledgedBets).toBeGreaterThan(0);
  },
  12 * 60_000,
);
