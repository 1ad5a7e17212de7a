import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import { address, type Instruction, lamports as kitLamports } from "@solana/kit";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { and, desc, eq, gt, gte, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { openPaying } from "../../../../tests/support/paying.ts";
import { loseTestLog } from "../../../../tests/support/open-test-log.ts";
import { sol } from "../../../../tests/support/house.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { checkpointLines } from "../../../domain/log/checkpoint.ts";
import { type EntryContent, readEntry } from "../../../domain/log/entry.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import { signPayment } from "../chain/sign-payment.ts";
import { auditLog } from "../db/schema/audit.ts";
import { payments } from "../db/schema/payments.ts";
import { logEntries, logs, notaryMemos } from "../db/schema/public-log.ts";
import type { Network } from "../../../domain/networks.ts";
import type { Tx } from "../db/database.ts";
import { acquireLease, releaseLease } from "../db/lease.ts";
import type { LeaderJob } from "../feature.ts";
import { ENGINE_LEASE } from "../leadership.ts";
import { type Chain, ChainUnavailable } from "../ports.ts";
import { seedVault } from "../../features/races/seeds/seed-chain.ts";
import { writeSetting } from "../settings/stored-settings.ts";
import { appendEntries } from "./append-entries.ts";
import { endOpenLog } from "./end-log.ts";
import { tendNotary } from "./fill-notary.ts";
import { logGauges } from "./log-gauges.ts";
import { logStanding, readDiffersSince } from "./log-standing.ts";
import { openLog } from "./open-log.ts";
import { logJobs } from "./open-public-log.ts";
import { readEntries } from "./pack-bundle.ts";
import { type LogRow, readOpenLog } from "./read-log.ts";
import { readNewestNote } from "./read-note.ts";
import { rootAt } from "./root-at.ts";

const { house, faults, memory, finish } = await openPaying();
const { db, clock, vault, testChain } = house;
const seeds = seedVault({ clock, entropy: house.entropy, seedKey: new Uint8Array(32), chainLength: 2 });
const ports = {
  ...house,
  prepareSeedChain: (tx: Tx, on: Network) => seeds.prepareChain(tx, on),
  network: "localnet" as const,
  keys: vault,
  host: "localhost",
  makeNotary: vault.makeNotary,
};

const theLog = async (): Promise<LogRow> => {
  const log = await readOpenLog(db);
  if (log === null) throw new Error("no log is open");
  return log;
};
const logOf = async (id: string): Promise<LogRow> => {
  const [log] = await db.select().from(logs).where(eq(logs.id, id));
  if (log === undefined) throw new Error(`no log ${id}`);
  return log;
};
const lastEntry = async ({ id, size }: LogRow) => {
  const entries = await readEntries(db, id, Math.floor((size - 1) / 256));
  return readEntry(new TextDecoder().decode(entries[(size - 1) % 256]));
};
const firstEntry = async ({ id }: LogRow) => {
  const [entry] = await readEntries(db, id, 0);
  const read = readEntry(new TextDecoder().decode(entry));
  return read?.kind === "open" ? read : null;
};
const say = (to: string) => {
  const content: EntryContent = {
    kind: "rule",
    rule: "setting",
    key: "house_edge",
    from: null,
    to,
    reason: null,
  };
  return db.transaction((tx) => appendEntries(tx, new Date(clock.now()), [content]));
};

/** A leader that has just taken the lead: its jobs, and whether it may open races. */
function leader(chain = house.chain, ways: Partial<typeof ports> = {}) {
  const parts = { ...ports, ...ways, chain };
  const standing = logStanding(parts);
  const lease = { name: "engine", token: 1n };
  const rounds = logJobs({ ...parts, standing }).map((job) => (job as LeaderJob).begin(lease));
  return {
    standing,
    round: async () => {
      for (const round of rounds) await round();
      await testChain.advanceSlots();
    },
  };
}
/** As when a replica takes over that was behind. */
const loseEntriesSince = ({ id, size, peaks, newestAt }: LogRow) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.delete(logEntries).where(and(eq(logEntries.log, id), gte(logEntries.index, size)));
    await tx.delete(notaryMemos).where(and(eq(notaryMemos.log, id), gt(notaryMemos.size, size)));
    await tx.update(logs).set({ size, peaks, newestAt }).where(eq(logs.id, id));
  });
