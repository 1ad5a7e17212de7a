import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { depositWatcher } from "../../../../tests/support/deposit-watcher.ts";
import { cheapCost, masterPassword, openTestHouse, sol } from "../../../../tests/support/house.ts";
import { api } from "../../../contract/api.ts";
import type { Network } from "../../../domain/networks.ts";
import { readInput, writeReply } from "../../../contract/wire/wire.ts";
import { walletsRestored } from "../../../domain/chain-postings.ts";
import { betsOnNetwork } from "../bets/bets-on-network.ts";
import { confirmDeposit } from "../bets/confirm-deposit.ts";
import { openDepositProcessor } from "../bets/deposit-processor.ts";
import { houseAddresses } from "../bets/house-addresses.ts";
import { depositReader } from "../bets/watch-deposits.ts";
import { balanceOf, post } from "../../foundation/books/ledger.ts";
import { restoredId } from "../../foundation/books/restored-history.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { depositCursors, deposits } from "../../foundation/db/schema/bets.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { ledgerPostings } from "../../foundation/db/schema/ledger.ts";
import { ChainUnavailable } from "../../foundation/ports.ts";
import { readSolvency } from "../solvency/read-solvency.ts";
import { addWallets } from "./add-wallets.ts";
import { changeMasterPassword } from "./change-master-password.ts";
import { exportWallets, type WalletsExport } from "./export-wallets.ts";
import { houseHandlers } from "./handlers.ts";
import { initialiseHouse } from "./initialise.ts";
import { restoreFromFile } from "./restore-from-file.ts";
import { restoreWallets } from "./restore-wallets.ts";
import { openVault, wrongPasswordLimit } from "./vault.ts";

const house = await openTestHouse();
const { clock, entropy, testChain } = house;
const { chain } = testChain;
const by = "admin-wallet";
afterAll(() => house.close());

async function newExport(password = masterPassword): Promise<WalletsExport> {
  const exported = await exportWallets(house, { masterPassword: password, by });
  if (!exported.ok) throw new Error(exported.code);
  return exported.value;
}

/** The file as an admin saves it. */
function fileOf(exported: WalletsExport): string {
  const reply = { fileName: "wallets.json", export: exported };
  return JSON.stringify((writeReply(api.exportHouseWallets, reply) as typeof reply).export);
}

type NewDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/** A server of the installation, with memory of its own. */
function serverOn({ db }: Pick<NewDatabase, "db">) {
  const { log, news, questions } = house;
  const network: Network = "localnet";
  const ports = { db, log, clock, entropy, chain, network };
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
  const unused = () => undefined;
  const broadcast = { toEveryone: unused, toWallet: unused };
  const money = {
    ...ports,
    broadcast,
    raceChanged: unused,
    houseSources: new Set<string>(),
    adminWallets: [],
    isLocal: true,
  };
  const counting = { ...money, news, questions, houseAddresses: houseAddresses(db, network) };
  const watching = { ...counting, depositProcessor: openDepositProcessor(counting) };
  return { ...watching, vault, watch: depositWatcher(watching) };
}

async function newInstallation() {
  const database = await openTestDatabase();
  return { ...serverOn(database), close: database.close };
}

/** Everything that a restore writes, counted. */
async function written({ db }: Pick<NewDatabase, "db">) {
  const tables = [houseVault, houseWallets, depositCursors, ledgerPostings, auditLog] as const;
  return Promise.all(tables.map((table) => db.$count(table)));
}
const NOTHING = [0, 0, 0, 0, 0];

let exported: WalletsExport;
let file = "";
/** A payment that the old installation credited to its payer: in a new one it belongs to nobody. */
let old: { readonly wallet: string; readonly signature: string };
beforeAll(async () => {
  const added = await addWallets(house, { masterPassword, kind: "deposit", count: 2, by });
  if (!added.ok) throw new Error(added.code);
  await house.db
    .update(houseWallets)
    .set({ isActive: false })
    .where(eq(houseWallets.address, added.value[0]!.address));
  const player = await house.newPlayer();
  const signature = await testChain.sendTransfer(player, added.value[1]!.address, sol(2));
  old = { wallet: player.address, signature };
  await testChain.advanceSlots();
  await house.watch();
  exported = await newExport();
  file = fileOf(exported);
});

