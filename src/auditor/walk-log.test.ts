import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyEd25519 } from "../../tests/support/plain-log.ts";
import {
  addNoise,
  anchoredLog,
  FIRST,
  headOf,
  logLies,
  SECOND,
  ServedLogs,
} from "../../tests/support/served-logs.ts";
import { checkpointLines } from "../domain/log/checkpoint.ts";
import { bundlePath } from "../domain/log/tile.ts";
import type { AuditPorts } from "./ports.ts";
import { walkLogs } from "./walk-log.ts";

const portsOf = (logs: ServedLogs): AuditPorts => ({
  verify: verifyEd25519,
  source: {
    readFile: async (id, path) => logs.files.get(`${id}/${path}`) ?? null,
  },
  node: {
    listTransactions: async (address, before) =>
      logs
        .list(address, before)
        .map(({ err, ...transaction }) => ({ ...transaction, hasFailed: err !== null })),
    payerOf: async (signature) => logs.payerOf(signature),
  },
});

const NOTHING = { anchors: 0, lost: 0, foreign: 0, failed: 0, hidden: 0, isAhead: false, differences: [] };

describe("LOG-13 the walk of what the notaries wrote", () => {
  it("finds nothing in honest logs, whatever their sizes and whenever they were anchored", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 600 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        async (older, newer, parts) => {
          const logs = new ServedLogs();
          const first = logs.serve(FIRST, { size: older, isClosed: true });
          const second = logs.serve(SECOND, { size: newer, before: headOf(first, older) });
          for (const part of parts) logs.anchor(first, 1 + Math.floor(part * (older - 1)));
          for (const part of parts) logs.anchor(second, 1 + Math.floor(part * (newer - 1)));
          const named = { row: newer, hash: bytesToHex(second.rootAt(newer)) };
          const walked = await walkLogs(portsOf(logs), SECOND, named);
          expect(walked).toEqual({ ...NOTHING, anchors: 2 * parts.length });
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each(Object.entries(logLies))("finds %s", async (_what, { tell, newest = FIRST }) => {
    const log = anchoredLog();
    tell(log);
    const { differences } = await walkLogs(portsOf(log.logs), newest, null);
    expect(differences.length).toBeGreaterThan(0);
    for (const difference of differences) expect(difference).toMatchObject({ rule: "LOG-13" });
  });

  it("counts what a log lost that did not end with close", async () => {
    const { logs, log } = anchoredLog();
    logs.serve(FIRST, { size: 280 });
    logs.serve(SECOND, { size: 1, before: headOf(log, 300) });
    expect(await walkLogs(portsOf(logs), SECOND, null)).toEqual({ ...NOTHING, anchors: 1, lost: 20 });
  });

  it("counts what strangers wrote, what failed, and what the node does not show", async () => {
    const log = anchoredLog();
    addNoise(log);
    const walked = await walkLogs(portsOf(log.logs), FIRST, null);
    expect(walked).toEqual({ ...NOTHING, anchors: 2, foreign: 1, failed: 1, hidden: 1 });
  });

  it("finds nothing in a log whose newest memo its server has not seen yet, nor in one without a checkpoint", async () => {
    const { logs } = anchoredLog();
    const note = logs.files.get(`${FIRST}/checkpoint`) ?? new Uint8Array();
    logs.anchor(logs.serve(FIRST, { size: 310 }), 310);
    logs.files.set(`${FIRST}/checkpoint`, note);
    expect(await walkLogs(portsOf(logs), FIRST, null)).toEqual({ ...NOTHING, anchors: 3 });
    logs.files.delete(`${FIRST}/checkpoint`);
    const later = { row: 3, hash: "ab".repeat(32) };
    expect(await walkLogs(portsOf(logs), FIRST, later)).toEqual({ ...NOTHING, isAhead: true });
  });

  it("reads all that a node lists, a page at a time", async () => {
    const { logs, log } = anchoredLog();
    for (let n = 0; n < 2_100; n += 1) logs.anchor(log, 20, { memo: "dust" });
    const memo = checkpointLines({ origin: log.origin, size: 40, root: log.rootAt(41) });
    logs.chain.unshift({ signature: "oldest", payer: log.notary, names: log.notary, memo });
    expect((await walkLogs(portsOf(logs), FIRST, null)).differences).toHaveLength(1);
  });

  it("finds that the records are of another log", async () => {
    const { logs, log } = anchoredLog();
    const at20 = { row: 20, hash: bytesToHex(log.rootAt(20)) };
    expect((await walkLogs(portsOf(logs), FIRST, at20)).differences).toEqual([]);
    expect((await walkLogs(portsOf(logs), FIRST, { ...at20, row: 21 })).differences).toHaveLength(1);
    // What is not anchored yet nobody can compare.
    const later = { row: 301, hash: "ab".repeat(32) };
    expect(await walkLogs(portsOf(logs), FIRST, later)).toEqual({ ...NOTHING, anchors: 2, isAhead: true });
  });

  it("finds a bundle that is cut, and a log that comes before itself", async () => {
    const { logs } = anchoredLog();
    const path = `${FIRST}/${bundlePath({ index: 1, width: 44 })}`;
    logs.files.set(path, (logs.files.get(path) ?? new Uint8Array()).slice(0, -1));
    expect((await walkLogs(portsOf(logs), FIRST, null)).differences).toHaveLength(1);
    const log = logs.serve(FIRST, { size: 3 });
    logs.serve(FIRST, { size: 300, before: headOf(log, 3) });
    expect((await walkLogs(portsOf(logs), FIRST, null)).differences.at(-1)?.found).toMatch("before itself");
  });
});
