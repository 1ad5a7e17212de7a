import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../../../domain/ledger.ts";
import { lamports, signedLamports, ZERO } from "../../../domain/lamports.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { rowsOf } from "./database.ts";
import { post } from "../books/ledger.ts";
import { auditLog } from "./schema/audit.ts";
import { bets } from "./schema/bets.ts";
import { ledgerPostings } from "./schema/ledger.ts";
import type { RaceStatus } from "../../../domain/race-terms.ts";
import { raceHorses, races } from "./schema/races.ts";
import { sqlState } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const CHECK_VIOLATION = "23514";
const RESTRICT_VIOLATION = "23001";
const UNIQUE_VIOLATION = "23505";
/** The SQLSTATE that an operation fails with, or null when it succeeds. */
const failureOf = (act: Promise<unknown>) => act.then(() => null, sqlState);
const run = (statement: string) => failureOf(database.db.execute(sql.raw(statement)));

let created = 0;
async function createRace(
  status: RaceStatus,
  changes: Partial<typeof races.$inferInsert> = {},
): Promise<string> {
  created += 1;
  const id = `race-${created}`;
  await database.db.insert(races).values({
    id,
    number: created,
    status,
    raceType: "classic",
    ledger: "real",
    settings: { durationMs: 12_000 },
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: ZERO,
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: created,
    serverSeedHash: "seed hash",
    nonce: "1",
    createdAt: new Date(0),
    ...changes,
  });
  return id;
}
const setRace = (id: string, changes: Partial<typeof races.$inferInsert>) =>
  failureOf(database.db.update(races).set(changes).where(eq(races.id, id)));
const closeRaces = () =>
  database.db.execute(
    sql`update races set status = 'refunded' where status in ('pending', 'countdown', 'active')`,
  );

describe("the books", () => {
  const postRaw = (ledger: "real" | "play", reference: string, entries: [Account, bigint][]) =>
    failureOf(
      database.db.transaction((tx) =>
        post(tx, {
          reference,
          kind: "difference explained",
          ledger,
          entries: entries.map(([account, amount]) => ({ account, lamports: signedLamports(amount) })),
        }),
      ),
    );

  it("INV-1 MONEY-2 refuse a posting that does not sum to zero, and keep nothing of it", async () => {
    const uneven: [Account, bigint][] = [
      ["equity", 5n],
      ["user:a", -4n],
    ];
    expect(await postRaw("real", "uneven", uneven)).toBe(CHECK_VIOLATION);
    expect(await database.db.select().from(ledgerPostings)).toEqual([]);
  });

  it("refuse a posting whose entries come in two statements", async () => {
    const split = database.db.transaction(async (tx) => {
      const [row] = await rowsOf<{ id: bigint }>(
        tx,
        sql`insert into ledger_postings (reference, kind, ledger, created_at) values ('split', 't', 'real', now()) returning id`,
      );
      await tx.execute(
        sql`insert into ledger_entries (posting_id, account, lamports) values (${row?.id}, 'bonus', 1)`,
      );
      await tx.execute(
        sql`insert into ledger_entries (posting_id, account, lamports) values (${row?.id}, 'equity', -1)`,
      );
    });
    expect(await failureOf(split)).toBe(CHECK_VIOLATION);
  });

  it("BET-10 keep play money apart from real money", async () => {
    const mixed: [Account, bigint][] = [
      ["play:mint", -5n],
      ["user:a", 5n],
    ];
    expect(await postRaw("play", "mixed", mixed)).toBe(CHECK_VIOLATION);
    expect(await postRaw("real", "mixed", mixed)).toBe(CHECK_VIOLATION);
  });

  it("MONEY-2 are append-only", async () => {
    const entries: [Account, bigint][] = [
      ["chain:deposit:d", -5n],
      ["user:a", 5n],
    ];
    expect(await postRaw("real", "kept", entries)).toBeNull();
    expect(await run("update ledger_entries set lamports = 6")).toBe(RESTRICT_VIOLATION);
    expect(await run("delete from ledger_entries")).toBe(RESTRICT_VIOLATION);
    expect(await run("update ledger_postings set kind = 'other'")).toBe(RESTRICT_VIOLATION);
    expect(await run("delete from ledger_postings")).toBe(RESTRICT_VIOLATION);
    expect(await run("truncate ledger_postings, ledger_entries")).toBe(RESTRICT_VIOLATION);
  });

  it("INV-3 let no balance below zero where none may be, and keep nothing of the posting", async () => {
    const owing = (account: Account): [Account, bigint][] => [
      [account, -1n],
      ["equity", 1n],
    ];
    const guarded: Account[] = ["user:poor", "pool:r", "jackpot:r", "referral:poor", "bonus", "outgoing"];
    for (const account of guarded) {
      expect(await postRaw("real", `owing ${account}`, owing(account)), `${account} below zero`).toBe(
        CHECK_VIOLATION,
      );
    }
    expect(await postRaw("real", "owing chain:hot:h", owing("chain:hot:h"))).toBeNull();
    expect(
      await postRaw("play", "owing play", [
        ["play:user:a", -1n],
        ["play:mint", 1n],
      ]),
    ).toBe(CHECK_VIOLATION);
    expect(
      await postRaw("play", "minted", [
        ["play:mint", -1n],
        ["play:user:a", 1n],
      ]),
    ).toBeNull();
  });

  it("INV-3 let nothing but entries move a balance", async () => {
    expect(await run("update ledger_accounts set balance = balance + 1")).toBe(RESTRICT_VIOLATION);
    expect(await run("insert into ledger_accounts values ('user:thief', 5)")).toBe(RESTRICT_VIOLATION);
    expect(await run("insert into ledger_accounts values ('user:thief')")).toBeNull();
    expect(await run("delete from ledger_accounts")).toBe(RESTRICT_VIOLATION);
    expect(await run("truncate ledger_accounts")).toBe(RESTRICT_VIOLATION);
  });

  it("the audit log is append-only too", async () => {
    await database.db.insert(auditLog).values({ at: new Date(0), actor: "a", action: "look" });
    expect(await run("update audit_log set actor = 'b'")).toBe(RESTRICT_VIOLATION);
    expect(await run("delete from audit_log")).toBe(RESTRICT_VIOLATION);
  });
});

