import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { findOrInstallPython } from "../support/python.ts";
import {
  addNoise,
  anchoredLog,
  FIRST,
  logLies,
  SECOND,
  headOf,
  type ServedLogs,
} from "../support/served-logs.ts";

const python = findOrInstallPython();
const program = join(import.meta.dirname, "../../verifier/verify.py");

/** Answers as a server whose export is empty, and as a node. */
function answer(logs: ServedLogs, newest: string, path: string, body: string): string | Uint8Array | null {
  if (path === "/rpc") {
    const { method, params } = JSON.parse(body) as { method: string; params: [string, { before?: string }] };
    const [named, terms] = params;
    const payer = method === "getTransaction" ? logs.payerOf(named) : null;
    const result = {
      getGenesisHash: "a local chain",
      getSignaturesForAddress: logs.list(named, terms?.before ?? null),
      getTransaction: payer && {
        slot: 7,
        meta: { err: null },
        transaction: { message: { accountKeys: [{ pubkey: payer }], instructions: [] } },
      },
    }[method];
    return JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  }
  if (path === "/api/export") return JSON.stringify({ success: true, days: [], next: 1 });
  if (path.startsWith("/api/export/records")) return JSON.stringify({ records: [], nextCursor: null });
  if (path === "/api/fairness/chain") return JSON.stringify({ log: { origin: `localhost/log/${newest}` } });
  return logs.files.get(path.slice("/log/".length)) ?? null;
}

async function verify(logs: ServedLogs, newest = FIRST as string) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const found = answer(logs, newest, request.url ?? "", body);
      if (found === null) return response.writeHead(404).end();
      // Bundles are compressed whatever a client says that it takes (C2SP tlog-tiles).
      const isBundle = request.url?.includes("/tile/entries/") === true;
      if (isBundle) response.setHeader("content-encoding", "gzip");
      return response.end(isBundle ? gzipSync(found) : found);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(python, [program, url, "--rpc", `${url}/rpc`, "--rate", "10000", "--json"]);
  const [told, counts, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.on("close", done)),
  ]);
  server.close();
  return { rules: [...told.matchAll(/"rule": "([A-Z]+-\d+)"/g)].map(([, rule]) => rule), counts, status };
}

it("LOG-13 the verifier in Python finds nothing in an anchored log, and counts what is no lie", async () => {
  const told = anchoredLog();
  addNoise(told);
  const { rules, counts, status } = await verify(told.logs);
  expect({ rules, status }).toEqual({ rules: [], status: 0 });
  for (const counted of [
    "memos like a notary's by others",
    "memos like a notary's that failed",
    "memos of an unknown payer",
  ])
    expect(counts).toContain(`1 ${counted}`);
});

it("LOG-13 the verifier in Python counts what a log lost that did not end with close", async () => {
  const { logs, log } = anchoredLog();
  logs.serve(FIRST, { size: 280 });
  logs.serve(SECOND, { size: 1, before: headOf(log, 300) });
  const { status, counts } = await verify(logs, SECOND);
  expect([status, counts]).toEqual([0, expect.stringContaining("20 anchored entries that were lost")]);
});

it.each(Object.entries(logLies))("LOG-13 the verifier in Python finds %s", async (what, { tell, newest }) => {
  const told = anchoredLog();
  tell(told);
  const { rules, status, counts } = await verify(told.logs, newest);
  // Without the module `cryptography` no signature is checked.
  if (what === "a checkpoint that another key signed" && status === 0) return;
  expect({ status, rules: [...new Set(rules)], counts }).toMatchObject({ status: 1, rules: ["LOG-13"] });
});