async function anchorAll() {
  const one = leader();
  for (let turn = 0; turn < 4; turn += 1) await one.round();
  await clock.advance(600_000);
  for (let turn = 0; turn < 4; turn += 1) await one.round();
}
/** Sizes at which checkpoints of a log were signed, oldest first. */
const signedSizes = async ({ id }: LogRow): Promise<readonly number[]> => {
  const memos = await db
    .select({ size: notaryMemos.size })
    .from(notaryMemos)
    .where(eq(notaryMemos.log, id))
    .orderBy(notaryMemos.createdAt);
  return memos.map(({ size }) => size);
};
async function fillNotary() {
  await tendNotary(ports);
  await finish();
  await tendNotary(ports);
}
/** A memo that the notary signed for a database that is gone. */
async function anchorElsewhere(size: number, root: string): Promise<bigint> {
  const { origin, notary: source } = await theLog();
  const memo = checkpointLines({ origin, size, root: hexToBytes(root) });
  const lifetime = await testChain.chain.latestBlockhash();
  const terms = { source, destination: null, lamports: ZERO, memo, fundedBy: null, bid: null };
  const signed = await signPayment(terms, lifetime, vault);
  if (!signed.ok) throw new Error(signed.code);
  await testChain.chain.send(new Uint8Array(Buffer.from(signed.value.wire, "base64")));
  await testChain.advanceSlots(3);
  const landed = await testChain.chain.transaction(signed.value.signature);
  if (landed === null) throw new Error("it did not land");
  return landed.slot;
}

beforeEach(async () => {
  memory.firstSlot = 0n;
  await loseTestLog(house);
  await db.transaction((tx) => seeds.prepareChain(tx, "localnet"));
  await openLog(ports);
  await fillNotary();
  await anchorAll();
});

const otherRoot = "ab".repeat(32);
const gauge = () =>
  logGauges(ports)
    .find(({ name }) => name === "furlong_log_differs")
    ?.read();

it("LOG-11 a leader signs, and opens races, once its log continues what is anchored", async () => {
  await say("6");
  await clock.advance(600_000);
  const before = await signedSizes(await theLog());
  let isDown = true;
  const { standing, round } = leader({
    ...house.chain,
    signaturesFor: (...args) =>
      isDown ? Promise.reject(new ChainUnavailable("down")) : house.chain.signaturesFor(...args),
  });
  expect(standing.isProven()).toBe(false);
  await round();
  // A node that does not answer is no difference.
  expect(standing.isProven()).toBe(false);
  expect(await readDiffersSince(db)).toBeNull();
  expect(await signedSizes(await theLog())).toEqual(before);
  isDown = false;
  await clock.advance(5_000);
  await round();
  expect(standing.isProven()).toBe(true);
  expect(await signedSizes(await theLog())).toEqual([...before, (await theLog()).size]);
});

it("LOG-11 a node that does not show the newest known memo is asked again", async () => {
  let isSilent = true;
  const { standing, round } = leader({
    ...house.chain,
    signaturesFor: async (...args) => (isSilent ? [] : house.chain.signaturesFor(...args)),
  });
  await round();
  expect(standing.isProven()).toBe(false);
  expect(await readDiffersSince(db)).toBeNull();
  isSilent = false;
  await clock.advance(5_000);
  await round();
  expect(standing.isProven()).toBe(true);
});

it("LOG-11 what strangers write about the notary is no difference", async () => {
  const { origin, notary } = await theLog();
  const stranger = await house.newPlayer(sol(1));
  const memo = checkpointLines({ origin, size: 1_000, root: hexToBytes(otherRoot) });
  const instructions: Instruction[] = [
    getTransferSolInstruction({ source: stranger, destination: address(notary), amount: kitLamports(1n) }),
    getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
  ];
  await testChain.sendInstructions(stranger, instructions);
  await testChain.advanceSlots();
  const { standing, round } = leader();
  await round();
  expect(standing.isProven()).toBe(true);
});

