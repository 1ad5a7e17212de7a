import { PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { historyOf } from "../support/race-audit.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { booksDifference, finalRace } from "../support/reconcile.ts";
import { startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import { startValidator } from "./validator-process.ts";

const winners = Number(process.env["WINNERS"] ?? 1_000);
const SOL = 1_000_000_000;
const GRANT = SOL / 2;
const STAKE = 0.01;
/** Six races in all until a horse wins, on average; in one of a hundred tries not within this many. */
const MOST_RACES = 25;
/** Transfers that fit one transaction. */
const IN_ONE = 20;
const AT_ONCE = 20;
/** Accounts that a node answers in one call. */
const ACCOUNTS = 100;

const validator = await startValidator();
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({ env: { RPC_URL_LOCALNET: validator.url, TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await server.stop();
  await validator.stop();
});

/** Each from an address of its own, as players come. */
const playerAt = (place: number) =>
  newPlayer(server.url, {
    rpcUrl: validator.url,
    headers: { "x-forwarded-for": `10.1.${place >> 8}.${place & 255}` },
  });

/** Some at once, in order. */
async function forAll<Item>(items: readonly Item[], act: (item: Item, place: number) => Promise<unknown>) {
  const waiting = [...items.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const chunksOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

async function openHouse(admin: Player) {
  await admin.signIn();
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  for (const [settingKey, settingValue] of Object.entries({
    countdown_seconds: "60",
    sprint_duration: "5",
    race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
    next_race_delay: "0",
    min_bets_to_start: "2",
  })) {
    const body = { adminWallet: admin.address, settingKey, settingValue };
    const { status, text } = await admin.call("POST", "/api/admin/settings", { body });
    expect({ settingKey, status, text }).toMatchObject({ status: 200 });
  }
  await admin.airdrop(1_000 * SOL);
}

/** Signs all in, and gives them what they pay into their balances: a plain transfer to the house is credited. */
async function bringIn(admin: Player, players: readonly Player[]) {
  await forAll(players, async (player, place) => {
    await player.signIn();
    const { status, text } = await player.createProfile(`winner-${place}`);
    expect({ place, status, text }).toMatchObject({ status: 201 });
  });
  await forAll(chunksOf(players, IN_ONE), async (some) => {
    const grants = some.map(({ key }) =>
      SystemProgram.transfer({ fromPubkey: admin.key, toPubkey: key, lamports: GRANT }),
    );
    await admin.sendToChain(await admin.compose(grants));
  });
  const [first] = players;
  const open = await openRace(admin);
  const asked = await first!.prepareCall(open.id, { horseId: open.horses[0].id, amount: STAKE });
  await forAll(players, (player) => player.transfer(asked.body.houseWallet, GRANT / 2));
  await forAll(players, (player) =>
    until("the credit", async () => (await player.balance()) === GRANT / 2 / SOL, { patienceMs: 120_000 }),
  );
}

const openRace = (reader: Player) =>
  until(
    "a race that takes bets",
    async () => {
      const { race } = (await reader.call("GET", "/api/races/active")).body;
      return race?.status === "pending" && race.bettingOpensAt !== null && race;
    },
    { patienceMs: 120_000, everyMs: 100 },
  );

/** All bet on one horse, race after race, until it wins. */
async function raceUntilWon(admin: Player, players: readonly Player[]) {
  for (let races = 0; races < MOST_RACES; races++) {
    const open = await openRace(admin);
    const { id: horseId } = open.horses[races % open.horses.length];
    await forAll(players, async (player) => {
      const { status, text } = await player.prepareCall(open.id, { horseId, amount: STAKE, from: "balance" });
      expect({ status, text }).toMatchObject({ status: 201 });
    });
    const ended = await until(
      `the end of ${open.id}`,
      async () => {
        const { body } = await admin.call("GET", `/api/races/verify/${open.id}`);
        return ["completed", "refunded"].includes(body.race?.status) && body.race;
      },
      { patienceMs: 300_000, everyMs: 500 },
    );
    console.log(`${open.id}: ${ended.status}`);
    if (ended.status === "completed") return open.id as string;
  }
  throw new Error(`the horse has not won in ${MOST_RACES} races`);
}

async function chainBalances({ connection }: Player, players: readonly Player[]) {
  const balances = new Map<string, bigint>();
  for (const some of chunksOf(players, ACCOUNTS)) {
    const keys = some.map(({ address }) => new PublicKey(address));
    const accounts = await connection.getMultipleAccountsInfo(keys, "finalized");
    for (const [at, { address }] of some.entries())
      balances.set(address, BigInt(accounts[at]?.lamports ?? 0));
  }
  return balances;
}

it(`INV-9 INV-12 on a validator: ${winners} winners of one race are paid to the lamport, each once`, async () => {
  const admin = playerAt(0);
  await openHouse(admin);
  const players = Array.from({ length: winners }, (_, at) => playerAt(at + 1));
  await bringIn(admin, players);
  const before = await chainBalances(admin, players);
  const raceId = await raceUntilWon(admin, players);
  const race = await finalRace(admin, raceId, 900_000);
  const { bets, payouts } = race.settlement;
  expect(bets).toHaveLength(winners);
  expect(payouts).toHaveLength(winners);
  const after = await chainBalances(admin, players);
  const paid = new Map(
    bets.map((bet: { user_wallet: string; payout: string }) => [bet.user_wallet, BigInt(bet.payout)]),
  );
  for (const { address } of players) {
    expect([address, (after.get(address) ?? 0n) - (before.get(address) ?? 0n)]).toEqual([
      address,
      paid.get(address),
    ]);
  }
  const [sample] = players;
  expect(await historyOf(validator.url, sample!.address)).toHaveLength(3);
  expect(await booksDifference(admin)).toBe(0n);
}, 3_600_000);