describe("a race", () => {
  const legal: Record<RaceStatus, readonly RaceStatus[]> = {
    pending: ["pending", "countdown", "refunded"],
    countdown: ["countdown", "pending", "active", "refunded"],
    active: ["active", "completed", "refunded"],
    completed: ["completed", "refunded"],
    refunded: ["refunded"],
  };
  const statuses = Object.keys(legal) as RaceStatus[];

  it.each(statuses)("INV-11 RACE-1 goes from %s only where it may", async (from) => {
    for (const to of statuses) {
      const id = await createRace(from);
      expect(await setRace(id, { status: to }), `${from} to ${to}`).toBe(
        legal[from].includes(to) ? null : CHECK_VIOLATION,
      );
      await closeRaces();
    }
  });

  it("INV-11 stays completed once it is settled", async () => {
    const id = await createRace("completed", { settledAt: new Date(0) });
    expect(await setRace(id, { status: "refunded" })).toBe(CHECK_VIOLATION);
  });

  it("RACE-4 INV-11 is the only one open", async () => {
    await createRace("pending");
    expect(await failureOf(createRace("pending"))).toBe(UNIQUE_VIOLATION);
    await closeRaces();
  });

  it("RACE-3 FAIR-6 keeps what was committed to before its bets", async () => {
    const id = await createRace("pending");
    expect(await setRace(id, { nonce: "2" })).toBe(CHECK_VIOLATION);
    expect(await setRace(id, { serverSeedHash: "other" })).toBe(CHECK_VIOLATION);
    expect(await setRace(id, { settings: {} })).toBe(CHECK_VIOLATION);
    await closeRaces();
  });

  it("FAIR-12 keeps the horses that it committed to, and their names", async () => {
    const raceId = await createRace("completed");
    await database.db
      .insert(raceHorses)
      .values({ raceId, number: 1, horseId: 1, name: "Fox", color: "#112233" });
    for (const statement of [
      `update race_horses set name = 'Another' where race_id = '${raceId}'`,
      `delete from race_horses where race_id = '${raceId}'`,
      "truncate race_horses",
    ])
      expect(await run(statement), `${statement}`).toBe(RESTRICT_VIOLATION);
  });

  it("FAIR-8 holds no seed and no winner before it is over", async () => {
    const id = await createRace("active");
    expect(await setRace(id, { serverSeed: "seed" })).toBe(CHECK_VIOLATION);
    expect(await setRace(id, { winningNumber: 3 })).toBe(CHECK_VIOLATION);
    expect(await setRace(id, { places: [1, 2, 3, 4, 5, 6] })).toBe(CHECK_VIOLATION);
    expect(await setRace(id, { status: "completed", serverSeed: "seed", winningNumber: 3 })).toBeNull();
  });
});

describe("FAIR-13 races and bets", () => {
  it("are never deleted, and a bet keeps what was prepared", async () => {
    const raceId = await createRace("refunded");
    await database.db.insert(bets).values({
      id: "bet-1",
      raceId,
      wallet: "a",
      horseNumber: 1,
      horseId: 1,
      stake: lamports(5n),
      ledger: "real",
      status: "confirmed",
      salt: "5a".repeat(32),
      preparedAt: new Date(0),
    });
    expect(await run("delete from bets")).toBe(RESTRICT_VIOLATION);
    expect(await run("delete from races")).toBe(RESTRICT_VIOLATION);
    expect(await run("truncate races cascade")).toBe(RESTRICT_VIOLATION);
    expect(await run("update bets set stake = 6")).toBe(CHECK_VIOLATION);
    expect(await run("update bets set horse_number = 2")).toBe(CHECK_VIOLATION);
    expect(await run("update bets set status = 'credited'")).toBe(CHECK_VIOLATION);
    expect(await run("update bets set result = 'refunded', payout = 5")).toBeNull();
    expect(await run("update bets set result = 'win'")).toBe(CHECK_VIOLATION);
  });
});
