import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { genesisHashes } from "../domain/genesis-hashes.ts";
import { openLocalRpc } from "../../tests/support/local-rpc.ts";
import { api } from "../contract/api.ts";
import { openLog } from "../server/adapters/log.ts";
import { httpExchange, textTransport } from "../server/adapters/rpc-transport.ts";
import { solanaChain } from "../server/adapters/solana-chain.ts";
import { isHealthy, type Finding } from "./check.ts";
import { checkDatabase } from "./check-database.ts";
import { checkMachine } from "./check-machine.ts";
import { checkNode } from "./check-node.ts";
import { checkRedis } from "./check-redis.ts";
import { checkAddresses, checkSite } from "./check-site.ts";
import { reportJson, reportText } from "./report.ts";
import { runDoctor } from "./run-doctor.ts";

const statusOf = (findings: readonly Finding[], area: string) =>
  findings.find((finding) => finding.area.trim() === area)?.status;
const nowMs = () => Date.now();

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

describe("OPERATE-3 the doctor looks at the machine", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "furlong-doctor-"));
    writeFileSync(join(dataDir, "seed-key"), new Uint8Array(32), { mode: 0o600 });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  const look = (changes: { nodeVersion?: string; free?: number } = {}) =>
    checkMachine({
      dataDir,
      nodeVersion: changes.nodeVersion ?? "20.19.0",
      freeBytes: () => Promise.resolve(changes.free ?? 100e9),
    });

  it("and finds nothing where nothing is", async () => {
    expect((await look()).map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  it("and finds an old Node, an open folder, a broken key and a full disk", async () => {
    expect(statusOf(await look({ nodeVersion: "20.18.3" }), "Node")).toBe("failed");
    expect(statusOf(await look({ nodeVersion: "24.1.0" }), "Node")).toBe("ok");
    expect(statusOf(await look({ free: 2e9 }), "disk")).toBe("warning");
    expect(statusOf(await look({ free: 5e8 }), "disk")).toBe("failed");
    chmodSync(join(dataDir, "seed-key"), 0o640);
    expect(statusOf(await look(), "data folder")).toBe("failed");
    writeFileSync(join(dataDir, "seed-key"), "short");
    expect(statusOf(await look(), "seed key")).toBe("failed");
    rmSync(join(dataDir, "seed-key"));
    expect(statusOf(await look(), "seed key")).toBe("warning");
    mkdirSync(join(dataDir, "database"));
    expect(statusOf(await look(), "seed key")).toBe("failed");
  });
});

it("OPERATE-3 a wrong configuration is told as the server tells it, and nothing else is looked at", async () => {
  const environment = { SOLANA_NETWORK: "devnet", PORT: "many" };
  const findings = await runDoctor({
    environment,
    url: null,
    funder: null,
    patienceMs: 1,
    say: () => undefined,
  });
  expect(findings).toMatchObject([
    { area: "configuration", status: "failed", detail: "PORT must be a port number" },
  ]);
});

it("OPERATE-3 an installation whose settings were not loaded is not taken for one in local mode", async () => {
  const settingsFolder = mkdtempSync(join(tmpdir(), "furlong-settings-"));
  const options = { url: null, funder: null, patienceMs: 1, say: () => undefined, settingsFolder };
  const findings = await runDoctor({ ...options, environment: { PATH: "/usr/bin" } });
  expect(findings).toMatchObject([{ area: "configuration", status: "failed" }]);
  expect(findings[0]!.detail).toContain("furlong doctor");
  const loaded = await runDoctor({ ...options, environment: { DATA_DIR: settingsFolder } });
  expect(loaded[0]).toMatchObject({ area: "configuration", status: "ok" });
  rmSync(settingsFolder, { recursive: true });
});

it("OPERATE-3 a database and a Redis that do not answer have failed", async () => {
  const database = {
    databaseUrl: "postgres://nobody@127.0.0.1:1/none",
    dataDir: ".",
    network: "devnet",
  } as const;
  expect(await checkDatabase(database, nowMs)).toMatchObject([{ area: "database", status: "failed" }]);
  expect(await checkRedis("redis://127.0.0.1:1")).toMatchObject({ area: "Redis", status: "failed" });
});

describe("OPERATE-3 the doctor tries the node", () => {
  let rpc: Awaited<ReturnType<typeof openLocalRpc>>;
  beforeAll(async () => {
    rpc = await openLocalRpc();
  });
  afterAll(() => rpc.close());

  /** A node that forwards what it does not answer itself. */
  const nodeThat = (
    answer: (method: string, calls: number) => { status: number; headers?: object } | null,
    clockAheadMs = 0,
  ) => {
    let calls = 0;
    return listen((request, response) => {
      // It sends nothing over WebSocket.
      if (request.headers.upgrade !== undefined) return response.writeHead(404).end();
      let body = "";
      request.on("data", (part) => (body += String(part)));
      request.on("end", () => {
        calls += 1;
        const own = answer((JSON.parse(body) as { method: string }).method, calls);
        response.setHeader("date", new Date(Date.now() + clockAheadMs).toUTCString());
        if (own) return response.writeHead(own.status).end("no");
        void fetch(rpc.url, { method: "POST", body, headers: { "content-type": "application/json" } })
          .then((passed) => passed.text())
          .then((text) => response.setHeader("content-type", "application/json").end(text));
      });
    });
  };
  const look = (url: string, genesisHash = rpc.chain.genesisHash) =>
    checkNode({
      node: solanaChain({ transport: textTransport(httpExchange(url)), log: openLog("silent") }),
      url,
      network: "devnet",
      genesisHash,
      nowMs,
    });

  it("with every call of the game, and finds nothing where all are answered", async () => {
    const findings = await look(await nodeThat(() => null));
    expect(findings.filter(({ status }) => status !== "ok")).toMatchObject([
      { area: "  slotSubscribe", status: "warning" },
    ]);
    expect(findings.map(({ area }) => area.trim())).toEqual(
      expect.arrayContaining(["getSignaturesForAddress", "getSignatureStatuses", "sendTransaction", "clock"]),
    );
  });

  it("and names the call that it does not answer", async () => {
    const findings = await look(
      await nodeThat((method) => (method === "getSignatureStatuses" ? { status: 403 } : null)),
    );
    expect(statusOf(findings, "Solana node")).toBe("failed");
    expect(statusOf(findings, "getSignatureStatuses")).toBe("failed");
    expect(statusOf(findings, "getSlot")).toBe("ok");
  });

  it("and finds another network", async () => {
    const findings = await look(rpc.url, genesisHashes.devnet);
    expect(findings[0]).toMatchObject({ status: "failed", detail: expect.stringContaining("genesis hash") });
    expect(statusOf(findings, "sendTransaction")).toBe("skipped");
  });

  it("and finds narrow limits, and a clock that is wrong", async () => {
    // 14 calls are tried one by one.
    const findings = await look(
      await nodeThat(
        (method, calls) => (calls > 25 && method === "getSlot" ? { status: 429 } : null),
        60_000,
      ),
    );
    expect(statusOf(findings, "Solana node's limits")).toBe("failed");
    expect(statusOf(findings, "clock")).toBe("failed");
  });
});

describe("OPERATE-3 the doctor looks at the site", () => {
  const site = { network: "devnet", publicOrigin: "https://furlong.example", hasTrustedProxy: true } as const;

  it("and finds a game that does not run, or is not ready, or is locked", async () => {
    expect(await checkSite({ ...site, url: "http://127.0.0.1:1" })).toMatchObject([
      { area: "site", status: "failed" },
    ]);
    const broken = await listen((_request, response) => {
      response.writeHead(503, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: false, code: "NOT_READY", message: "chain does not answer" }));
    });
    expect(await checkSite({ ...site, url: broken })).toMatchObject([{ status: "failed" }]);
    const locked = await listen((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ success: true, dependencies: [], house: "locked" }));
    });
    expect(await checkSite({ ...site, url: locked })).toMatchObject([
      { status: "failed", detail: expect.stringContaining("locked") },
    ]);
  });

  it("and finds a proxy that drops the policy, passes no sockets and opens the metrics to all, and another name", async () => {
    const url = await listen((request, response) => {
      response.setHeader("content-type", "application/json");
      const ready = { success: true, dependencies: [], house: "unlocked" };
      response.writeHead(request.url?.startsWith("/socket.io") ? 400 : 200);
      response.end(JSON.stringify(request.url === "/api/health/ready" ? ready : {}));
    });
    const findings = await checkSite({ ...site, url });
    for (const area of ["page", "metrics", "sockets", "its name", "its network"]) {
      expect([area, statusOf(findings, area)]).toEqual([area, "failed"]);
    }
    // Every sign-in was answered, whatever address it came from.
    expect(await checkAddresses({ ...site, url })).toMatchObject({ status: "failed" });
  });

  it("and blames no proxy where the limit's window ends between the sign-in requests", async () => {
    let uses = 0;
    let isNextWindow = false;
    const url = await listen((_request, response) => {
      uses += 1;
      if (uses === 25 && !isNextWindow) {
        isNextWindow = true;
        uses = 1;
      }
      response.writeHead(uses > (api.createSignInNonce.perMinute ?? 0) ? 429 : 200).end();
    });
    expect(await checkAddresses({ ...site, url })).toEqual({
      area: "addresses of players",
      status: "ok",
      detail: "A forged address is not trusted (limit after 54 calls).",
    });
  });

  it("and finds that all players would look like the proxy", async () => {
    const behind = { ...site, url: "https://127.0.0.1:1", hasTrustedProxy: false };
    expect(await checkAddresses(behind)).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("TRUST_PROXY is not set"),
    });
  });
});

it("the report has a line for each finding, and the same as JSON", () => {
  const findings: Finding[] = [
    { area: "Node", status: "ok", detail: "24.1.0" },
    { area: "  getSlot", status: "failed", detail: "HTTP 429" },
  ];
  expect(reportText(findings).split("\n")).toEqual([
    "ok    Node       24.1.0",
    "FAIL    getSlot  HTTP 429",
    "",
    "1 failed, 0 with warnings, 1 ok, 0 skipped",
  ]);
  expect(JSON.parse(reportJson(findings)).findings[1]).toEqual({
    area: "getSlot",
    status: "failed",
    detail: "HTTP 429",
  });
  expect(isHealthy(findings)).toBe(false);
});
