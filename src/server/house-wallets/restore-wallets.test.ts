import type { Network } from "../../contract/settings/runtime.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { cheapCost, masterPassword, openTestHouse, sol } from "../../../tests/support/house.ts";
import { api } from "../../contract/api.ts";
import { writeReply } from "../../contract/wire/wire.ts";
import { depositWatcher } from "../bets/watch-deposits.ts";
import { openDepositProcessor } from "../bets/deposit-processor.ts";
import { houseAddresses } from "../bets/house-addresses.ts";
import { balanceOf } from "../books/ledger.ts";
import { auditLog } from "../db/schema/audit.ts";
import { deposits } from "../db/schema/bets.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { ledgerPostings } from "../db/schema/ledger.ts";
import { readSolvency } from "../solvency/read-solvency.ts";
import { addWallets } from "./add-wallets.ts";
import { exportWallets } from "./export-wallets.ts";
import { changeMasterPassword } from "./change-master-password.ts";
import { initialiseHouse } from "./initialise.ts";
import { restoreWallets } from "./restore-wallets.ts";
import { openVault, wrongPasswordLimit } from "./vault.ts";

const house = await openTestHouse();
const { clock, entropy, testChain } = house;
const { chain } = testChain;
const by = "admin-wallet";
afterAll(() => house.close());

/** The file as an admin saves it. */
async function exportFile(): Promise<string> {
  const exported = await exportWallets(house, { masterPassword, by });
  if (!exported.ok) throw new Error(exported.code);
  const reply = { fileName: "wallets.json", export: exported.value };
  return JSON.stringify((writeReply(api.exportHouseWallets, reply) as typeof reply).export);
}

async function newInstallation() {
  const database = await openTestDatabase();
  const { db } = database;
  const { log } = house;
  const ports = { db, log, clock, entropy, chain, network: "localnet" as Network };
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
  const unused = () => undefined;
  const broadcast = { toEveryone: unused, toWallet: unused };
  const money = { ...ports, broadcast, raceChanged: unused, houseSources: new Set<string>() };
  const counting = { ...money, houseAddresses: houseAddresses(db) };
  const watch = depositWatcher({ ...counting, depositProcessor: openDepositProcessor(counting) });
  return { ...ports, vault, watch, close: database.close };
}

let file = "";
beforeAll(async () => {
  const added = await addWallets(house, { masterPassword, kind: "deposit", count: 2, by });
  if (!added.ok) throw new Error(added.code);
  await house.db
    .update(houseWallets)
    .set({ isActive: false })
    .where(eq(houseWallets.address, added.value[0]!.address));
  const player = await house.newPlayer();
  // Money that the old installation has credited to a player: in the new one it belongs to nobody.
  await testChain.sendTransfer(player, added.value[1]!.address, sol(2));
  await testChain.finalize();
  await house.watch();
  file = await exportFile();
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
  const restored = await restoreWallets(fresh, { file, masterPassword });
  expect(restored).toHaveLength(5);
  const total = restored.reduce((sum, { held }) => sum + held, 0n);
  expect(total).toBe(sol(32));
  expect(await balanceOf(fresh.db, "equity")).toBe(total);
  expect(await fresh.db.select().from(ledgerPostings)).toMatchObject([{ kind: "wallets restored" }]);
  expect(await fresh.db.select().from(auditLog)).toMatchObject([
    { actor: "system", action: "house.restore" },
  ]);
  const inactive = (await fresh.db.select().from(houseWallets)).filter(({ isActive }) => !isActive);
  expect(inactive).toHaveLength(1);
  // The keys can sign, and nothing from the past is counted again.
  expect(await fresh.vault.unlock(masterPassword)).toMatchObject({ ok: true });
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
  await testChain.finalize();
  await fresh.watch();
  expect(await fresh.db.select().from(deposits)).toHaveLength(1);
  await expect(restoreWallets(fresh, { file, masterPassword })).rejects.toThrow("has house wallets already");
  expect(await balanceOf(fresh.db, "equity")).toBeGreaterThanOrEqual(total);
  await fresh.close();
  await house.watch();
});

it("MONEY-33 what is wrong with the file, the password or the place is said, and nothing is changed", async () => {
  const fresh = await newInstallation();
  const attempt = (changed: string, password = masterPassword, ports = fresh) =>
    restoreWallets(ports, { file: changed, masterPassword: password });
  const parsed = JSON.parse(file) as { wallets: { address: string; sealedKey: string; type: string }[] };
  const changedBy = (change: (copy: typeof parsed) => void) => {
    const copy = structuredClone(parsed);
    change(copy);
    return JSON.stringify(copy);
  };
  const [first, second] = parsed.wallets;
  await expect(attempt("{")).rejects.toThrow("no JSON");
  await expect(attempt("{}")).rejects.toThrow("no export of house wallets: format");
  await expect(attempt(file, "wrong")).rejects.toThrow("The master password does not open the file.");
  await expect(
    attempt(changedBy(({ wallets }) => (wallets[0]!.sealedKey = second!.sealedKey))),
  ).rejects.toThrow(`The key of ${first!.address}`);
  await expect(attempt(changedBy(({ wallets }) => wallets.push(first!)))).rejects.toThrow("twice");
  await expect(
    attempt(changedBy((copy) => (copy.wallets = copy.wallets.filter(({ type }) => type !== "hot")))),
  ).rejects.toThrow("no active hot wallet");
  await expect(attempt(file, masterPassword, { ...fresh, network: "devnet" })).rejects.toThrow("of localnet");
  expect(await fresh.db.select().from(houseWallets)).toEqual([]);
  expect(await fresh.db.select().from(ledgerPostings)).toEqual([]);
  expect(await fresh.db.select().from(auditLog)).toEqual([]);
  const made = await initialiseHouse({ ...fresh, cost: cheapCost }, { masterPassword, by: "system" });
  expect(made.ok).toBe(true);
  await expect(attempt(file)).rejects.toThrow("has house wallets already");
  expect(await fresh.db.select().from(houseWallets)).toHaveLength(3);
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
  const later = await exportWallets(house, { masterPassword: newPassword, by });
  if (!later.ok) throw new Error(later.code);
  const { export: written } = writeReply(api.exportHouseWallets, {
    fileName: "wallets.json",
    export: later.value,
  }) as { export: unknown };
  await expect(restoreWallets(fresh, { file: JSON.stringify(written), masterPassword })).rejects.toThrow(
    "does not open",
  );
  const player = await house.newPlayer();
  await testChain.sendTransfer(player, house.address.deposit, sol(0.1));
  await testChain.advanceSlots(2);
  await expect(restoreWallets(fresh, { file, masterPassword })).rejects.toThrow("still move");
  await testChain.finalize();
  expect(await restoreWallets(fresh, { file, masterPassword })).toHaveLength(5);
  await fresh.close();
  await house.watch();
});
