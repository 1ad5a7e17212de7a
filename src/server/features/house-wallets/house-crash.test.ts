import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { cheapCost, masterPassword, openTestHouse } from "../../../../tests/support/house.ts";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import type { Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { depositCursors } from "../../foundation/db/schema/bets.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { ledgerPostings } from "../../foundation/db/schema/ledger.ts";
import { addWallets } from "./add-wallets.ts";
import { changeMasterPassword } from "./change-master-password.ts";
import { exportWallets } from "./export-wallets.ts";
import { initialiseHouse } from "./initialise.ts";
import { lockHouse, unlockHouse } from "./lock-house.ts";
import { restoreWallets } from "./restore-wallets.ts";
import { retireWallet } from "./retire-wallet.ts";
import { openVault, openWalletKey, unwrapDataKey, type Vault, wrongPasswordLimit } from "./vault.ts";

const house = await openTestHouse();
const { clock, entropy } = house;
afterAll(() => house.close());

const by = "admin-wallet";
const cost = cheapCost;

/** What a process has: its database, and a vault that is lost when it dies. */
interface Process {
  readonly db: Db;
  readonly vault: Vault;
}
const start = (db: Db): Process => ({
  db,
  vault: openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) }),
});

interface Stored {
  readonly wallets: readonly (typeof houseWallets.$inferSelect)[];
  /** How often each action was audited. */
  readonly audited: (action: string) => number;
}

/** Reads every wallet and checks that its key is its own and opens with one of the passwords. */
async function readStored(
  db: Db,
  passwords: readonly string[],
): Promise<Stored & { readonly opener: string | null }> {
  const wallets = await db.select().from(houseWallets);
  const [vault] = await db.select().from(houseVault).where(eq(houseVault.id, 1));
  const actions = (await db.select({ action: auditLog.action }).from(auditLog)).map(({ action }) => action);
  const openers: string[] = [];
  for (const password of vault === undefined ? [] : passwords) {
    const dataKey = await unwrapDataKey(vault!, password);
    if (dataKey === null) continue;
    openers.push(password);
    expect(wallets.filter((wallet) => openWalletKey(wallet, dataKey) === null)).toEqual([]);
  }
  // A vault that no password opens has lost its keys; one that two passwords open has given them away.
  expect(openers).toHaveLength(vault === undefined ? 0 : 1);
  return {
    wallets,
    audited: (action) => actions.filter((one) => one === action).length,
    opener: openers[0] ?? null,
  };
}

interface Operation {
  readonly action: string;
  /** Prepares what the operation needs; returns the operation. */
  readonly prepare: (db: Db) => Promise<(on: Process) => Promise<Result<unknown, string> | void>>;
  /** Whether the operation is done, judged only by what is stored. */
  readonly isDone: (before: Stored, after: Stored & { readonly opener: string | null }) => boolean;
  /** The refusal when it is already done; null if it may be repeated. */
  readonly again: string | null;
}

let password = masterPassword;
let spare = "Another battery staple 2?";

const operations: Readonly<Record<string, Operation>> = {
  retire: {
    action: "house.retire",
    again: null,
    async prepare(db) {
      const added = await addWallets(
        { ...start(db), clock, entropy },
        { masterPassword: password, kind: "deposit", count: 1, by },
      );
      if (!added.ok) throw new Error(added.code);
      const address = added.value[0]?.address ?? "";
      return (on) => retireWallet({ ...on, clock }, { masterPassword: password, address, by });
    },
    isDone: (before, after) => active(after) < active(before),
  },
  export: {
    action: "house.export",
    again: null,
    prepare: async () => (on) => exportWallets({ ...on, clock }, { masterPassword: password, by }),
    isDone: (before, after) => after.audited("house.export") > before.audited("house.export"),
  },
  unlock: {
    action: "house.unlock",
    again: null,
    prepare: async () => (on) => unlockHouse({ ...on, clock }, { masterPassword: password, by }),
    isDone: (before, after) => after.audited("house.unlock") > before.audited("house.unlock"),
  },
  lock: {
    action: "house.lock",
    again: null,
    prepare: async () => async (on) => {
      expect((await on.vault.unlock(password, "system")).ok).toBe(true);
      await lockHouse({ ...on, clock }, by);
    },
    isDone: (before, after) => after.audited("house.lock") > before.audited("house.lock"),
  },
  "add keys": {
    action: "house.add-keys",
    again: null,
    prepare: async () => (on) =>
      addWallets({ ...on, clock, entropy }, { masterPassword: password, kind: "hot", count: 2, by }),
    isDone: (before, after) => after.wallets.length === before.wallets.length + 2,
  },
  "change of the password": {
    action: "house.change-password",
    prepare: async () => (on) =>
      changeMasterPassword(
        { ...on, clock, entropy, cost },
        { masterPassword: password, newPassword: spare, by },
      ),
    isDone: (_before, after) => after.opener === spare,
    again: "MASTER_PASSWORD_WRONG",
  },
};
const active = ({ wallets }: Stored) => wallets.filter(({ isActive }) => isActive).length;