it.each([
  ["is behind what is anchored", (size: number) => size + 5],
  ["has another root than what is anchored", (size: number) => size - 1],
])("LOG-11 LOG-12 a log that %s signs nothing and opens no race, until it is ended", async (_, sizeOf) => {
  const before = await theLog();
  const size = sizeOf(before.size);
  const slot = await anchorElsewhere(size, otherRoot);
  const signed = await signedSizes(before);
  await say("7");
  const lost = leader();
  await lost.round();
  await clock.advance(600_000);
  await lost.round();
  expect(lost.standing.isProven()).toBe(false);
  expect(await readDiffersSince(db)).not.toBeNull();
  expect(await gauge()).toBe(1);
  expect(await signedSizes(before)).toEqual(signed);

  const ended = await endOpenLog(ports);
  expect(ended).toMatchObject({ ended: before.origin, isLost: true });
  const old = await logOf(before.id);
  expect(old).toMatchObject({ isOpen: false, isLost: true });
  // At the index of a `close` another entry is anchored.
  expect((await lastEntry(old))?.kind).toBe("rule");
  const next = await theLog();
  expect(next.origin).toBe(ended.began);
  // Races that were lost may have shown seeds of the chain that was in use.
  expect((await firstEntry(next))?.seed_chain.tip).not.toBe((await firstEntry(old))?.seed_chain.tip);
  expect((await firstEntry(next))?.before).toEqual({
    origin: before.origin,
    size,
    root: otherRoot,
    slot: Number(slot),
  });
  const [audited] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(audited).toMatchObject({ action: "server.end-log", actor: "system", subject: before.origin });
  await clock.advance(5_000);
  await lost.round();
  expect(lost.standing.isProven()).toBe(true);
  expect(await gauge()).toBe(0);
  expect(await signedSizes(before)).toEqual(signed);
});

it("LOG-12 a log that lost nothing ends with a `close`, which its own notary anchors at once", async () => {
  const before = await theLog();
  expect(await endOpenLog(ports)).toMatchObject({ ended: before.origin, isLost: false });
  const old = await logOf(before.id);
  const next = await theLog();
  expect(await lastEntry(old)).toMatchObject({ kind: "close", notary: next.notary });
  expect((await firstEntry(next))?.seed_chain).toEqual((await firstEntry(old))?.seed_chain);
  expect((await firstEntry(next))?.before).toMatchObject({
    size: old.size,
    root: await rootAt(db, old, old.size),
  });
  const one = leader();
  for (let turn = 0; turn < 3; turn += 1) await one.round();
  const written = await testChain.chain.signaturesFor(before.notary, { limit: 10 });
  expect(written[0]?.memo).toContain(`${before.origin}\n${old.size}\n`);
});

it("LOG-11 a restored log is compared when nothing that its lost database signed can land any more", async () => {
  await db
    .update(logs)
    .set({ restoredAt: new Date(clock.now()) })
    .where(eq(logs.isOpen, true));
  const { standing, round } = leader();
  await round();
  expect(standing.isProven()).toBe(false);
  await clock.advance(120_000);
  await round();
  expect(standing.isProven()).toBe(true);
  expect((await theLog()).restoredAt).toBeNull();
});

it("LOG-11 a log in a replica that was promoted is compared when nothing that its predecessor signed can land any more", async () => {
  const { standing, round } = leader();
  await round();
  expect(standing.isProven()).toBe(true);
  await db.execute(sql`update logs set timeline = timeline - 1 where is_open`);
  await round();
  expect(standing.isProven()).toBe(false);
  await clock.advance(119_000);
  await round();
  expect(standing.isProven()).toBe(false);
  await clock.advance(6_000);
  await round();
  expect(standing.isProven()).toBe(true);
  expect((await theLog()).restoredAt).toBeNull();
});

