import { utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitOf } from "../../tests/support/log-rows.ts";
import { FIRST, SECOND, ServedLogs } from "../../tests/support/served-logs.ts";
import { checkpointLines } from "../domain/log/checkpoint.ts";
import { type EntryContent, writeEntry } from "../domain/log/entry.ts";
import { writeBundle } from "../domain/log/entry-bundle.ts";
import { bundlePath } from "../domain/log/tile.ts";
import { checkCommit } from "./check-commit.ts";
import type { LogSource } from "./ports.ts";

const sourceOf = (logs: ServedLogs): LogSource => ({
  readFile: async (id, path) => logs.files.get(`${id}/${path}`) ?? null,
});

const halt: EntryContent = { kind: "rule", rule: "halt", reason: null };

/** A log of this many entries, of which the one at `index` commits to race 7, as of a size. */
function committed(index: number, size: number) {
  const logs = new ServedLogs();
  const entries = [...Array.from({ length: index - 1 }, () => halt), commitOf(7)];
  const log = logs.serve(FIRST, { size, entries });
  const commitAt = (at: number) => ({
    index,
    notary: log.notary,
    checkpoint: checkpointLines({ origin: log.origin, size: at, root: log.rootAt(at) }),
  });
  return { logs, log, commitAt };
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

describe("FAIR-12 the entry that commits to a race", () => {
  it("is proven in every tree that covers it, by the files of the log alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        async (index, more, later) => {
          const { logs, commitAt } = committed(index, index + 1 + more + later);
          expect(await checkCommit(sourceOf(logs), commitAt(index + 1 + more), race)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  const { logs, log, commitAt } = committed(270, 300);
  const anchored = commitAt(290);
  it.each([
    ["another race", {}, { id: "race-8" }],
    ["another seed", {}, { server_seed_hash: "ab".repeat(32) }],
    ["another nonce", {}, { nonce: "8.blockhash" }],
    ["another edge", {}, { settings: { ...race.settings, houseEdgeBps: 600 } }],
    ["a setting less", {}, { settings: { version: 1, jackpot: "0" } }],
    ["a jackpot", {}, { settings: { ...race.settings, jackpot: "1" } }],
    ["another horse", {}, { horses: race.horses.with(2, { number: 3, id: 9, name: "Another" }) }],
    ["another wallet that locks", {}, { lock_wallet: null }],
    ["another entry", { index: 269 }, {}],
    ["an entry that the tree does not have", { index: 290 }, {}],
    ["a notary who is not the log's", { notary: "2".repeat(44) }, {}],
    ["another root", { checkpoint: commitAt(289).checkpoint.replace("289", "290") }, {}],
    ["a log that is not there", { checkpoint: anchored.checkpoint.replace(FIRST, SECOND) }, {}],
    ["another host's log", { checkpoint: anchored.checkpoint.replace("localhost", "example.com") }, {}],
    ["no checkpoint", { checkpoint: "furlong:1:export" }, {}],
  ])("is not that of %s", async (_what, changedEntry, changedRace) => {
    const found = await checkCommit(
      sourceOf(logs),
      { ...anchored, ...changedEntry },
      { ...race, ...changedRace },
    );
    expect(found).not.toEqual([]);
  });

  it("is not one that was put into the bundle afterwards, nor one of a tile that is cut", async () => {
    const files = new Map(logs.files);
    const path = `${FIRST}/${bundlePath({ index: 1, width: 34 })}`;
    const lied = Array.from({ length: 34 }, () => utf8ToBytes(writeEntry(commitOf(7), new Date(0))));
    files.set(path, writeBundle(lied));
    const source: LogSource = { readFile: async (id, name) => files.get(`${id}/${name}`) ?? null };
    expect(await checkCommit(source, anchored, race)).toHaveLength(1);
    files.set(path, logs.files.get(path)!);
    expect(await checkCommit(source, anchored, race)).toEqual([]);
    const tile = `${FIRST}/tile/0/001.p/34`;
    files.set(tile, files.get(tile)!.slice(1));
    expect(await checkCommit(source, anchored, race)).toHaveLength(1);
  });

  it("is not checked where the log cannot be read", async () => {
    const source: LogSource = { readFile: () => Promise.reject(new Error("no route")) };
    await expect(checkCommit(source, commitAt(290), race)).rejects.toThrow("no route");
    expect(log.origin).toContain(FIRST);
  });
});
