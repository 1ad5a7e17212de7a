import { type ChildProcess, spawn } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { type Json, newBrowser } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import { findOrInstallPython } from "../support/python.ts";
import { newDataDir, type ServerProcess, startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");
const keys = mkdtempSync(join(tmpdir(), "furlong-examples-"));
const languages = [
  { language: "TypeScript", program: [process.execPath, "--import", "tsx", "examples/bettor.ts"] },
  { language: "Python", program: [findOrInstallPython("cryptography"), "-B", "examples/bettor.py"] },
] as const;

let dataDir: string;
let server: ServerProcess;
let admin: Player;
const running: ChildProcess[] = [];

const start = (port?: number) =>
  startServer({ dataDir, ...(port !== undefined && { port }), env: { LOCAL_PLAYERS: "3" } });

beforeAll(async () => {
  dataDir = await newDataDir();
  server = await start();
  admin = await openAdminSession(server.url);
  for (const [key, value] of [
    ["countdown_seconds", "15"],
    ["extend_seconds", "5"],
    ["next_race_delay", "2"],
  ] as const)
    await changeSetting(admin, key, value);
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await server?.stop();
});

interface Bettor {
  readonly said: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** Resolves once it has said its address. */
  readonly address: () => Promise<string>;
}

function startBettor(program: readonly string[], key: string, ...more: readonly string[]): Bettor {
  const [command = "", ...args] = program;
  const child = spawn(command, [...args, "--key", join(keys, key), ...more], { cwd: root });
  running.push(child);
  let said = "";
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  return {
    said: () => said,
    ended: new Promise((resolve) => child.once("exit", resolve)),
    async address() {
      await until("its address", async () => /(\w{32,44}) plays at/.test(said));
      return /(\w{32,44}) plays at/.exec(said)?.[1] ?? "";
    },
  };
}

/** Signs in with the bettor's key. */
async function betsOf(bettor: Bettor, file: string): Promise<Json[]> {
  const seed = Buffer.from(JSON.parse(readFileSync(join(keys, file), "utf8")).slice(0, 32));
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const browser = newBrowser(server.url, {
    address: await bettor.address(),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  });
  await browser.signIn();
  const { body } = await browser.call("GET", `/api/races/history/${browser.address}`);
  return body.bets;
}

it("both examples bet in each race, also when the server is killed between two of them", async () => {
  const bettors = languages.map(({ language, program }) =>
    startBettor(program, `${language}.json`, "--url", server.url, "--races", "3", "--amount", "0.07"),
  );
  await until("a bet of each", async () => bettors.every(({ said }) => said().includes("0.07 SOL on")));
  const { port } = server;
  await server.kill();
  server = await start(port);
  for (const [index, bettor] of bettors.entries()) {
    expect([await bettor.ended, bettor.said()]).toEqual([0, expect.any(String)]);
    const bets = await betsOf(bettor, `${languages[index]?.language}.json`);
    expect(bets.map((bet) => bet.bet_amount)).toEqual([0.07, 0.07, 0.07]);
    expect(new Set(bets.map((bet) => bet.race_id)).size).toBe(3);
  }
}, 400_000);

/** The server behind a thief, who changes the salt: what is signed would no longer be what the bettor knows. */
async function openThief(): Promise<Server> {
  const thief = createServer((request, response) => void rob(request, response));
  await new Promise<void>((resolve) => thief.listen(0, "127.0.0.1", resolve));
  return thief;
}

async function rob(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const answer = await fetch(`${server.url}${url}`, {
    method,
    headers: { cookie: headers.cookie ?? "", ...(body !== "" && { "content-type": "application/json" }) },
    ...(body !== "" && { body }),
  });
  const robbed = (await answer.text()).replace(/"salt":"[0-9a-f]/, (salt) => `${salt.slice(0, -1)}g`);
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "set-cookie": answer.headers.getSetCookie(),
  });
  response.end(robbed);
}

describe.each(languages)("the bettor in $language", ({ language, program }) => {
  it("signs nothing but what it asked for", async () => {
    const thief = await openThief();
    const { port } = thief.address() as AddressInfo;
    const bettor = startBettor(program, `${language}-robbed.json`, "--url", `http://127.0.0.1:${port}`);
    expect([await bettor.ended, bettor.said()]).toEqual([1, expect.any(String)]);
    expect(bettor.said()).toContain("nothing was signed");
    expect(await betsOf(bettor, `${language}-robbed.json`)).toEqual([]);
    thief.close();
  }, 120_000);

  it("ends with the server's text when it is banned", async () => {
    const bettor = startBettor(program, `${language}-banned.json`, "--url", server.url, "--races", "50");
    const walletAddress = await bettor.address();
    const ban = { adminWallet: admin.address, walletAddress, duration: 1 };
    expect((await admin.call("POST", "/api/admin/ban", { body: ban })).status).toBe(200);
    expect([await bettor.ended, bettor.said()]).toEqual([1, expect.any(String)]);
    expect(bettor.said()).toContain("BANNED: ");
  }, 120_000);
});