it("LOG-11 a comparison under way when a replica is promoted proves nothing", async () => {
  await leader().round();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let isAsked = false;
  const slow: Chain = {
    ...house.chain,
    async tip() {
      isAsked = true;
      await gate;
      return house.chain.tip();
    },
  };
  const { standing } = leader(slow);
  const underWay = standing.prove();
  await expect.poll(() => isAsked).toBe(true);
  await db.execute(sql`update logs set timeline = timeline - 1 where is_open`);
  expect(await standing.prove()).toBe(false);
  release();
  await underWay;
  expect(standing.isProven()).toBe(false);
  expect((await theLog()).restoredAt).not.toBeNull();
});

it("LOG-11 the log of another network is not compared with this one's chain", async () => {
  // A new network has neither a seed chain, which the races make, nor the memos of the open log.
  const chain: Chain = { ...house.chain, signaturesFor: async () => [] };
  const { standing, round } = leader(chain, { network: "devnet" as never });
  await round();
  expect(standing.isProven()).toBe(true);
});

it("LOG-11 what another leader anchors while the chain is asked is no difference", async () => {
  let isAnchored = false;
  const chain: Chain = {
    ...house.chain,
    async signaturesFor(...args) {
      if (!isAnchored) {
        isAnchored = true;
        await say("8");
        await anchorAll();
      }
      return house.chain.signaturesFor(...args);
    },
  };
  const { standing, round } = leader(chain);
  await round();
  expect(await readDiffersSince(db)).toBeNull();
  expect(standing.isProven()).toBe(true);
  isAnchored = false;
  expect(await endOpenLog({ ...ports, chain })).toMatchObject({ isLost: false });
});

it("LOG-11 of three nodes, one that does not answer holds nothing up", async () => {
  const dead: Chain = {
    ...house.chain,
    signaturesFor: () => Promise.reject(new ChainUnavailable("down")),
  };
  const nodes = [dead, house.chain, house.chain];
  const { standing, round } = leader({ ...house.chain, historyNodes: () => nodes });
  await round();
  expect(standing.isProven()).toBe(true);
  const two = leader({ ...house.chain, historyNodes: () => [dead, house.chain] });
  await two.round();
  expect(two.standing.isProven()).toBe(false);
});

