import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBase58Encoder } from "@solana/kit";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ManualClock, manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { cheapCost, masterPassword } from "../../../../tests/support/house.ts";
import { isStrongPassword } from "../../../domain/master-password.ts";
import { lamports } from "../../../domain/lamports.ts";
import { nodeEntropy as entropy } from "../../adapters/entropy.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { changeMasterPassword } from "./change-master-password.ts";
import { initialiseHouse } from "./initialise.ts";
import { openHouse } from "./open-house.ts";
import { openLocalHouse } from "./local-house.ts";
import { fullCost } from "./master-password.ts";
import { openVault, wrongPasswordLimit } from "./vault.ts";

const boss = "the wallet of an admin";

let database: TestDatabase;
let clock: ManualClock;
const initialise = (password = masterPassword) =>
  initialiseHouse(
    { db: database.db, clock, entropy, cost: cheapCost },
    { masterPassword: password, by: "system" },
  );

beforeEach(async () => {
  database = await openTestDatabase();
  clock = manualClock();
});
afterEach(() => database.close());

function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array) {
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const key = Buffer.concat([prefix, new Uint8Array(getBase58Encoder().encode(address))]);
  return verify(null, message, createPublicKey({ key, format: "der", type: "spki" }), signature);
}

describe("the house's keys", () => {
  it("MONEY-17 are made once, one of each kind, and sign for their address after unlocking", async () => {
    const made = await initialise();
    expect(made.ok && made.value.map(({ kind }) => kind)).toEqual(["deposit", "hot", "treasury"]);
    expect(await initialise()).toMatchObject({ ok: false, code: "HOUSE_INITIALIZED" });

    const vault = openVault({ db: database.db, clock, wrongPasswords: wrongPasswordLimit(null) });
    const hot = (await vault.address("hot"))!;
    const message = Buffer.from("a message");
    expect(await vault.sign(hot, message)).toMatchObject({ ok: false, code: "HOUSE_LOCKED" });
    expect(await vault.unlock(masterPassword, boss)).toMatchObject({ ok: true });
    const signed = await vault.sign(hot, message);
    expect(signed.ok && isSignedBy(hot, message, signed.value)).toBe(true);
    vault.lock();
    expect(vault.isUnlocked()).toBe(false);
    expect(await vault.sign(hot, message)).toMatchObject({ code: "HOUSE_LOCKED" });
  });

  it("MONEY-17 a sealed key moved to another wallet's row does not open", async () => {
    await initialise();
    const { db } = database;
    const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
    await vault.unlock(masterPassword, boss);
    const [hot, treasury] = [(await vault.address("hot"))!, (await vault.address("treasury"))!];
    const [row] = await db.select().from(houseWallets).where(eq(houseWallets.address, treasury));
    await db.update(houseWallets).set({ sealedKey: row!.sealedKey }).where(eq(houseWallets.address, hot));
    await expect(vault.sign(hot, Buffer.from("x"))).rejects.toThrow("does not belong");
  });

  it("MONEY-17 stores Argon2id's parameters with the vault; 256 MiB, 3 passes, 4 lanes unless told otherwise", async () => {
    await initialise();
    const [row] = await database.db.select().from(houseVault);
    expect(row!.argon2).toEqual(cheapCost);
    expect(fullCost).toEqual({ memoryKiB: 262_144, timeCost: 3, parallelism: 4 });
  });

  it("MONEY-18 wrong passwords wait in one queue, each twice as long as the one before", async () => {
    await initialise();
    const vault = openVault({ db: database.db, clock, wrongPasswords: wrongPasswordLimit(null) });
    const tries = await Promise.all(
      ["wrong 1", "wrong 2", masterPassword].map((one) => vault.unlock(one, boss)),
    );
    expect(tries.map((one) => !one.ok && one.code)).toEqual([
      "MASTER_PASSWORD_WRONG",
      "RATE_LIMITED",
      "RATE_LIMITED",
    ]);
    await clock.advance(1_000);
    expect(await vault.unlock("wrong 3", boss)).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    await clock.advance(1_999);
    expect(await vault.unlock(masterPassword, boss)).toMatchObject({ code: "RATE_LIMITED" });
    await clock.advance(1);
    expect(await vault.check(masterPassword, boss)).toMatchObject({ ok: true });
    expect(vault.isUnlocked()).toBe(false);
    expect(await vault.unlock(masterPassword, boss)).toMatchObject({ ok: true });
  });

  it("MONEY-18 ten wrong passwords in a quarter of an hour are the most, whichever instance is asked", async () => {
    await initialise();
    const wrongPasswords = wrongPasswordLimit(null);
    const instances = [1, 2].map(() => openVault({ db: database.db, clock, wrongPasswords }));
    for (let tried = 0; tried < 10; tried++) {
      await clock.advance(15 * 60_000);
      expect(await instances[tried % 2]!.check(`wrong ${tried}`, boss)).toMatchObject({
        code: "MASTER_PASSWORD_WRONG",
      });
    }
    await clock.advance(15 * 60_000);
    for (const vault of instances) {
      expect(await vault.unlock(masterPassword, boss)).toMatchObject({ code: "RATE_LIMITED" });
    }
  });

  it("MONEY-18 an admin's wrong passwords keep neither another admin nor the server's start from unlocking", async () => {
    await initialise();
    const wrongPasswords = wrongPasswordLimit(null);
    const vault = openVault({ db: database.db, clock, wrongPasswords });
    for (let tried = 0; tried < 10; tried++) {
      await clock.advance(15 * 60_000);
      await vault.check(`wrong ${tried}`, boss);
    }
    expect(await vault.check(masterPassword, boss)).toMatchObject({ code: "RATE_LIMITED" });
    expect(await vault.unlock(masterPassword, "another admin's wallet")).toMatchObject({ ok: true });

    const warned: unknown[] = [];
    const log = pino({}, { write: (line: string) => void warned.push(line) });
    const start = async (password: string) => {
      const restarted = openVault({ db: database.db, clock, wrongPasswords });
      const { db } = database;
      await openHouse({ db, clock, entropy, log, vault: restarted }, password);
      return restarted.isUnlocked();
    };
    // Nor do its own wrong ones, after an operator forgot to change it.
    for (let started = 0; started < 11; started++) expect(await start("Wrong battery staple 1!")).toBe(false);
    expect(warned).toHaveLength(11);
    expect(await start(masterPassword)).toBe(true);
    expect(warned).toHaveLength(11);
  });

  it("MONEY-17 a master password needs 16 characters of four kinds", async () => {
    const weak = [
      "Short 1!",
      "no upper case at all 1!",
      "NO LOWER CASE AT ALL 1!",
      "No digits at all here!",
      "NoSpecialCharacters1",
    ];
    expect(weak.filter(isStrongPassword)).toEqual([]);
    expect(await initialise(weak[0])).toMatchObject({
      code: "MASTER_PASSWORD_WEAK",
      field: "masterPassword",
    });
  });
});