it("MONEY-33 MONEY-18 an export holds every wallet, no open key, and leaves an audit row", async () => {
  expect(await exportWallets(house, { masterPassword: "wrong", by })).toMatchObject({
    code: "MASTER_PASSWORD_WRONG",
  });
  await clock.advance(60_000);
  const { wallets } = JSON.parse(file) as { wallets: { address: string }[] };
  const stored = await house.db.select().from(houseWallets);
  expect(wallets.map(({ address }) => address).toSorted()).toEqual(
    stored.map(({ address }) => address).toSorted(),
  );
  expect(file).not.toContain(masterPassword);
  const [row] = await house.db.select().from(auditLog).where(eq(auditLog.action, "house.export"));
  expect(row).toMatchObject({ actor: by });
  expect(JSON.stringify(row)).not.toContain(stored[0]!.sealedKey);
});

it("MONEY-33 a new installation has the wallets, and their money as equity by one audited posting", async () => {
  const fresh = await newInstallation();
  const restored = await restoreFromFile(fresh, { file, masterPassword });
  expect(restored).toHaveLength(5);
  const total = restored.reduce((sum, { balance }) => sum + balance, 0n);
  expect(total).toBe(sol(32));
  expect(await balanceOf(fresh.db, "equity")).toBe(total);
  expect(await fresh.db.select().from(ledgerPostings)).toMatchObject([{ kind: "wallets restored" }]);
  expect(await fresh.db.select().from(auditLog)).toMatchObject([
    { actor: "system", action: "house.restore" },
  ]);
  const inactive = (await fresh.db.select().from(houseWallets)).filter(({ isActive }) => !isActive);
  expect(inactive).toHaveLength(1);
  // The keys can sign, and nothing from the past is counted again.
  expect(await fresh.vault.unlock(masterPassword, "system")).toMatchObject({ ok: true });
  for (const { address } of restored) {
    expect(await fresh.vault.sign(address, new Uint8Array([1]))).toMatchObject({ ok: true });
  }
  await fresh.watch();
  expect(await fresh.db.select().from(deposits)).toEqual([]);
  const solvency = await readSolvency({ ...fresh, readDeposits: fresh.watch });
  expect(solvency).toMatchObject({ difference: 0n, differences: [] });
  // Deposits from now on are counted, for their payer.
  const player = await house.newPlayer();
  await testChain.sendTransfer(player, restored[0]!.address, sol(0.5));
  await testChain.advanceSlots();
  await fresh.watch();
  expect(await fresh.db.select().from(deposits)).toHaveLength(1);
  await expect(restoreFromFile(fresh, { file, masterPassword })).rejects.toThrow("has house wallets already");
  expect(await balanceOf(fresh.db, "equity")).toBeGreaterThanOrEqual(total);
  await fresh.close();
  await house.watch();
});

it("MONEY-33 an admin restores through the panel: the house is unlocked, and the audit row names the admin", async () => {
  const fresh = await newInstallation();
  const handlers = houseHandlers({ ...fresh, cost: cheapCost } as never);
  const body = { adminWallet: by, masterPassword, export: exported };
  const answer = await handlers.restoreHouseWallets({ params: {}, query: {}, body }, { wallet: by } as never);
  const balances = await chain.balances(exported.wallets.map(({ address }) => address));
  const equity = balances.lamports.reduce((sum, one) => sum + one, 0n);
  expect(answer).toMatchObject({ ok: true, value: { equity, locked: false } });
  expect(fresh.vault.isUnlocked()).toBe(true);
  const rows = await fresh.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows).toMatchObject([
    { actor: by, action: "house.restore", detail: { equity: equity.toString() } },
    { actor: by, action: "house.unlock" },
  ]);
  expect(JSON.stringify(rows)).not.toContain(masterPassword);
  await fresh.close();
});

describe("a payment from before the restore", () => {
  it("MONEY-33 BET-22 is credited by no server, whoever asks, also after a change of the network and back", async () => {
    const fresh = await newInstallation();
    const second = serverOn(fresh);
    const servers = [fresh, second];
    // Both have been running without wallets for a while.
    for (const server of servers) await server.watch();
    const restored = await restoreWallets(fresh, { exported, masterPassword, by });
    expect(restored.ok).toBe(true);
    for (const server of servers) {
      await server.watch();
      expect(await confirmDeposit(server, old)).toMatchObject({ code: "PAYMENT_MISMATCH" });
      expect(await depositReader(server).count([old.signature])).toEqual(new Set([old.signature]));
    }
    // A move to another network and back has the histories read from their beginnings.
    await fresh.db.transaction((tx) => betsOnNetwork.leave!(tx, new Date()));
    for (const server of [...servers, serverOn(fresh)]) await server.watch();
    expect(await fresh.db.select().from(deposits)).toEqual([]);
    const solvency = await readSolvency({ ...fresh, readDeposits: fresh.watch });
    expect(solvency).toMatchObject({ difference: 0n, differences: [] });
    // What comes later is counted by both, once.
    const player = await house.newPlayer();
    await testChain.sendTransfer(player, exported.wallets[0]!.address, sol(0.25));
    await testChain.advanceSlots();
    for (const server of servers) await server.watch();
    expect(await fresh.db.select().from(deposits)).toHaveLength(1);
    await fresh.close();
    await house.watch();
  });
});

