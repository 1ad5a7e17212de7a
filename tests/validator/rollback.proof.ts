import { cpSync, lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "../support/browser-session.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { paymentsFrom } from "../support/race-audit.ts";
import { booksDifference, finalRace } from "../support/reconcile.ts";
import { startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import { startValidator } from "./validator-process.ts";

const SOL = 1_000_000_000;
const HORSES = 6;

const validator = await startValidator();
const copy = mkdtempSync(join(tmpdir(), "furlong-older-ledger-"));
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ env: { RPC_URL_LOCALNET: validator.url } });
});
afterAll(async () => {
  await server.stop();
  await validator.stop();
  rmSync(copy, { recursive: true, force: true });
});

const solvency = async (reader: Player): Promise<Json> => (await reader.call("GET", "/api/solvency")).body;

async function openHouse(admin: Player) {
  await admin.signIn();
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  for (const [settingKey, settingValue] of Object.entries({
    countdown_seconds: "10",
    extend_seconds: "5",
    sprint_duration: "5",
    race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
    next_race_delay: "0",
    min_bets_to_start: "6",
    superfecta_bonus_sol: "0",
  })) {
    const body = { adminWallet: admin.address, settingKey, settingValue };
    const { status, text } = await admin.call("POST", "/api/admin/settings", { body });
    expect({ settingKey, status, text }).toMatchObject({ status: 200 });
  }
}

/** A race with a player on each horse, until its winner is paid. */
async function playRace(players: readonly Player[]): Promise<Json> {
  const [reader] = players;
  const open = await until(
    "a race that takes bets",
    async () => {
      const { race } = (await reader!.call("GET", "/api/races/active")).body;
      return race?.status === "pending" && race.bettingOpensAt !== null && race;
    },
    { patienceMs: 120_000 },
  );
  const confirmed = await Promise.all(
    players.map(async (player, at) => {
      // Right after a restart the validator may not answer yet.
      const pay = () => player.pay(open.id, open.horses[at].id, 0.5);
      return player.confirm(await until("a bet to be sent", pay, { patienceMs: 120_000, everyMs: 1_000 }));
    }),
  );
  expect(confirmed.map(({ status }) => status)).toEqual(players.map(() => 200));
  const race = await finalRace(reader!, open.id);
  expect(race?.status).toBe("completed");
  expect(race.settlement.payouts).toHaveLength(1);
  return race;
}

/** How often each payment of the house is on the chain, by memo. */
async function paymentsOnChain(reader: Player) {
  const { holdings } = await solvency(reader);
  const { address } = holdings.find(({ kind }: Json) => kind === "hot");
  const payments = await paymentsFrom(server.url, address, validator.url);
  return new Map([...payments].map(([memo, times]) => [memo, times.length]));
}
const memoOf = ({ settlement }: Json) => `furlong:1:payment ${settlement.payouts[0].id}`;

it("INV-9 INV-12 MONEY-11 on a validator that comes back with an older ledger, nothing is paid or credited twice and payments halt", async () => {
  const playerOf = () => newPlayer(server.url, { rpcUrl: validator.url });
  const admin = playerOf();
  await openHouse(admin);
  const players = Array.from({ length: HORSES }, playerOf);
  await Promise.all(
    players.map(async (player, at) => {
      await player.signIn();
      await player.createProfile(`rolled-${at}`);
      await player.airdrop(20 * SOL);
    }),
  );
  const first = await playRace(players);
  expect(await booksDifference(admin)).toBe(0n);

  await validator.stop();
  // The validator's admin socket is not part of its ledger.
  const filter = (path: string) => !lstatSync(path).isSocket();
  cpSync(validator.ledger, copy, { recursive: true, filter });
  await validator.restart();
  const second = await playRace(players);
  expect(await booksDifference(admin)).toBe(0n);
  const slotBefore = await admin.connection.getSlot("finalized");
  const balances = () => Promise.all(players.map((player) => player.balance()));
  const balancesBefore = await balances();

  await validator.stop();
  rmSync(validator.ledger, { recursive: true });
  cpSync(copy, validator.ledger, { recursive: true });
  await validator.restart();
  expect(await admin.connection.getSlot("finalized")).toBeLessThan(slotBefore);
  const halted = await until(
    "payments to halt",
    async () => {
      const now = await solvency(admin);
      return now.paymentsHalted && now;
    },
    { patienceMs: 300_000, everyMs: 1_000 },
  );
  // Of the second race, what its bettors paid in is gone, and so is what the winner was paid.
  expect(Number(halted.difference)).toBeLessThan(0);
  await until(
    "the chain to pass where it was",
    async () => (await admin.connection.getSlot("finalized")) > slotBefore + 20,
    { patienceMs: 300_000, everyMs: 1_000 },
  );
  const payments = await paymentsOnChain(admin);
  expect(payments.get(memoOf(first))).toBe(1);
  expect(payments.get(memoOf(second))).toBeUndefined();
  expect(await balances()).toEqual(balancesBefore);
  const { body } = await admin.call("GET", `/api/races/verify/${second.id}`);
  expect(body.race.settlement).toEqual(second.settlement);

  // The operator looks into it, and the house bears the difference.
  const masterPassword = readFileSync(join(server.dataDir, "house-password"), "utf8").trim();
  await admin.stepUp("house-money");
  const resumed = await admin.call("POST", "/api/house-wallet/resume-payments", {
    body: { adminWallet: admin.address, masterPassword, reason: "The ledger was restored from a copy" },
  });
  expect({ status: resumed.status, text: resumed.text }).toMatchObject({ status: 200 });
  const third = await playRace(players);
  expect(await booksDifference(admin)).toBe(0n);
  const atLast = await paymentsOnChain(admin);
  expect(atLast.get(memoOf(third))).toBe(1);
  expect(Math.max(...atLast.values())).toBe(1);
}, 1_200_000);
