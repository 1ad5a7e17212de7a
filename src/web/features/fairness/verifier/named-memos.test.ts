import { describe, expect, it } from "vitest";
import { trueHistory } from "../../../../../tests/history/true-history.ts";
import type { Loose } from "../../../../../tests/history/tell-anew.ts";
import { exportedRace } from "../../../../contract/export/export-records.ts";
import type { VerifiedRace } from "./check-race.ts";
import { unnamedMemos } from "./named-memos.ts";

/** The races of a true history, in the form of the verify call. */
const races = [...trueHistory({ races: 300 })]
  .map((line) => JSON.parse(line) as Loose)
  .filter(({ kind }) => kind === "race")
  .map(
    ({ race }) => ({ ...exportedRace.parse(race), settlement: race.settlement }) as unknown as VerifiedRace,
  );

const raceThat = (suits: (race: VerifiedRace) => boolean): VerifiedRace => {
  const found = races.find(suits);
  if (found === undefined) throw new Error("no race suits");
  return found;
};
const isReal = ({ settings }: VerifiedRace) => settings["ledger"] === "real";
const run = raceThat((race) => isReal(race) && race.winning_horse !== null && race.entropy === "beacon");

const withoutMemos = (race: VerifiedRace): VerifiedRace => ({
  ...race,
  anchors: { commit: null, lock: null, result: null },
  seed_chain: { ...race.seed_chain, anchor: null },
});
const statesOf = (race: VerifiedRace) =>
  Object.fromEntries(Object.entries(unnamedMemos(race)).map(([check, { state }]) => [check, state]));

describe("the memos that a race has to name", () => {
  it("FAIR-32 are named by every race of a true history", () => {
    const kinds = new Set(races.map((race) => `${String(race.settings["ledger"])} ${race.status}`));
    expect([...kinds].toSorted()).toEqual(
      expect.arrayContaining(["play completed", "real completed", "real refunded"]),
    );
    const states = races.map(statesOf).filter((state) => Object.keys(state).length > 0);
    expect(states).toEqual([]);
  });

  it("FAIR-7 FAIR-12 FAIR-15 FAIR-32 differ where a race of real money names none of them", () => {
    const differing = { chainAnchor: "differs", commitment: "differs", lock: "differs" };
    expect(statesOf(withoutMemos(run))).toEqual({ ...differing, result: "pending" });
    expect(unnamedMemos(withoutMemos(run)).commitment).toEqual({
      state: "differs",
      said: "–",
      found: "memo",
    });
  });

  it("FAIR-15 FAIR-32 differ where it names no wallet that has to send the lock", () => {
    expect(statesOf({ ...run, lock_wallet: null })).toEqual({ lock: "differs" });
  });

  it("FAIR-32 a race of play money has its commitment alone", () => {
    const play = { ...run, settings: { ...run.settings, ledger: "play" } };
    expect(statesOf(withoutMemos(play))).toEqual({ commitment: "differs" });
  });

  it("FAIR-15 FAIR-32 the lock of a sealed race, and of one that never got a beacon, may be on its way", () => {
    const sealed: VerifiedRace = { ...run, entropy: "sealed", beacon: null };
    expect(statesOf(withoutMemos(sealed))["lock"]).toBe("pending");
    const over = { winning_horse: null, places: null, status: "refunded" } as const;
    expect(statesOf(withoutMemos({ ...run, ...over, beacon: null }))["lock"]).toBe("pending");
    expect(statesOf(withoutMemos({ ...run, ...over }))["lock"]).toBe("differs");
  });

  it("FAIR-12 FAIR-32 a race that was refunded before its commitment landed has none, unless somebody bet on it", () => {
    const gone = {
      winning_horse: null,
      places: null,
      beacon: null,
      betsRoot: null,
      lockedBets: null,
    } as const;
    const { settlement } = run;
    if (settlement === null) throw new Error("it is settled");
    const never: VerifiedRace = { ...run, ...gone, settlement: { ...settlement, bets: [] } };
    expect(statesOf(withoutMemos(never))).toEqual({ chainAnchor: "differs", result: "pending" });
    expect(statesOf(withoutMemos({ ...never, settlement }))["commitment"]).toBe("differs");
  });
});
