import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { and, eq, sql } from "drizzle-orm";
import {
  type SocketEventName,
  type SocketEventPayload,
  encodeSocketEvent,
} from "../../src/contract/wire/socket-events.ts";
import { houseFunded } from "../../src/domain/chain-postings.ts";
import { finalNonce, raceOutcome } from "../../src/domain/fairness.ts";
import { type Lamports, lamports } from "../../src/domain/lamports.ts";
import { betConfirmed, playMinted } from "../../src/domain/postings.ts";
import type { SettingKey } from "../../src/domain/settings.ts";
import { type Db, type Queryable, rowsOf } from "../../src/server/foundation/db/database.ts";
import { performOrAsk } from "../../src/server/features/approvals/perform-or-ask.ts";
import { acquireLease } from "../../src/server/foundation/db/lease.ts";
import { post } from "../../src/server/foundation/books/ledger.ts";
import {
  type RaceRow,
  findNewestRace,
  findRace,
  horsesOf,
} from "../../src/server/features/races/race-rows.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { paymentAttempts, payments } from "../../src/server/foundation/db/schema/payments.ts";
import { houseWallets } from "../../src/server/foundation/db/schema/house-wallets.ts";
import { users } from "../../src/server/foundation/db/schema/players.ts";
import { seedChains } from "../../src/server/foundation/db/schema/races.ts";
import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";
import type { Broadcast, Chain, Entropy } from "../../src/server/foundation/ports.ts";
import { ENGINE_LEASE } from "../../src/server/foundation/leadership.ts";
import { type EnginePorts, raceEngine } from "../../src/server/features/races/engine/race-engine.ts";
import { raceReader } from "../../src/server/features/races/read/read-race.ts";
import { seedVault } from "../../src/server/features/races/seeds/seed-chain.ts";
import { approvalPorts } from "./approval-ports.ts";
import { type ManualClock, manualClock } from "./clock.ts";
import { type TestDatabase, openTestDatabase } from "./database.ts";
import { decodeReply } from "./decode-reply.ts";
import { anchorTestLog, openTestLog } from "./open-test-log.ts";

export const SOL = 1_000_000_000n;

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** A wallet's address; the same for the same name. */
export const walletOf = (name: string) => base58(hashOf(`wallet ${name}`));
/** The house wallet that locks the bets. */
export const LOCK_WALLET = walletOf("hot wallet");
/** Who refunds. */
export const admin = { by: walletOf("admin") };
const signatureOf = (id: string) => base58(Buffer.concat([hashOf(`a ${id}`), hashOf(`b ${id}`)]));

/** Entropy that is the same in every run. */
export function seededEntropy(seed = "entropy"): Entropy {
  let drawn = 0;
  return {
    bytes(length) {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, () => hashOf(`${seed} ${drawn++}`));
      return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
    },
  };
}

/** The part of the chain that the engine reads. */
type RoomChain = Pick<Chain, "newestSlot" | "firstBlockFrom" | "signatureStatuses">;

/** One slot every 400 ms, each with a block. What was sent has landed when it is first queried. */
export const slotsOf = (clock: ManualClock, startMs = clock.now()): RoomChain => {
  const slot = () => BigInt(Math.floor((clock.now() - startMs) / 400));
  const landed = new Map<string, bigint>();
  return {
    signatureStatuses: (signatures) =>
      Promise.resolve(
        signatures.map((signature) => {
          const landedIn = landed.get(signature) ?? slot();
          landed.set(signature, landedIn);
          return { slot: landedIn, error: null };
        }),
      ),
    newestSlot: () => Promise.resolve(slot()),
    firstBlockFrom: (from) =>
      Promise.resolve(slot() < from ? null : { slot: from, blockhash: "BeaconBLockhash" }),
  };
};

interface SentEvent {
  readonly to: string;
  readonly name: SocketEventName;
  /** The payload in its wire form. */
  readonly wire: unknown;
  readonly atMs: number;
}

interface Options {
  readonly clock?: ManualClock;
  readonly chainLength?: number;
  /** The key of the database's existing seed chain; a new key if absent. */
  readonly seedKey?: Uint8Array;
  readonly database?: TestDatabase;
  readonly chain?: (clock: ManualClock) => RoomChain;
  /** What one admin may move alone; null for the setting's value. */
  readonly secondAdminAbove?: Lamports | null;
}

export type RaceRoom = Awaited<ReturnType<typeof openRaceRoom>>;

/**
 * A database, a clock and an engine that holds the lease, with players who bet through the ledger's own postings.
 * `confirmAnchors` plays the payment worker, and signs what cannot wait when asked to.
 */
