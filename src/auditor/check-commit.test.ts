import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitOf } from "../../tests/support/log-rows.ts";
import { FIRST, SECOND, ServedLogs } from "../../tests/support/served-logs.ts";
import { checkpointLines } from "../domain/log/checkpoint.ts";
import type { EntryContent } from "../domain/log/entry.ts";
import { checkCommit } from "./check-commit.ts";

const halt: EntryContent = { kind: "rule", rule: "halt", reason: null };

/** A log of this many entries, of which the one at `index` commits to race 7, as of a size. */
function committed(index: number, size: number) {
  const logs = new ServedLogs();
  const entries = [...Array.from({ length: index - 1 }, () => halt), commitOf(7)];
  const log = logs.serve(FIRST, { size, entries });
  return async (at: number) => ({
    index,
    notary: log.notary,
    checkpoint: checkpointLines({ origin: log.origin, size: at, root: log.rootAt(at) }),
    ...(await log.showIn(at, index)),
  });
}

const entry = commitOf(7) as Extract<EntryContent, { kind: "commit" }>;
const race = {
  id: "race-7",
  server_seed_hash: entry.seed_hash,
  nonce: "7.blockhash",
  settings: { ...entry.settings, jackpot: "0" },
  horses: entry.horses,
  lock_wallet: entry.lock_wallet,
};

const commitAt = committed(270, 300);
const anchored = await commitAt(290);
const { opening, commitment } = anchored;
const later = await commitAt(300);

describe("FAIR-12 the entry that commits to a race", () => {
  it("is proven in every tree that covers it, by its path alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        async (index, more, rest) => {
          const commit = await committed(index, index + 1 + more + rest)(index + 1 + more);
          expect(checkCommit(commit, race)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    ["another race", {}, { id: "race-8" }],
    ["another seed", {}, { server_seed_hash: "ab".repeat(32) }],
    ["another nonce", {}, { nonce: "8.blockhash" }],
    ["another edge", {}, { settings: { ...race.settings, houseEdgeBps: 600 } }],
    ["a setting less", {}, { settings: { version: 1, jackpot: "0" } }],
    ["a jackpot", {}, { settings: { ...race.settings, jackpot: "1" } }],
    ["no jackpot", {}, { settings: { ...race.settings, jackpot: undefined } }],
    ["another horse", {}, { horses: race.horses.with(2, { number: 3, id: 9, name: "Another" }) }],
    ["another wallet that locks", {}, { lock_wallet: null }],
    ["another entry", { index: 269 }, {}],
    ["an entry that the tree does not have", { index: 290 }, {}],
    ["a notary who is not the log's", { notary: "2".repeat(44) }, {}],
    ["another root", { checkpoint: later.checkpoint.replace("300", "290") }, {}],
    ["another log", { checkpoint: anchored.checkpoint.replace(FIRST, SECOND) }, {}],
    ["another host's log", { checkpoint: anchored.checkpoint.replace("localhost", "example.com") }, {}],
    ["no checkpoint", { checkpoint: "furlong:1:export" }, {}],
    ["a path to another root", { commitment: later.commitment }, {}],
    ["a path that is cut", { commitment: { ...commitment, path: commitment.path.slice(64) } }, {}],
    ["a path in capitals", { commitment: { ...commitment, path: commitment.path.toUpperCase() } }, {}],
    ["another text", { commitment: { ...commitment, text: `${commitment.text} ` } }, {}],
    ["an opening with another notary", { opening: { ...opening, text: otherOpening(opening.text) } }, {}],
    ["an opening that is not the first entry", { opening: commitment }, {}],
  ])("is not that of %s", (_what, changedEntry, changedRace) => {
    expect(checkCommit({ ...anchored, ...changedEntry }, { ...race, ...changedRace })).not.toEqual([]);
  });
});

function otherOpening(text: string): string {
  return text.replace(/"notary":"[^"]+"/, `"notary":"${"2".repeat(44)}"`);
}