it("LOG-11 what strangers paid for is asked about once, however often a node fails in between", async () => {
  const { origin } = await theLog();
  const memo = checkpointLines({ origin, size: 1_000, root: hexToBytes(otherRoot) });
  const foreign = new Map(
    Array.from({ length: 2_500 }, (_, n) => [
      `foreign-${n}`,
      {
        signature: `foreign-${n}`,
        slot: 1_000_000n - BigInt(n),
        error: null,
        memo: `[${memo.length}] ${memo}`,
      },
    ]),
  );
  const [known] = await testChain.chain.signaturesFor((await theLog()).notary, { limit: 1 });
  const transaction = await testChain.chain.transaction(known!.signature);
  let calls = 0;
  const { standing, round } = leader({
    ...house.chain,
    async signaturesFor(address, { limit, before }) {
      const history = [...foreign.values(), ...(await house.chain.signaturesFor(address, { limit: 10 }))];
      const begin = history.findIndex(({ signature }) => signature === before) + 1;
      return history.slice(begin, begin + limit);
    },
    async transaction(signature) {
      if (!foreign.has(signature)) return house.chain.transaction(signature);
      calls += 1;
      if (calls % 1_000 === 0) throw new ChainUnavailable("too many requests");
      return { ...transaction!, accounts: ["a stranger"] };
    },
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await round();
    await clock.advance(5_000);
  }
  expect(standing.isProven()).toBe(true);
  expect(calls).toBe(2_502);
});

it("LOG-11 LOG-12 a restored log that was never compared ends without a `close`, and its notary signs nothing", async () => {
  await say("6");
  await clock.advance(600_000);
  const before = await theLog();
  const signed = await signedSizes(before);
  await db
    .update(logs)
    .set({ restoredAt: new Date(clock.now()) })
    .where(eq(logs.isOpen, true));
  await db.transaction(async (tx) => {
    await writeSetting(tx, { key: "network", value: "devnet", by: null, at: new Date(clock.now()) });
    await seeds.prepareChain(tx, "devnet");
  });
  await openLog({ ...ports, network: "devnet" as never });
  expect((await theLog()).network).toBe("devnet");
  await db.transaction((tx) =>
    writeSetting(tx, { key: "network", value: "localnet", by: null, at: new Date(clock.now()) }),
  );
  const old = await logOf(before.id);
  expect(old).toMatchObject({ isOpen: false, isLost: true, size: before.size });
  await leader().round();
  expect(await signedSizes(before)).toEqual(signed);
});

it("LOG-12 a restored log cannot be ended while something that its lost database signed may land", async () => {
  const before = await theLog();
  await db
    .update(logs)
    .set({ restoredAt: new Date(clock.now()) })
    .where(eq(logs.isOpen, true));
  await expect(endOpenLog(ports)).rejects.toThrow("two minutes");
  expect((await theLog()).id).toBe(before.id);
  await clock.advance(120_000);
  expect(await endOpenLog(ports)).toMatchObject({ ended: before.origin, isLost: false });
});

it("LOG-12 a log cannot be ended while a server leads, which may sign entries of it", async () => {
  const before = await theLog();
  const lease = { name: ENGINE_LEASE.name, ttlMs: 60_000 };
  const token = await acquireLease(db, { ...lease, holder: "a server" });
  await expect(endOpenLog(ports)).rejects.toThrow("Stop all servers");
  expect((await theLog()).id).toBe(before.id);
  await releaseLease(db, { name: lease.name, token: token! });
  expect(await endOpenLog(ports)).toMatchObject({ ended: before.origin });
});

it("LOG-12 says so when a log ends as lost because it differed before", async () => {
  const { id } = await theLog();
  await db
    .update(logs)
    .set({ differsSince: new Date(clock.now()) })
    .where(eq(logs.id, id));
  expect(await endOpenLog(ports)).toMatchObject({ isLost: true });
  expect(await logOf(id)).toMatchObject({ isLost: true });
  const [audited] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(audited?.detail).toMatchObject({ isLost: true });
});

it("LOG-4 a log whose key cannot be opened keeps no other from being signed", async () => {
  const before = await theLog();
  await endOpenLog(ports);
  await fillNotary();
  const keys = {
    isUnlocked: () => true,
    sign: (signer: string, message: Uint8Array) =>
      signer === before.notary ? Promise.reject(new Error("sealed")) : vault.sign(signer, message),
  };
  const errors: unknown[] = [];
  const { round } = leader(house.chain, { keys: keys as never });
  for (let turn = 0; turn < 3; turn += 1) await round().catch((error: unknown) => errors.push(error));
  const next = await theLog();
  expect(await signedSizes(next)).toEqual([next.size]);
  expect(errors.length).toBeGreaterThan(0);
});

it("LOG-11 a head that only one of several nodes shows is no difference, and of three it holds nothing up", async () => {
  const { origin, notary } = await theLog();
  const memo = checkpointLines({ origin, size: 1_000, root: hexToBytes(otherRoot) });
  const [known] = await testChain.chain.signaturesFor(notary, { limit: 1 });
  const transaction = await testChain.chain.transaction(known!.signature);
  const invented = { signature: "invented", slot: 9_999n, error: null, memo: `[${memo.length}] ${memo}` };
  const liar: Chain = {
    ...house.chain,
    signaturesFor: async (...args) => [invented, ...(await house.chain.signaturesFor(...args))],
    transaction: async (signature) =>
      signature === "invented" ? transaction : house.chain.transaction(signature),
  };
  for (const [nodes, isProven] of [
    [[liar, house.chain], false],
    [[liar, house.chain, house.chain], true],
  ] as const) {
    const { standing, round } = leader({ ...house.chain, historyNodes: () => nodes });
    await round();
    expect(await readDiffersSince(db)).toBeNull();
    expect(standing.isProven()).toBe(isProven);
  }
});

it("LOG-11 a leader beneath which the database lost entries compares the log anew", async () => {
  const before = await theLog();
  const { standing, round } = leader();
  await say("6");
  await clock.advance(600_000);
  for (let turn = 0; turn < 4; turn += 1) await round();
  expect((await signedSizes(before)).at(-1)).toBe(before.size + 1);
  await loseEntriesSince(before);
  const signed = await signedSizes(before);
  await say("7");
  await clock.advance(600_000);
  await round();
  expect(standing.isProven()).toBe(false);
  expect(await signedSizes(before)).toEqual(signed);
});

it("LOG-11 knows the root that a log had at each size, across bundles", async () => {
  const roots = new Map<number, string>();
  const began = await theLog();
  for (let size = began.size; size < 530; size += 1) {
    if (size > began.size) await say(`${size}`);
    if (size % 50 === 0 || (size > 510 && size < 516) || size === 256 || size === 257) {
      const log = await theLog();
      roots.set(log.size, bytesToHex(rootOf(readFrontier(log.size, log.peaks))));
    }
  }
  const log = await theLog();
  for (const [size, root] of roots) expect(await rootAt(db, log, size)).toBe(root);
  expect(await rootAt(db, log, log.size + 1)).toBeNull();
  expect(await rootAt(db, log, 0)).toBeNull();
});

it("LOG-4 no size has two roots in what is served, whatever a lost database had signed", async () => {
  const before = await theLog();
  const served = new Map<number, Set<string>>();
  const look = async () => {
    const [, size, root = ""] = (await readNewestNote(db, before.id))?.split("\n") ?? [];
    served.set(Number(size), (served.get(Number(size)) ?? new Set()).add(root));
  };
  const lost = leader();
  await say("6");
  await clock.advance(600_000);
  faults.dropsSends = true;
  for (let turn = 0; turn < 4; turn += 1) {
    await lost.round();
    await look();
  }
  expect((await signedSizes(before)).at(-1)).toBe(before.size + 1);
  expect([...served.keys()]).toEqual([before.size]);
  faults.dropsSends = false;
  await loseEntriesSince(before);
  await db
    .update(logs)
    .set({ restoredAt: new Date(clock.now()) })
    .where(eq(logs.isOpen, true));
  await clock.advance(120_000);
  await say("7");
  const restored = leader();
  for (let turn = 0; turn < 4; turn += 1) {
    await restored.round();
    await look();
  }
  expect([...served.keys()]).toEqual([before.size, before.size + 1]);
  expect([...served.values()].map(({ size }) => size)).toEqual([1, 1]);
});

it("LOG-12 LOG-10 a `close` is anchored also when the notary could not pay for it at first", async () => {
  const made = async () => {
    const before = await theLog();
    await endOpenLog(ports);
    return before;
  };
  // The next log's notary is not filled before that log has ended.
  await made();
  const before = await made();
  await anchorAll();
  await finish();
  await anchorAll();
  const [written] = await testChain.chain.signaturesFor(before.notary, { limit: 1 });
  expect(written?.memo).toContain(`${before.origin}\n${before.size + 1}\n`);
  // It is given no more than its last memos cost.
  const fill = eq(payments.destination, before.notary);
  const [given, ...others] = await db.select({ lamports: payments.lamports }).from(payments).where(fill);
  expect(given?.lamports).toBe(1_940_880n);
  expect(others).toEqual([]);
});

it("LOG-9 FAIR-12 under another PUBLIC_ORIGIN no race may commit, since nothing of the log is anchored, and under the old one again", async () => {
  for (const [host, isProven] of [
    ["moved.example", false],
    ["localhost", true],
  ] as const) {
    const { standing, round } = leader(house.chain, { host });
    await round();
    await round();
    expect(standing.isProven(), `served at ${host}`).toBe(isProven);
  }
});

it("LOG-4 a copy of the installation under another PUBLIC_ORIGIN signs no checkpoints of the first one's log", async () => {
  const before = await theLog();
  const signed = await signedSizes(before);
  await say("6");
  await clock.advance(600_000);
  await leader(house.chain, { host: "copy.example" }).round();
  expect(await signedSizes(before)).toEqual(signed);
});