export async function openRaceRoom(options: Options = {}) {
  const database = options.database ?? (await openTestDatabase());
  const { db } = database;
  const clock = options.clock ?? manualClock();
  const entropy = seededEntropy();
  const chain = (options.chain ?? slotsOf)(clock);
  const { seedKey = hashOf("seed key"), chainLength = 50 } = options;
  const seeds = () => seedVault({ clock, entropy, seedKey, chainLength });
  const events: SentEvent[] = [];
  const logged: string[] = [];
  const broadcast: Broadcast = {
    toEveryone: (name, payload) => record("everyone", name, payload),
    toWallet: (wallet, name, payload) => record(wallet, name, payload),
  };
  function record<Name extends SocketEventName>(to: string, name: Name, payload: SocketEventPayload<Name>) {
    events.push({ to, name, wire: encodeSocketEvent(name, payload), atMs: clock.now() });
  }
  const write = (...parts: unknown[]) =>
    void logged.push(parts.map((part) => String(JSON.stringify(part))).join(" "));
  const log = { debug: write, info: write, warn: write, error: write };

  await openTestLog({ db, clock });
  await db
    .insert(houseWallets)
    .values({ address: LOCK_WALLET, kind: "hot", sealedKey: "", createdAt: new Date(clock.now()) })
    .onConflictDoNothing();
  let lease = { name: ENGINE_LEASE.name, token: await takeLease(db) };
  const ports = () => ({
    ...enginePorts(),
    ...admins,
    performOrAsk: performOrAsk({ ...enginePorts(), ...admins }),
  });
  const admins = {
    ...approvalPorts(admin.by, walletOf("second admin")),
    // Most tests of races and refunds are not about what one admin may move alone.
    secondAdminAbove:
      options.secondAdminAbove === undefined ? lamports(1_000_000n * SOL) : options.secondAdminAbove,
  };
  const enginePorts = (): EnginePorts => ({
    ...admins,
    db,
    chain,
    mayOpenRace: () => true,
    lockWallets: { fill: async () => undefined, choose: chooseFirstHot },
    sendAtOnce: (paymentId) => sign(db, paymentId, new Date(clock.now())),
    clock,
    log,
    entropy,
    broadcast,
    seeds: seeds(),
    reader: raceReader({ db, clock }),
    listAdmins: () => Promise.resolve(["admin-wallet"]),
    lease,
  });
  let engine = raceEngine(ports());

  const room = {
    db,
    database,
    clock,
    events,
    logged,
    ports,
    seeds,
    get lease() {
      return lease;
    },
    reader: raceReader({ db, clock }),

    /** The newest race, as this wallet's page, or a visitor's, reads it. */
    readNewest: async (viewer: string | null) =>
      decodeReply("getActiveRace", await room.reader.readNewest(viewer)),

    lamports,

    /** A new engine with the lease, whoever held it before. */
    async takeLead() {
      lease = { ...lease, token: await takeLease(db) };
      engine = raceEngine(ports());
    },

    round: () => engine.round(),

    /** Another engine on the same database and lease. */
    engine: (changed: Partial<EnginePorts> = {}) => raceEngine({ ...ports(), ...changed }),

    async setting(key: SettingKey, value: string) {
      await db.transaction((tx) => writeSetting(tx, { key, value, by: null, at: new Date(clock.now()) }));
    },

    async openIds(): Promise<string[]> {
      const rows = await rowsOf<{ id: string }>(
        db,
        sql`select id from races where status in ('pending', 'countdown', 'active')`,
      );
      return rows.map(({ id }) => id);
    },

    /** The process dies and another takes over: a new engine that knows nothing. */
    restart(changed: Partial<EnginePorts> = {}) {
      engine = raceEngine({ ...ports(), ...changed });
    },

    /** Runs rounds every 250 ms for this many milliseconds. */
    async run(ms: number) {
      for (let passed = 0; passed < ms; passed += 250) {
        await clock.advance(250);
        await engine.round();
      }
    },

    /** Advances from one due moment to the next until the race is settled. */
    async runToEnd(raceId: string): Promise<RaceRow> {
      for (let rounds = 0; rounds < 100; rounds++) {
        const race = await room.race(raceId);
        if (race.settledAt !== null) return race;
        await clock.advance(untilDue(race, clock.now()));
        await engine.round();
      }
      throw new Error(`${raceId} did not end`);
    },

    /** Does what the notary and the payment worker do: puts the log's checkpoint and queued memos on the chain. */
    async confirmAnchors() {
      await anchorTestLog({ db, clock });
      const waiting = await rowsOf<{ id: string }>(
        db,
        sql`select id from payments where kind = 'anchor' and status not in ('cancelled', 'completed')`,
      );
      for (const { id } of waiting) {
        // One that was to be sent immediately, by an engine that died.
        if (id.startsWith("lock-")) await sign(db, id, new Date(clock.now()));
        await db.execute(
          sql`update payments set status = 'completed', signature = ${signatureOf(id)},
                processed_at = ${new Date(clock.now()).toISOString()}::timestamptz where id = ${id}`,
        );
      }
    },

    /** Resolves with the next race, once it is open for bets. */
    async openRace(): Promise<RaceRow> {
      await openTestLog({ db, clock });
      for (let attempt = 0; attempt < 200; attempt++) {
        await engine.round();
        await room.confirmAnchors();
        await engine.round();
        const race = await findNewestRace(db);
        if (race?.status === "pending" && race.bettingOpensAt !== null) return race;
        await clock.advance(1_000);
      }
      throw new Error("no race opened");
    },

    async race(id: string): Promise<RaceRow> {
      const row = await findRace(db, id);
      if (!row) throw new Error(`no race ${id}`);
      return row;
    },

    async fundHouse(amount: bigint) {
      const signature = `funding ${clock.now()} ${amount}`;
      await db.transaction((tx) =>
        post(
          tx,
          houseFunded({
            signature,
            received: [{ kind: "deposit", address: "d", lamports: lamports(amount) }],
          }),
        ),
      );
    },

    async player(name: string, profile: { referrer?: string; streak?: number } = {}) {
      const wallet = walletOf(name);
      await db.insert(users).values({
        wallet,
        username: name,
        createdAt: new Date(clock.now()),
        referrer: profile.referrer === undefined ? null : walletOf(profile.referrer),
        currentWinStreak: profile.streak ?? 0,
      });
      return wallet;
    },

    async bet(raceId: string, name: string, on: { horse: number; stake: bigint }) {
      const { ledger } = await room.race(raceId);
      const horse = (await horsesOf(db, raceId)).find(({ number }) => number === on.horse)!;
      const at = new Date(clock.now());
      const bet = {
        id: `bet-${raceId}-${name}`,
        raceId,
        wallet: walletOf(name),
        horseNumber: on.horse,
        horseId: horse.horseId,
        stake: lamports(on.stake),
        ledger,
      };
      await db.transaction(async (tx) => {
        // First the race, as every bet does: in another order it and a refund wait for each other.
        await tx.execute(sql`select 1 from races where id = ${raceId} for share`);
        if (ledger === "play") {
          await post(tx, playMinted({ betId: bet.id, wallet: bet.wallet, lamports: bet.stake }));
        }
        await post(tx, betConfirmed({ ...bet, betId: bet.id, depositAddress: "d" }));
        await tx.insert(bets).values({
          ...bet,
          status: "confirmed",
          salt: hashOf(`salt ${bet.id}`).toString("hex"),
          signature: ledger === "play" ? null : signatureOf(bet.id),
          preparedAt: at,
          confirmedAt: at,
        });
      });
      return bet.id;
    },

    /** The outcome of the race under the room's beacon: only the test may know it. */
    async outcome(raceId: string) {
      const row = await room.race(raceId);
      const [chainRow] = await db.select().from(seedChains).where(eq(seedChains.id, row.seedChainId));
      const seed = await seeds().seedOf(db, chainRow!.id, row.seedIndex);
      const nonce = finalNonce(row.nonce, row.outcomeEntropy === "beacon" ? "BeaconBLockhash" : null);
      return { ...raceOutcome(seed, raceId, nonce), seed, nonce };
    },

    /** The balance of every account that was ever used, except those at zero. */
    async balances(): Promise<Record<string, bigint>> {
      const rows = await rowsOf<{ account: string; balance: bigint }>(
        db,
        sql`select account, sum(lamports)::bigint as balance from ledger_entries group by account
            having sum(lamports) <> 0 order by account`,
      );
      return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
    },

    payouts: () =>
      rowsOf<{ id: string; destination: string; lamports: bigint; status: string }>(
        db,
        sql`select id, destination, lamports, status from payments where kind = 'payout' order by id`,
      ),

    sent: (name: SocketEventName) => events.filter((event) => event.name === name).map(({ wire }) => wire),

    close: () => database.close(),
  };
  return room;
}

