import { asc, eq, type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { verifyEd25519 } from "../../../../tests/support/plain-log.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { sol } from "../../../../tests/support/house.ts";
import { decodeBase58 } from "../../../domain/base58.ts";
import { lamports } from "../../../domain/lamports.ts";
import { parseCheckpointLines } from "../../../domain/log/checkpoint.ts";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { EntryContent } from "../../../domain/log/entry.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import { readNote } from "../../../domain/log/signed-note.ts";
import { listedMemos } from "../../../domain/memo.ts";
import type { Db } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import { seedChains } from "../db/schema/races.ts";
import { logs, notaries, notaryMemos } from "../db/schema/public-log.ts";
import { sqlState } from "../db/transaction.ts";
import type { Chain } from "../ports.ts";
import { readNewestAnchor } from "./anchors.ts";
import { appendEntries } from "./append-entries.ts";
import { tendNotary } from "./fill-notary.ts";
import { logGauges } from "./log-gauges.ts";
import { openLog } from "./open-log.ts";
import { readOpenLog } from "./read-log.ts";
import { readPublicLog } from "./read-note.ts";
import { memoRounds } from "./send-memo.ts";

const { house, faults, memory, sends, finish, onChain, credit, newWallet } = await openPaying();
const { db, clock, vault, testChain } = house;
const TEN_MINUTES = 600_000;

interface Process {
  readonly db: Db;
  readonly chain: Chain;
}
const own: Process = { db, chain: house.chain };
const portsOn = (on: Process, host = "localhost") => ({
  ...house,
  ...on,
  network: "localnet" as const,
  keys: vault,
  host,
});
const anchoring = (on = own, host = "localhost") => memoRounds(portsOn(on, host));
const tend = () => tendNotary(portsOn(own));

const theLog = async () => {
  const log = await readOpenLog(db);
  if (log === null) throw new Error("no log is open");
  return log;
};
const memos = async () =>
  db
    .select()
    .from(notaryMemos)
    .where(eq(notaryMemos.log, (await theLog()).id))
    .orderBy(asc(notaryMemos.createdAt), asc(notaryMemos.signature));
const say = (to: string, kind: "rule" | "urgent" = "rule") =>
  db.transaction(async (tx) => {
    const content: EntryContent = {
      kind: "rule",
      rule: "setting",
      key: "house_edge",
      from: null,
      to,
      reason: null,
    };
    const appended = await appendEntries(tx, new Date(clock.now()), [content]);
    if (kind === "urgent" && appended !== null)
      await tx.update(logs).set({ urgentSize: appended.size }).where(eq(logs.id, appended.log));
  });
/** What the notary itself wrote on the chain, newest first. */
async function onTheChain() {
  const { notary } = await theLog();
  const written = [];
  for (const { signature, memo, slot, error } of await testChain.chain.signaturesFor(notary, {
    limit: 1000,
  })) {
    const transaction = await testChain.chain.transaction(signature);
    if (transaction?.accounts[0] !== notary) continue;
    written.push({ signature, slot, error, checkpoint: parseCheckpointLines(listedMemos(memo)[0] ?? "") });
  }
  return written;
}
async function settle(round = anchoring()) {
  for (let turn = 0; turn < 3; turn += 1) {
    await round();
    await testChain.advanceSlots();
  }
}
const gauge = (name: string) => {
  const found = logGauges({ db, clock }).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no gauge ${name}`);
  return found.read();
};
const unanchoredSeconds = () => gauge("furlong_log_unanchored_seconds");
const notarySol = () => gauge("furlong_notary_sol");
/** As many memos as cost half of a fill at most. */
const spendMuch = async () => {
  const { id } = await theLog();
  const at = new Date(clock.now()).toISOString();
  await db.execute(sql`
    insert into notary_memos (signature, log, size, root, note, wire, last_valid_block_height, signed_at_slot, created_at, outcome, slot, ended_at)
    select gen_random_uuid()::text, ${id}, 1, '', '', '', 0, 0, ${at}::timestamptz, 'landed', 0, ${at}::timestamptz from generate_series(1, 1000)`);
};
/** A log with a notary that is filled. */
beforeEach(async () => {
  await db.update(logs).set({ isOpen: false }).where(eq(logs.isOpen, true));
  await db.update(seedChains).set({ isAbandoned: false });
  await openLog({ ...portsOn(own), makeNotary: vault.makeNotary });
  await tend();
  await finish();
  await tend();
});
afterEach(async () => {
  await settle();
});

it("LOG-4 LOG-9 writes the checkpoint's three lines, signed and paid by the notary alone, and keeps slot and signature", async () => {
  await settle();
  const log = await theLog();
  const [memo, ...others] = await memos();
  expect(others).toEqual([]);
  const root = rootOf(readFrontier(log.size, log.peaks));
  expect(memo).toMatchObject({ outcome: "landed", size: log.size, root: bytesToHex(root) });
  const [written] = await onTheChain();
  const transaction = await testChain.chain.transaction(memo!.signature);
  expect(transaction?.accounts.slice(0, 1)).toEqual([log.notary]);
  expect(transaction?.instructions.map(({ data }) => new TextDecoder().decode(data))).toEqual([
    `${log.origin}\n${log.size}\n${Buffer.from(root).toString("base64")}`,
  ]);
  expect(written).toMatchObject({ signature: memo!.signature, slot: memo!.slot, error: null });
  const read = await readPublicLog(db);
  expect(read?.anchored).toEqual({
    size: log.size,
    root: bytesToHex(root),
    slot: memo!.slot,
    signature: memo!.signature,
  });
  const key = { name: log.origin, publicKey: decodeBase58(log.notary) ?? new Uint8Array() };
  const { origin, size } = log;
  expect(await readNote(read?.checkpoint ?? "", key, verifyEd25519)).toEqual({ origin, size, root });
});

it("LOG-9 anchors what is new ten minutes after the last anchor, and at once after an entry that asks for it", async () => {
  await settle();
  await say("6");
  await settle();
  expect(await memos()).toHaveLength(1);
  expect(await unanchoredSeconds()).toBeGreaterThan(0);
  await clock.advance(TEN_MINUTES);
  await settle();
  expect(await memos()).toHaveLength(2);
  expect(await unanchoredSeconds()).toBe(0);
  await clock.advance(TEN_MINUTES);
  await settle();
  expect(await memos()).toHaveLength(2);
  await say("7", "urgent");
  await settle();
  const { size } = await theLog();
  expect((await memos()).map((memo) => memo.size)).toEqual([size - 2, size - 1, size]);
});

it("LOG-9 signs another memo only when it is proven that the one before did not land and no longer can", async () => {
  faults.dropsSends = true;
  const round = anchoring();
  await round();
  const [lost] = await memos();
  const sent = sends.length;
  await clock.advance(5_000);
  await round();
  expect(sends.slice(sent)).toEqual([lost!.wire]);
  await testChain.advanceSlots(400);
  memory.claimedFirstSlot = undefined;
  memory.firstSlot = (await testChain.chain.slot()) - 5n;
  // The only node has forgotten the time in which it could have landed.
  await round();
  expect(await memos()).toHaveLength(1);
  memory.firstSlot = 0n;
  faults.dropsSends = false;
  await clock.advance(60_000);
  await settle(round);
  expect((await memos()).map(({ outcome }) => outcome)).toEqual(["expired", "landed"]);
  expect(await onTheChain()).toHaveLength(1);
});

it("LOG-9 of two servers that sign at once, one sends", async () => {
  const [one, other] = [anchoring(), anchoring()];
  await Promise.all([one(), other()]);
  await settle(one);
  expect(await memos()).toHaveLength(1);
  expect(await onTheChain()).toHaveLength(1);
});

it("LOG-9 another PUBLIC_ORIGIN than the log's origin anchors nothing", async () => {
  await settle(anchoring(own, "elsewhere.example"));
  expect(await memos()).toEqual([]);
});

it("LOG-9 LOG-4 a locked house signs neither a memo nor a note", async () => {
  house.vault.lock();
  await settle();
  expect(await memos()).toEqual([]);
});

it.each(["differsSince", "restoredAt", "isLost"] as const)(
  "LOG-11 a log that may have lost entries is not anchored by a process that knows of nothing else: %s",
  async (sign) => {
    const { id } = await theLog();
    const now = new Date(clock.now());
    await db
      .update(logs)
      .set(sign === "isLost" ? { isLost: true } : { [sign]: now })
      .where(eq(logs.id, id));
    await settle();
    expect(await memos()).toEqual([]);
  },
);

it("LOG-9 a memo is never changed, and ends once", async () => {
  const refusedAs = (change: SQL) =>
    db.execute(change).then(
      () => null,
      (error: unknown) => sqlState(error),
    );
  await anchoring()();
  expect(await refusedAs(sql`update notary_memos set note = ''`)).toBe("23001");
  await settle();
  for (const change of [
    sql`update notary_memos set root = ''`,
    sql`update notary_memos set outcome = 'expired'`,
    sql`delete from notary_memos`,
    sql`truncate notary_memos`,
  ]) {
    expect(await refusedAs(change)).toBe("23001");
  }
});

it("LOG-9 killed at each call of database and chain, an attempt is neither lost nor signed twice, and no size has two roots", async () => {
  let kills = 0;
  for (let isOver = false; !isOver; kills += 1) {
    await say(`${kills}`);
    await clock.advance(TEN_MINUTES);
    const line = faultLine(kills + 1);
    const round = anchoring({ db: faulty(db, line), chain: line.ports(house.chain) });
    const dies = (error: unknown) => {
      if (!line.isBroken) throw error;
    };
    await round().catch(dies);
    await testChain.advanceSlots();
    await round().catch(dies);
    isOver = !line.isBroken;
    await settle();
    const { size, id } = await theLog();
    expect((await readNewestAnchor(db, id))?.size).toBe(size);
  }
  expect(kills).toBeGreaterThan(8);
  const stored = new Map((await memos()).map((memo) => [memo.signature, memo]));
  const roots = new Map<number, string>();
  for (const { signature, checkpoint } of await onTheChain()) {
    expect(stored.get(signature)).toMatchObject({
      outcome: "landed",
      size: checkpoint!.size,
      root: bytesToHex(checkpoint!.root),
    });
    expect(roots.has(checkpoint!.size)).toBe(false);
    roots.set(checkpoint!.size, bytesToHex(checkpoint!.root));
  }
  expect([...stored.values()].filter(({ outcome }) => outcome === "landed")).toHaveLength(roots.size);
});

it("LOG-10 what the notary is given counts as spent at once, whatever strangers send it", async () => {
  const { notary } = await theLog();
  const equity = await house.balance("equity");
  const stranger = await house.newPlayer(sol(50));
  await testChain.sendTransfer(stranger, notary, sol(20));
  await testChain.advanceSlots();
  await house.watch();
  await house.checkSolvency();
  await settle();
  await tend();
  expect(await house.balance("equity")).toBe(equity);
  expect(await onChain(notary)).toBe(sol(20.2) - 5_000n);
  const [row] = await db.select().from(notaries).where(eq(notaries.address, notary));
  expect(row?.lamports).toBe(sol(20.2) - 5_000n);
  expect(await house.balance(`chain:hot:${house.address.hot}`)).toBe(0n - (await onChain(house.address.hot)));
  await house.checkBooks();
});

it("LOG-10 is filled from the hot wallet when it holds little, once at a time, and only from what equity covers", async () => {
  const fills = async () =>
    db
      .select()
      .from(payments)
      .where(eq(payments.destination, (await theLog()).notary));
  expect(await fills()).toMatchObject([
    { kind: "notary", source: "hot", lamports: sol(0.2), status: "completed" },
  ]);
  const { notary } = await theLog();
  expect(await onChain(notary)).toBe(sol(0.2));
  faults.lies.set(notary, sol(0.04));
  await settle();
  await Promise.all([tend(), tend()]);
  expect(await fills()).toHaveLength(1);
  expect(await notarySol()).toBe(0.04);
  // A node that says that it holds little moves nothing that its memos cannot have cost.
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(TEN_MINUTES);
    await tend();
  }
  expect(await fills()).toHaveLength(1);
  await spendMuch();
  await Promise.all([tend(), tend()]);
  await tend();
  expect(await fills()).toHaveLength(2);
  await finish();
  await clock.advance(TEN_MINUTES);
  await spendMuch();
  const gift = (await house.balance("equity")) - sol(0.1);
  await credit(await newWallet(), lamports(gift));
  await tend();
  expect(await fills()).toHaveLength(2);
});