it("MONEY-19 MONEY-29 local mode unlocks its house with a password of the data folder and fills empty wallets", async () => {
  const { db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), "furlong-house-"));
  const grants = new Map<string, bigint>();
  const warned: string[] = [];
  const log = { warn: (_about: unknown, text?: string) => void warned.push(text ?? "") };
  const start = async (masterPassword: string | null = null) => {
    const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
    await openLocalHouse({
      masterPassword,
      db,
      clock,
      entropy,
      vault,
      log,
      dataDir,
      cost: cheapCost,
      chain: { balance: async (address) => lamports(grants.get(address) ?? 0n) },
      faucet: async (address, amount) => void grants.set(address, amount),
    });
    return vault;
  };
  const first = await start();
  expect(first.isUnlocked()).toBe(true);
  expect([...grants.values()]).toEqual([1_000_000_000n, 500_000_000_000n, 1_000_000_000_000n]);
  const file = join(dataDir, "house-password");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(isStrongPassword(await readFile(file, "utf8"))).toBe(true);
  grants.set((await first.address("deposit"))!, 5n);
  expect((await start()).isUnlocked()).toBe(true);
  expect(grants.get((await first.address("deposit"))!)).toBe(5n);
  expect(warned).toEqual([]);

  const newPassword = "Another battery staple 2?";
  const change = { masterPassword: await readFile(file, "utf8"), newPassword, by: "admin-wallet" };
  expect(
    await changeMasterPassword({ db, clock, entropy, vault: first, cost: cheapCost }, change),
  ).toMatchObject({ ok: true });
  const after = await start();
  expect(after.isUnlocked()).toBe(false);
  expect(warned).toHaveLength(1);
  await clock.advance(60_000);
  expect(await after.unlock(newPassword, boss)).toMatchObject({ ok: true });
  // The operator's own password, from HOUSE_MASTER_PASSWORD, comes before the folder's.
  expect((await start(newPassword)).isUnlocked()).toBe(true);
  expect(warned).toHaveLength(1);
  await rm(dataDir, { recursive: true });
});