/** Milliseconds until time alone moves the race on; a second if it waits for something else. */
export function untilDue(
  { status, closesAt, startsAt, revealedAt, settings }: RaceRow,
  nowMs: number,
): number {
  const { durationMs } = settings as { durationMs: number };
  if (status === "countdown" && closesAt) return Math.max(1, closesAt.getTime() - nowMs);
  if (status !== "active" || !startsAt) return 1_000;
  const dueMs = startsAt.getTime() + (revealedAt ? durationMs : Math.ceil(durationMs * 0.58));
  return Math.max(1, dueMs - nowMs);
}

/** A payment that is on its way. */
async function sign(db: Db, paymentId: string, createdAt: Date): Promise<void> {
  const signature = signatureOf(paymentId);
  const terms = { wire: "", lastValidBlockHeight: 1_000_000n, signedAtSlot: 0n };
  await db
    .insert(paymentAttempts)
    .values({ paymentId, signature, createdAt, ...terms })
    .onConflictDoNothing();
  await db.update(payments).set({ status: "sent", signature }).where(eq(payments.id, paymentId));
}

/** Whatever it holds: the books of a room begin without a hot wallet's. */
async function chooseFirstHot(q: Queryable): Promise<string | null> {
  const isHot = and(eq(houseWallets.kind, "hot"), eq(houseWallets.isActive, true));
  const [first] = await q.select().from(houseWallets).where(isHot).limit(1);
  return first?.address ?? null;
}

async function takeLease(db: Db): Promise<bigint> {
  const token = await acquireLease(db, {
    name: ENGINE_LEASE.name,
    holder: "test",
    ttlMs: 3_600_000,
    force: true,
  });
  if (token === null) throw new Error("the lease was not given");
  return token;
}