describe("all or nothing", () => {
  it("MONEY-33 of two admins at once, or of one who initialises, one is refused and writes nothing", async () => {
    const fresh = await newInstallation();
    const other = serverOn(fresh);
    const request = { exported, masterPassword, by };
    const twice = await Promise.all([restoreWallets(fresh, request), restoreWallets(other, request)]);
    expect(twice.map((one) => (one.ok ? "ok" : one.code)).toSorted()).toEqual(["HOUSE_INITIALIZED", "ok"]);
    expect(await written(fresh)).toEqual([1, 5, 4, 1, 1]);
    await fresh.close();

    const another = await newInstallation();
    const outcomes = await Promise.all([
      initialiseHouse({ ...another, cost: cheapCost }, { masterPassword, by: "other-admin" }),
      restoreWallets(another, request),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect([3, 5]).toContain(await another.db.$count(houseWallets));
    expect(await another.db.$count(auditLog)).toBe(1);
    await another.close();
  });
});

describe("refusals", () => {
  const attemptOn =
    (ports: Parameters<typeof restoreWallets>[0]) =>
    (changed: Partial<WalletsExport> = {}, password = masterPassword) =>
      restoreWallets(ports, { exported: { ...exported, ...changed }, masterPassword: password, by });

  it("MONEY-33 each reason has a code and, in the file, a place; nothing is changed", async () => {
    const fresh = await newInstallation();
    const attempt = attemptOn(fresh);
    const [first, ...others] = exported.wallets;
    expect(await attempt({ network: "devnet" })).toMatchObject({
      code: "EXPORT_OF_OTHER_NETWORK",
      field: "export.network",
    });
    expect(await attempt({ wallets: others.filter(({ type }) => type !== "hot") })).toMatchObject({
      code: "INVALID_INPUT",
      field: "export.wallets",
      message: "The file holds no active hot wallet.",
    });
    expect(await attempt({ wallets: [...exported.wallets, first!] })).toMatchObject({
      code: "INVALID_INPUT",
      field: "export.wallets",
      message: "The file holds a wallet twice.",
    });
    const swapped = [{ ...first!, sealedKey: others[0]!.sealedKey }, ...others];
    expect(await attempt({ wallets: swapped })).toMatchObject({
      code: "EXPORT_KEY_DAMAGED",
      field: "export.wallets.0.sealedKey",
    });
    const silent = {
      ...chain,
      balances: () => Promise.reject(new ChainUnavailable("no answer")),
    };
    expect(await attemptOn({ ...fresh, chain: silent })()).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    expect(await written(fresh)).toEqual(NOTHING);
    // Whose money the books count would be unknown.
    const equity = walletsRestored({ id: restoredId("localnet", 1n), balances: [] });
    await fresh.db.transaction((tx) => post(tx, equity));
    expect(await attempt()).toMatchObject({ code: "HOUSE_HAS_BOOKS" });
    expect(await written(fresh)).toEqual([0, 0, 0, 1, 0]);
    await fresh.close();
  });

  it("MONEY-33 MONEY-18 wrong passwords for a file are slowed down like any other", async () => {
    const fresh = await newInstallation();
    const attempt = attemptOn(fresh);
    expect(await attempt({}, "wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    expect(await attempt()).toMatchObject({ code: "RATE_LIMITED" });
    await clock.advance(1_000);
    expect(await attempt({}, "wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    await clock.advance(1_000);
    expect(await attempt()).toMatchObject({ code: "RATE_LIMITED" });
    await clock.advance(1_000);
    expect(await attempt()).toMatchObject({ ok: true });
    await fresh.close();
  });

  it("MONEY-33 LIMITS-2 a malformed file is refused with its field, also one that would cost the server too much", () => {
    const wire = JSON.parse(file) as { wallets: Record<string, unknown>[]; vault: { argon2: object } };
    const read = (changed: object) =>
      readInput(api.restoreHouseWallets, {
        body: { adminWallet: old.wallet, masterPassword, export: { ...wire, ...changed } },
      });
    const withWallet = (changed: object) => ({
      wallets: [wire.wallets[0], { ...wire.wallets[1], ...changed }],
    });
    const withCost = (changed: object) => ({
      vault: { ...wire.vault, argon2: { ...wire.vault.argon2, ...changed } },
    });
    expect(read({})).toMatchObject({ ok: true });
    const faults: [object, string][] = [
      [{ format: "x" }, "format"],
      [{ version: 2 }, "version"],
      [withWallet({ address: "x" }), "wallets.1.address"],
      [withWallet({ sealedKey: "AAAA" }), "wallets.1.sealedKey"],
      [withCost({ memoryKiB: 4_194_304 }), "vault.argon2.memoryKiB"],
      [withCost({ timeCost: 1_000 }), "vault.argon2.timeCost"],
      [withCost({ parallelism: 0 }), "vault.argon2.parallelism"],
    ];
    for (const [changed, field] of faults)
      expect(read(changed)).toMatchObject({ code: "INVALID_INPUT", field: `export.${field}` });
  });

  it("MONEY-33 the command says what is wrong with the file, the password or the place, and changes nothing", async () => {
    const fresh = await newInstallation();
    const attempt = (changed: string, password = masterPassword) =>
      restoreFromFile(fresh, { file: changed, masterPassword: password });
    const parsed = JSON.parse(file) as {
      network: string;
      wallets: { address: string; sealedKey: string; type: string }[];
    };
    const changedBy = (change: (copy: typeof parsed) => void) => {
      const copy = structuredClone(parsed);
      change(copy);
      return JSON.stringify(copy);
    };
    const [first, second] = parsed.wallets;
    await expect(attempt("{")).rejects.toThrow("no JSON");
    await expect(attempt("{}")).rejects.toThrow("no export of house wallets: format");
    await expect(
      attempt(changedBy(({ wallets }) => (wallets[0]!.sealedKey = second!.sealedKey))),
    ).rejects.toThrow(`The key of ${first!.address}`);
    await expect(attempt(changedBy(({ wallets }) => wallets.push(first!)))).rejects.toThrow("twice");
    await expect(
      attempt(changedBy((copy) => (copy.wallets = copy.wallets.filter(({ type }) => type !== "hot")))),
    ).rejects.toThrow("no active hot wallet");
    await expect(attempt(changedBy((copy) => (copy.network = "devnet")))).rejects.toThrow(
      "The wallets are of devnet, but this installation is for localnet.",
    );
    await expect(attempt(file, "wrong")).rejects.toThrow("The master password does not open the file.");
    await clock.advance(60_000);
    expect(await written(fresh)).toEqual(NOTHING);
    const made = await initialiseHouse({ ...fresh, cost: cheapCost }, { masterPassword, by: "system" });
    expect(made.ok).toBe(true);
    await expect(attempt(file)).rejects.toThrow("has house wallets already");
    expect(await fresh.db.$count(houseWallets)).toBe(3);
    await fresh.close();
  });

  it("MONEY-33 MONEY-29 an export opens with the password of its time, and wallets that still move are not restored", async () => {
    const newPassword = "Another battery staple 2?";
    const changed = await changeMasterPassword(
      { ...house, cost: cheapCost },
      { masterPassword, newPassword, by },
    );
    expect(changed.ok).toBe(true);
    const fresh = await newInstallation();
    const later = fileOf(await newExport(newPassword));
    await expect(restoreFromFile(fresh, { file: later, masterPassword })).rejects.toThrow("does not open");
    await clock.advance(60_000);
    const player = await house.newPlayer();
    await testChain.advanceSlots();
    const paidMeanwhile: typeof fresh.chain.balances = async (addresses) => {
      const balances = await fresh.chain.balances(addresses);
      await testChain.sendTransfer(player, house.address.deposit, sol(0.1));
      await testChain.advanceSlots(2);
      return balances;
    };
    const moving = { ...fresh, chain: { ...fresh.chain, balances: paidMeanwhile } };
    await expect(restoreFromFile(moving, { file, masterPassword })).rejects.toThrow("still move");
    expect(await written(fresh)).toEqual(NOTHING);
    expect(await restoreFromFile(fresh, { file, masterPassword })).toHaveLength(5);
    await fresh.close();
    await house.watch();
  });
});