/** Runs an operation that dies at its `breakAt`th call; returns whether it survived to the end. */
async function dies(db: Db, act: (on: Process) => Promise<unknown>, breakAt: number): Promise<boolean> {
  const line = faultLine(breakAt);
  const on = start(faulty(db, line));
  await act(on).catch((error: unknown) => {
    if (!line.isBroken) throw error;
  });
  return !line.isBroken;
}

it.each(Object.keys(operations))(
  "MONEY-29 MONEY-26 MONEY-33 %s, killed at each call of the database, is done once or not at all and can be asked for again",
  async (name) => {
    const { action, prepare, isDone, again } = operations[name]!;
    const { db } = house;
    let kills = 0;
    for (let isOver = false; !isOver; kills += 1) {
      // An earlier wrong password delays the next attempt.
      await clock.advance(3_600_000);
      const act = await prepare(db);
      const before = await readStored(db, [password, spare]);
      isOver = await dies(db, act, kills + 1);
      const after = await readStored(db, [password, spare]);
      const done = isDone(before, after);
      // A completed operation is in the log exactly once, and nothing else is.
      expect(after.audited(action) - before.audited(action)).toBe(done ? 1 : 0);
      expect(done || isDeepStrictEqual(after.wallets, before.wallets)).toBe(true);
      expect(done || !isOver).toBe(true);

      const repeated = await act(start(db));
      const last = await readStored(db, [password, spare]);
      const refusal = repeated === undefined || repeated.ok ? null : repeated.code;
      expect(refusal).toBe(done ? again : null);
      expect(done || isDone(before, last)).toBe(true);
      if (last.opener === spare) [password, spare] = [spare, password];
      await house.checkBooks();
      await house.checkSolvency();
    }
    // It was also killed in the middle.
    expect(kills).toBeGreaterThan(4);
  },
);

it("MONEY-17 HOUSE-3 the first wallets, killed at each call of the database, are made with their keys once or not at all", async () => {
  const open = await openTestDatabase();
  try {
    const { db } = open;
    let kills = 0;
    for (let isThere = false; !isThere; kills += 1) {
      const act = (on: Process) => initialiseHouse({ ...on, clock, entropy, cost }, { masterPassword, by });
      await dies(db, act, kills + 1);
      const { wallets, audited } = await readStored(db, [masterPassword]);
      isThere = wallets.length > 0;
      expect(wallets.map(({ kind }) => kind).toSorted()).toEqual(
        isThere ? ["deposit", "hot", "treasury"] : [],
      );
      expect(audited("house.initialize")).toBe(isThere ? 1 : 0);
    }
    expect(kills).toBeGreaterThan(4);
    const twice = await initialiseHouse({ db, clock, entropy, cost }, { masterPassword, by });
    expect(twice).toMatchObject({ ok: false, code: "HOUSE_INITIALIZED" });
    expect((await start(db).vault.unlock(masterPassword, "system")).ok).toBe(true);
  } finally {
    await open.close();
  }
});

it("MONEY-33 INV-9 a restore, killed at each call of the database, is stored whole or not at all, and can be asked for again", async () => {
  await clock.advance(3_600_000);
  const exported = await exportWallets(house, { masterPassword: password, by });
  if (!exported.ok) throw new Error(exported.code);
  const open = await openTestDatabase();
  try {
    const { db } = open;
    const { chain } = house.testChain;
    const request = { exported: exported.value, masterPassword: password, by };
    const act = (on: Process) => restoreWallets({ ...on, clock, chain }, request);
    let kills = 0;
    for (let isThere = false; !isThere; kills += 1) {
      await dies(db, act, kills + 1);
      const { wallets, audited } = await readStored(db, [password]);
      isThere = wallets.length > 0;
      expect(wallets).toHaveLength(isThere ? exported.value.wallets.length : 0);
      const counts = [audited("house.restore"), await db.$count(ledgerPostings)];
      expect(counts).toEqual(isThere ? [1, 1] : [0, 0]);
      expect((await db.$count(depositCursors)) > 0).toBe(isThere);
    }
    // It was also killed in the middle.
    expect(kills).toBeGreaterThan(8);
    expect(await act(start(db))).toMatchObject({ ok: false, code: "HOUSE_INITIALIZED" });
    expect((await start(db).vault.unlock(password, "system")).ok).toBe(true);
  } finally {
    await open.close();
  }
});
