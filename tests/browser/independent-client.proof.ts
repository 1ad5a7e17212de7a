import { afterAll, beforeAll, expect, it } from "vitest";
import { newPlayer, type Player } from "../support/player.ts";
import { auditRace, paymentsFrom } from "../support/race-audit.ts";
import { until } from "../support/until.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

const SOL = 1_000_000_000;
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it("INV-4 INV-7 INV-10 a client that knows only the wire plays a race with two wallets and every lamport adds up", async () => {
  const admin = await joined("a_chief");
  expect(
    (await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } })).status,
  ).toBe(200);
  for (const [settingKey, settingValue] of Object.entries({
    countdown_seconds: "10",
    race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  })) {
    const body = { adminWallet: admin.address, settingKey, settingValue };
    expect((await admin.call("POST", "/api/admin/settings", { body })).body).toMatchObject({ success: true });
  }
  // One player on each horse, so that somebody wins and is paid on the chain.
  const players = await Promise.all(["ada", "grace", "mary", "joan", "edith", "hedy"].map(joined));

  const race = await until("an open race", async () => {
    const { body } = await admin.call("GET", "/api/races/active");
    return body.race?.status === "pending" && body.race.bettingOpensAt && body.race;
  });
  const bets = await Promise.all(
    players.map((player, at) => player.bet(race.id, race.horses[at].id, (at + 1) / 10)),
  );
  for (const bet of bets) expect(bet.confirmed.body).toMatchObject({ success: true });

  const early = await admin.call("GET", `/api/races/verify/${race.id}`);
  expect([early.status, early.body.code]).toEqual([409, "SEED_NOT_REVEALED"]);

  const verified = await until("the settlement and its payouts", async () => {
    const { body } = await admin.call("GET", `/api/races/verify/${race.id}`);
    const books = body.race?.settlement;
    return books?.payouts.every((payout: { status: string }) => payout.status === "completed") && body.race;
  });
  const audit = await auditRace(server.url, race.id);
  expect(audit.problems).toEqual([]);
  expect([audit.bets, audit.payouts]).toEqual([6, 1]);
  await reconcileWallets(players, bets, verified);

  const solvency = await admin.call("GET", "/api/solvency");
  expect(solvency.body.difference).toBe("0");
});

async function joined(name: string): Promise<Player> {
  const player = newPlayer(server.url);
  expect((await player.signIn()).body).toMatchObject({ success: true, wallet: player.address });
  expect((await player.createProfile(name)).status).toBe(201);
  await player.airdrop(2 * SOL);
  return player;
}

/** Checks that each wallet now has what it had, less its stake and fee, plus what the chain shows it was paid. */
async function reconcileWallets(
  players: readonly Player[],
  bets: readonly { signature: string }[],
  verified: { settlement: { bets: readonly { user_wallet: string; stake: string; payout: string }[] } },
) {
  for (const [at, player] of players.entries()) {
    const book = verified.settlement.bets.find((bet) => bet.user_wallet === player.address);
    const fee = (await player.transaction(bets[at]?.signature ?? ""))?.meta?.fee ?? Number.NaN;
    const { body } = await player.call("GET", `/api/wallet/balance/${player.address}`);
    const held = (await player.chainBalance()) + Math.round(body.balance * SOL);
    expect(held).toBe(2 * SOL - Number(book?.stake) - fee + Number(book?.payout));
  }
}

it("BET-8 MONEY-8 money that is no bet is credited, and goes back to the wallet as a withdrawal", async () => {
  const player = await joined("frances");
  const { body: solvency } = await player.call("GET", "/api/solvency");
  const deposit = solvency.holdings.find((holding: { kind: string }) => holding.kind === "deposit").address;
  await player.transfer(deposit, 0.5 * SOL);
  const balance = async () =>
    (await player.call("GET", `/api/wallet/balance/${player.address}`)).body.balance;
  expect(await until("the credit", balance)).toBe(0.5);

  const tooMuch = await player.call("POST", "/api/wallet/withdraw", { body: { amount: 0.6 } });
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, "INSUFFICIENT_BALANCE"]);
  const before = await player.chainBalance();
  // A credit can be withdrawn once its payment is final.
  await until("the withdrawal to be taken", async () => {
    const { status } = await player.call("POST", "/api/wallet/withdraw", { body: { amount: 0.2 } });
    return status === 200 || status === 201;
  });
  await until("the withdrawal on the chain", async () => (await player.chainBalance()) > before);
  expect(await player.chainBalance()).toBe(before + 0.2 * SOL);
  expect(await balance()).toBe(0.3);
});

it("BET-10 in testing mode a bet is play money: no wallet signs and nothing moves on the chain", async () => {
  const admin = newPlayer(server.url);
  await admin.signIn();
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  const change = (settingValue: string) =>
    admin.call("POST", "/api/admin/settings", {
      body: {
        adminWallet: admin.address,
        settingKey: "testing_mode_enabled",
        settingValue,
      },
    });
  expect((await change("true")).status).toBe(200);
  const player = await joined("marie");
  const race = await until("a race for play money", async () => {
    const { body } = await player.call("GET", "/api/races/active");
    if (body.race?.status === "pending" && !body.race.testing) await runOut(body.race);
    return body.race?.status === "pending" && body.race.testing && body.race.bettingOpensAt && body.race;
  });
  const prepared = await player.call("POST", `/api/races/${race.id}/bet/prepare`, {
    body: {
      walletAddress: player.address,
      horseId: race.horses[0].id,
      amount: 1,
    },
  });
  expect(prepared.body).toMatchObject({ success: true, testing: true, serializedTransaction: null });
  expect(await player.chainBalance()).toBe(2 * SOL);
  const { body } = await player.call("GET", "/api/races/active");
  expect(body.yourBet).toMatchObject({ id: prepared.body.betId, bet_amount: 1 });
  expect((await change("false")).status).toBe(200);
});

/** Two bets make a race for real money run, so that the next one can open. */
async function runOut(race: { id: string; horses: readonly { id: number }[] }) {
  for (const [at, name] of ["emmy", "sofia"].entries()) {
    const player = newPlayer(server.url);
    await player.signIn();
    await player.createProfile(`${name}-${race.id}`);
    await player.airdrop(2 * SOL);
    await player.bet(race.id, race.horses[at]?.id ?? 0, 0.1).catch(() => undefined);
  }
}

it("INV-7 no payment's memo occurs twice among all that ever left the house", async () => {
  const { body } = await newPlayer(server.url).call("GET", "/api/solvency");
  const hot = body.holdings.find((holding: { kind: string }) => holding.kind === "hot").address;
  const payments = await paymentsFrom(server.url, hot);
  expect(payments.size).toBeGreaterThan(0);
  for (const [memo, sent] of payments) expect([memo, sent.length]).toEqual([memo, 1]);
});
