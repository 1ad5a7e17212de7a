import { bytesToHex } from "@noble/hashes/utils.js";
import { asc, eq, isNull, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { cheapCost, masterPassword } from "../../../../tests/support/house.ts";
import { landMemo } from "../../../../tests/support/land-memo.ts";
import { tileOf, verifyEd25519 } from "../../../../tests/support/plain-log.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";
import { decodeBase58 } from "../../../domain/base58.ts";
import { type EntryContent, readEntry } from "../../../domain/log/entry.ts";
import { readBundle } from "../../../domain/log/entry-bundle.ts";
import { frontierOf, readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import { readNote, verifierKey } from "../../../domain/log/signed-note.ts";
import { bundlePath, tilePath, tilesOf, type Tile } from "../../../domain/log/tile.ts";
import { hashLeaf, hashLeafBytes, rootFromPath } from "../../../domain/merkle-tree.ts";
import type { Network } from "../../../domain/networks.ts";
import { nodeEntropy } from "../../adapters/entropy.ts";
import { addWallets } from "../../features/house-wallets/add-wallets.ts";
import { initialiseHouse } from "../../features/house-wallets/initialise.ts";
import { retireWallet } from "../../features/house-wallets/retire-wallet.ts";
import { openVault, SYSTEM, wrongPasswordLimit } from "../../features/house-wallets/vault.ts";
import type { Db } from "../db/database.ts";
import { logBundles, logEntries, logs, notaryMemos } from "../db/schema/public-log.ts";
import { settings } from "../db/schema/settings.ts";
import { seedChains } from "../db/schema/races.ts";
import { sqlState } from "../db/transaction.ts";
import { appendEntries } from "./append-entries.ts";
import { openLog } from "./open-log.ts";
import { readEntries } from "./pack-bundle.ts";
import { readLogged } from "./read-logged.ts";
import { readNewestNote } from "./read-note.ts";
import { readTile } from "./read-tile.ts";

const entropy = nodeEntropy;
const clock = manualClock(Date.parse("2026-11-28T10:00:00.000Z"));
const hash = "ab".repeat(32);

/** A house with its keys and a seed chain, whose log can be opened. */
async function makeHouse(db: Db) {
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
  await initialiseHouse({ db, clock, entropy, cost: cheapCost }, { masterPassword, by: SYSTEM });
  await vault.unlock(masterPassword, SYSTEM);
  for (const [network, tip] of [
    ["localnet", hash],
    ["devnet", "cd".repeat(32)],
  ] as const) {
    await db.insert(seedChains).values({ network, tip, length: 100, sealedRoot: "", createdAt: new Date(0) });
  }
  const open = (network: Network = "localnet", isUnlocked = true) =>
    openLog({
      db,
      clock,
      entropy,
      network,
      host: "localhost",
      chain: { genesisHash: async () => "11111111111111111111111111111111" },
      makeNotary: isUnlocked ? vault.makeNotary : () => ({ ok: false, code: "HOUSE_LOCKED" }),
    });
  return { vault, open };
}

const setting = (to: string): EntryContent => ({
  kind: "rule",
  rule: "setting",
  key: "house_edge",
  from: null,
  to,
  reason: null,
});
const many = (count: number, name = "") => Array.from({ length: count }, (_, n) => setting(`${name}${n}`));
const append = (db: Db, contents: readonly EntryContent[], at = new Date(clock.now())) =>
  db.transaction((tx) => appendEntries(tx, at, contents));

const theLog = async (db: Db) => {
  const [log] = await db.select().from(logs).where(eq(logs.isOpen, true));
  if (!log) throw new Error("no log is open");
  return log;
};
const entriesOf = async (db: Db, { id, size }: { readonly id: string; readonly size: number }) => {
  const bundles: Uint8Array[] = [];
  for (let index = 0; index * 256 < size; index += 1) bundles.push(...(await readEntries(db, id, index)));
  return bundles;
};
const readTexts = (entries: readonly Uint8Array[]) => entries.map((entry) => new TextDecoder().decode(entry));

describe("the stored log", () => {
  let database: TestDatabase;
  let house: Awaited<ReturnType<typeof makeHouse>>;
  beforeEach(async () => {
    database = await openTestDatabase();
    house = await makeHouse(database.db);
  });
  afterEach(() => database.close());

  it("LOG-7 LOG-8 opens once with everything that it begins with, when keys and seed chain are there", async () => {
    const { db } = database;
    await house.open("localnet", false);
    expect(await db.select().from(logs)).toEqual([]);
    await Promise.all([house.open(), house.open()]);
    await house.open();
    const log = await theLog(db);
    const [opening, ...wallets] = readTexts(await entriesOf(db, log)).map(readEntry);
    expect(opening).toMatchObject({
      kind: "open",
      network: "localnet",
      origin: `localhost/log/${log.id}`,
      notary: log.notary,
      seed_chain: { tip: hash, length: 100 },
      rules: { house_edge: "5", network: "localnet" },
      before: null,
    });
    expect(new Set(wallets.map((entry) => entry?.kind === "wallet" && entry.role))).toEqual(
      new Set(["deposit", "hot", "treasury"]),
    );
    expect(await db.select().from(logs)).toHaveLength(1);
  });

  it("LOG-7 ends on another network, naming the notary of the next log, which names its last head", async () => {
    const { db } = database;
    await house.open();
    const { id } = await theLog(db);
    await house.open("devnet");
    expect((await theLog(db)).id).toBe(id);
    await db.insert(settings).values({ key: "network", value: "devnet", updatedAt: new Date(0) });
    await house.open("devnet");
    const next = await theLog(db);
    const [ended] = await db.select().from(logs).where(eq(logs.id, id));
    if (!ended) throw new Error("gone");
    const closing = readEntry(readTexts(await entriesOf(db, ended)).at(-1) ?? "");
    expect(closing).toMatchObject({ kind: "close", notary: next.notary });
    const opening = readEntry(readTexts(await entriesOf(db, next))[0] ?? "");
    const root = Buffer.from(rootOf(readFrontier(ended.size, ended.peaks))).toString("hex");
    expect(opening).toMatchObject({
      network: "devnet",
      before: { origin: ended.origin, size: ended.size, root, slot: null },
    });
    expect(next.notary).not.toBe(ended.notary);
  });

  it("LOG-8 names each wallet that begins and each that ends, once", async () => {
    const { db } = database;
    const { vault } = house;
    await house.open();
    const ports = { db, clock, entropy, vault };
    const added = await addWallets(ports, { masterPassword, kind: "deposit", count: 2, by: "admin" });
    const [first, second] = added.ok ? added.value : [];
    const address = second?.address ?? "";
    for (let time = 0; time < 2; time += 1) {
      expect(await retireWallet(ports, { masterPassword, address, by: "admin" })).toMatchObject({ ok: true });
    }
    const entries = readTexts(await entriesOf(db, await theLog(db))).map(readEntry);
    expect(entries).toHaveLength(7);
    expect(entries.slice(4)).toMatchObject([
      { kind: "wallet", role: "deposit", address: first?.address, change: "begins" },
      { kind: "wallet", role: "deposit", address, change: "begins" },
      { kind: "wallet", role: "deposit", address, change: "ends" },
    ]);
  });

  it("LOG-6 is one tree, whoever appends at once, without what was rolled back", async () => {
    const { db } = database;
    expect(await append(db, [setting("before there was a log")])).toBeNull();
    await house.open();
    const appended = await Promise.all(Array.from({ length: 12 }, (_, n) => append(db, many(50, `${n}-`))));
    const broken = db.transaction(async (tx) => {
      await appendEntries(tx, new Date(clock.now()), many(300, "lost"));
      throw new Error("A bug");
    });
    await expect(broken).rejects.toThrow("A bug");
    const log = await theLog(db);
    const entries = await entriesOf(db, log);
    expect(entries).toHaveLength(log.size);
    expect(log.size).toBe(4 + 600);
    expect(rootOf(readFrontier(log.size, log.peaks))).toEqual(rootOf(frontierOf(entries.map(hashLeafBytes))));
    // Each append stands together, where it was told.
    const texts = readTexts(entries);
    appended.forEach((at, n) => {
      const [first = "", last = ""] = [texts[at?.first ?? -1], texts[(at?.size ?? 0) - 1]];
      expect([readEntry(first), readEntry(last)]).toMatchObject([{ to: `${n}-0` }, { to: `${n}-49` }]);
    });
    // Entries are in one place: the packed bundles, or the rows of the newest.
    expect(
      await db.select({ index: logBundles.index }).from(logBundles).orderBy(asc(logBundles.index)),
    ).toEqual([{ index: 0 }, { index: 1 }]);
    expect(await db.select().from(logEntries)).toHaveLength(log.size - 512);
  });

  it("LOG-6 gives no entry an earlier time than the one before it", async () => {
    const { db } = database;
    await house.open();
    await append(db, [setting("late")], new Date(clock.now() + 5_000));
    await append(db, [setting("early")], new Date(clock.now() - 5_000));
    const times = readTexts(await entriesOf(db, await theLog(db))).map((text) =>
      readEntry(text)?.at.getTime(),
    );
    expect(times.slice(-2)).toEqual([clock.now() + 5_000, clock.now() + 5_000]);
  });

  it("LOG-1 cannot be changed or cut by anybody at the database", async () => {
    const { db } = database;
    await house.open();
    await append(db, many(300));
    for (const statement of [
      sql`update log_entries set entry = '{}'`,
      sql`delete from log_entries`,
      sql`truncate log_entries`,
      sql`update log_bundles set root = ''`,
      sql`delete from log_bundles`,
      sql`update logs set size = size - 1`,
      sql`update logs set peaks = ''`,
      sql`update logs set origin = 'elsewhere'`,
      sql`update logs set newest_at = newest_at - interval '1 second'`,
      sql`delete from logs`,
    ]) {
      const state = await db.execute(statement).then(() => null, sqlState);
      expect(state).toBe("23001");
    }
  });

  it("LOG-3 has every tile of its size as the standard defines them, however it came to be packed", async () => {
    const { db } = database;
    await house.open();
    await append(db, many(1_100));
    const log = await theLog(db);
    const leaves = (await entriesOf(db, log)).map(hashLeafBytes);
    for (const size of [1, 255, 256, 257, 1024, log.size]) {
      for (const tile of tilesOf(size)) {
        expect(await readTile(db, log.id, tile)).toEqual(tileOf(leaves, tile));
      }
    }
    const beyond: readonly Tile[] = [
      { level: 0, index: 4, width: (log.size % 256) + 1 },
      { level: 0, index: 5, width: 1 },
      { level: 1, index: 0, width: 5 },
      { level: 2, index: 0, width: 1 },
      { level: 63, index: 999_999_999, width: 256 },
    ];
    for (const tile of beyond) expect(await readTile(db, log.id, tile)).toBeNull();
  });

  it("FAIR-12 shows each entry with the path that leads to the root of every tree which has it", async () => {
    const { db } = database;
    await house.open();
    await append(db, many(600));
    const log = await theLog(db);
    const entries = await entriesOf(db, log);
    for (const size of [1, 2, 256, 257, 513, log.size]) {
      const root = bytesToHex(rootOf(frontierOf(entries.slice(0, size).map(hashLeafBytes))));
      const showAt = readLogged(db, { log: log.id, size });
      for (const index of [0, 1, 255, 256, 512, size - 1].filter((at) => at < size)) {
        const { text, path } = await showAt(index);
        expect(text).toBe(new TextDecoder().decode(entries[index]));
        expect(rootFromPath(hashLeaf(text), { index, count: size, path })).toBe(root);
      }
    }
    const beyond = readLogged(db, { log: log.id, size: log.size });
    await expect(beyond(log.size)).rejects.toThrow(`no entry ${log.size}`);
  });

  it("LOG-4 has a note of its newest checkpoint that is anchored, signed by its own notary", async () => {
    const { db } = database;
    await house.open();
    const log = await theLog(db);
    const key = { name: log.origin, publicKey: decodeBase58(log.notary) ?? new Uint8Array() };
    const noted = async () => readNote((await readNewestNote(db, log.id)) ?? "", key, verifyEd25519);
    await landMemo(db, house.vault, { outcome: "expired" });
    expect(await readNewestNote(db, log.id)).toBeNull();
    await landMemo(db, house.vault);
    const leaves = (await entriesOf(db, log)).map(hashLeafBytes);
    const first = { origin: log.origin, size: 4, root: rootOf(frontierOf(leaves)) };
    expect(await noted()).toEqual(first);
    await append(db, many(3));
    // One that may still land is signed, and not served.
    await landMemo(db, house.vault, { outcome: null });
    expect(await noted()).toEqual(first);
    await db.update(notaryMemos).set({ outcome: "landed", slot: 3n }).where(isNull(notaryMemos.outcome));
    const all = (await entriesOf(db, await theLog(db))).map(hashLeafBytes);
    expect(await noted()).toEqual({ origin: log.origin, size: 7, root: rootOf(frontierOf(all)) });
  });
});

describe("the served log", () => {
  const test = useTestServer();

  it("LOG-3 LOG-4 is read by anybody from any origin, cached for ever but for its checkpoint", async () => {
    const { db } = test.server;
    const { open, vault } = await makeHouse(db);
    await open();
    await append(db, many(600));
    await landMemo(db, vault);
    const log = await theLog(db);
    const url = (path: string) => `${test.url}/log/${log.id}/${path}`;
    const note = await fetch(url("checkpoint"));
    expect(note.status).toBe(200);
    expect(Object.fromEntries(note.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=2",
      "access-control-allow-origin": "*",
    });
    const key = { name: log.origin, publicKey: decodeBase58(log.notary) ?? new Uint8Array() };
    const text = await note.text();
    const checkpoint = await readNote(text, key, verifyEd25519);
    const { origin, notary } = log;
    expect((await test.get("/api/fairness/chain")).body).toMatchObject({
      log: { origin, notary, verifier_key: verifierKey(key), checkpoint: text },
    });
    const leaves: Uint8Array[] = [];
    for (const tile of tilesOf(checkpoint?.size ?? 0)) {
      const answer = await fetch(url(tilePath(tile)));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
      });
      const content = new Uint8Array(await answer.arrayBuffer());
      expect(content).toHaveLength(tile.width * 32);
      if (tile.level > 0) continue;
      const bundle = await fetch(url(bundlePath(tile)));
      expect(bundle.headers.get("content-encoding")).toBe("gzip");
      const entries = readBundle(new Uint8Array(await bundle.arrayBuffer())) ?? [];
      leaves.push(...entries.map(hashLeafBytes));
      expect(tileOf(leaves, tile)).toEqual(content);
    }
    expect(rootOf(frontierOf(leaves))).toEqual(checkpoint?.root);
  });

  it.each([
    "checkpoint/",
    "tile/0/000.p/0",
    "tile/0/999",
    "tile/entries/003",
    "tile/9/000",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "tile",
  ])("LOG-3 has nothing at %s", async (path) => {
    const [log] = await test.server.db.select().from(logs);
    expect((await test.get(`/log/${log?.id}/${path}`)).status).toBe(404);
    expect((await test.get(`/log/0123456789abcdef/checkpoint`)).status).toBe(404);
  });
});
