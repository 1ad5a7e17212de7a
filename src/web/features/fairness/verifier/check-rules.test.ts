import { describe, expect, it } from "vitest";
import { freezeRaceSettings, storeRaceSettings } from "../../../../domain/race-settings.ts";
import { headOf } from "../../../../domain/rule-log.ts";
import { settingsFrom } from "../../../../domain/settings.ts";
import { logRows } from "../../../../../tests/support/log-rows.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compareRace } from "./check-rules.ts";
import { readChain } from "./read-chain.ts";

const rows = logRows([{ rule: "setting", key: "house_edge", from: "5", to: "4", reason: null }]);
const head = headOf(rows);
const frozenWith = (houseEdge: string) => {
  const settings = settingsFrom([{ key: "house_edge", value: houseEdge }]);
  return storeRaceSettings(freezeRaceSettings(settings, { raceType: "sprint" })) as VerifiedRace["settings"];
};

describe("a race against the rule log", () => {
  it("RULELOG-4 holds where its settings follow from the rules up to the row that it names", () => {
    expect(compareRace(head, frozenWith("4"), rows)).toEqual({ state: "checked" });
  });

  it.each<[string, Parameters<typeof compareRace>, object]>([
    [
      "an edge of before the change",
      [head, frozenWith("5"), rows],
      { said: "houseEdgeBps: 500", found: "houseEdgeBps: 400" },
    ],
    [
      "a log that ends before its row",
      [head, frozenWith("5"), rows.slice(0, 1)],
      { said: `row 2: ${head.hash}` },
    ],
    [
      "another row of that number",
      [{ ...head, hash: "e".repeat(64) }, frozenWith("4"), rows],
      { found: `row 2: ${head.hash}` },
    ],
    [
      "a row that was changed",
      [head, frozenWith("4"), [rows[0]!, { ...rows[1]!, entry: rows[1]!.entry.replace('"4"', '"9"') }]],
      { said: `row 2: ${head.hash}` },
    ],
    ["no row at all", [head, frozenWith("4"), []], { said: `row 2: ${head.hash}` }],
  ])("RULELOG-4 differs with %s", (_what, given, differs) => {
    expect(compareRace(...given)).toMatchObject({ state: "differs", ...differs });
  });
});

describe("its commitment on the chain", () => {
  const race = {
    id: "race-7",
    server_seed_hash: "12",
    nonce: "7.hash",
    settings_hash: "ab",
    settings: frozenWith("4"),
    rules: head,
    beacon: null,
    seed_chain: { tip: "cd", index: 7, length: 50, anchor: null },
    anchors: { commit: "commit", lock: null, result: null },
  } as unknown as VerifiedRace;
  const nodeWith = (memo: string) => async () => ({
    slot: 2,
    meta: { err: null },
    transaction: {
      message: {
        accountKeys: [{ pubkey: "House" }],
        instructions: [{ programId: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", parsed: memo }],
      },
    },
  });
  const read = (memo: string, changed: Partial<VerifiedRace> = {}) =>
    readChain("commitment", { ...race, ...changed }, { ask: nodeWith(memo), genesisHash: null });
  const first = "furlong:1:commit race=race-7 seed_hash=12 nonce=7 settings=ab";
  const second = `furlong:2:commit race=race-7 seed_hash=12 nonce=7 settings=ab rules=${head.hash}`;

  it("RULELOG-4 FAIR-32 names the row's hash, and one without it differs", async () => {
    expect(await read(second)).toEqual({ state: "checked" });
    expect(await read(first)).toMatchObject({ state: "differs", said: second });
    expect(await read(second, { rules: headOf(rows.slice(0, 1)) })).toMatchObject({
      state: "differs",
    });
  });
});
