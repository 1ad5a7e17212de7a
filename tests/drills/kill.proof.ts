import { expect, it } from "vitest";
import { runDrill } from "./kill/run-drill.ts";

const plan = [
  "during confirm",
  "betting closed, beacon awaited",
  "horses run",
  "settlement, before its commit",
  "payout sent",
  "withdrawal signed",
];

it(
  "INV-9 INV-12 MONEY-11 RACE-10 killed in betting, at the lock, in the race, in settlement and while paying, the product loses and doubles nothing",
  async () => {
    const said: string[] = [];
    const { counts, problems } = await runDrill({
      database: "embedded",
      seed: "suite",
      faults: ["kill"],
      cycles: plan.length,
      minutes: 6,
      plan,
      say: (line) => said.push(line),
    });
    expect(problems).toEqual([]);
    expect(said.filter((line) => line.includes("killed: "))).toHaveLength(plan.length);
    expect(counts.acknowledgedBets).toBeGreaterThan(0);
    expect(counts).toMatchObject({
      lost: 0,
      doubled: 0,
      unended: 0,
      unexplainedLamports: "0",
      endedByItself: 0,
    });
  },
  12 * 60_000,
);
