import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newPlayer } from "../support/player.ts";
import { booksDifference, finalRace } from "../support/reconcile.ts";
import { startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import { startValidator } from "./validator-process.ts";

const SOL = 1_000_000_000;
const folder = mkdtempSync(join(tmpdir(), "furlong-local-"));
const validator = await startValidator();
const env = { RPC_URL_LOCALNET: validator.url, LOCAL_PLAYERS: "4" };
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  await validator.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("LOCALNET-7 practice bettors play on a validator, and who won is paid", async () => {
  const reader = newPlayer(server.url, { rpcUrl: validator.url });
  const paid = await until("a race with winners", async () => {
    const { body } = await reader.call("GET", "/api/races?limit=5");
    return body.races.find(({ status }: { status: string }) => status === "completed");
  });
  const race = await finalRace(reader, paid.id);
  expect(race?.settlement.payouts.length).toBeGreaterThan(0);
  expect(await booksDifference(reader)).toBe(0n);
}, 300_000);

it("OPERATE-4 the doctor plays a whole race on a validator and is paid", async () => {
  const keypair = Keypair.generate();
  const funder = newPlayer(server.url, { rpcUrl: validator.url });
  await funder.connection.requestAirdrop(keypair.publicKey, 2 * SOL);
  await until(
    "the funder's SOL",
    async () => (await funder.connection.getBalance(keypair.publicKey)) === 2 * SOL,
  );
  const key = join(folder, "funder.json");
  writeFileSync(key, JSON.stringify([...keypair.secretKey]), { mode: 0o600 });
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["scripts/run.mjs", "doctor", "--url", server.url, "--play", "--key", key, "--patience", "180"],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, ...env, DATA_DIR: mkdtempSync(join(folder, "data-")) },
      encoding: "utf8",
    },
  );
  expect({ status, told: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, told: "" });
  expect(stdout).toMatch(/^ok +the money is with its players/m);
}, 600_000);
