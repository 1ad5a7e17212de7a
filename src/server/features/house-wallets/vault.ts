import type { KeyObject } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Redis } from "ioredis";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import type { HouseWalletKind } from "../../../domain/ledger.ts";
import type { Db } from "../../foundation/db/database.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { notaries } from "../../foundation/db/schema/public-log.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import { type UseLimit, useLimit } from "../../foundation/http/use-limit.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { deriveKey, type PasswordCost } from "./master-password.ts";
import { newWallet, type SealedWallet } from "./new-wallet.ts";
import { openSealed, seal } from "./sealing.ts";
import { addressOf, keyFromSecret, signWith } from "./wallet-key.ts";

export type UnlockRefusal = "HOUSE_NOT_INITIALIZED" | "MASTER_PASSWORD_WRONG" | "RATE_LIMITED";

/** `by` is the admin's wallet, whose wrong passwords are counted, or {@link SYSTEM}. */
export interface Vault extends HouseKeys {
  /** Verifies the master password and holds the data key in memory until `lock` (rule MONEY-19). */
  unlock(masterPassword: string, by: string): Promise<Result<undefined, UnlockRefusal>>;
  /** Verifies the master password for one operation; changes nothing. */
  check(masterPassword: string, by: string): Promise<Result<undefined, UnlockRefusal>>;
  /** Opens keys for one operation, whether or not the vault is unlocked; close them afterwards. */
  openFor(masterPassword: string, by: string): Promise<Result<OpenedKeys, UnlockRefusal>>;
  /** Wraps the data key under another password. Stores nothing: the caller does, in its transaction. */
  rewrap(change: PasswordChange): Promise<Result<RewrappedKey, UnlockRefusal>>;
  /** Makes sealed keys for new wallets. Stores nothing: the caller does, in its transaction (rule MONEY-26). */
  makeKeys(masterPassword: string, batch: KeyBatch): Promise<Result<readonly SealedWallet[], UnlockRefusal>>;
  /** The data key of an export, with the same limits on wrong passwords; the caller clears it (rule MONEY-33). */
  unwrapExport(
    sealed: WrappedKey,
    masterPassword: string,
    by: string,
  ): Promise<Result<Uint8Array, Exclude<UnlockRefusal, "HOUSE_NOT_INITIALIZED">>>;
  /** Makes the sealed key of a log's notary. Stores nothing: the caller does, in its transaction (rule LOG-7). */
  readonly makeNotary: (entropy: Entropy) => Result<SealedWallet, "HOUSE_LOCKED">;
  lock(): void;
}

interface KeyBatch {
  readonly count: number;
  readonly entropy: Entropy;
  readonly by: string;
}

interface OpenedKeys extends HouseKeys {
  /** Drops the key that opened them. */
  close(): void;
}

interface PasswordChange {
  readonly masterPassword: string;
  readonly newPassword: string;
  readonly cost: PasswordCost;
  readonly entropy: Entropy;
  readonly by: string;
}

interface RewrappedKey {
  /** The wrapped key that was opened: if the stored one differs by now, somebody else has changed the password. */
  readonly replaces: string;
  readonly wrapped: Awaited<ReturnType<typeof wrapDataKey>>;
}

interface Opened {
  readonly dataKey: Uint8Array;
  /** As it is stored. */
  readonly wrappedKey: string;
}

/** Binds the wrapped data key to its place, so that no other sealed text can replace it. */
const DATA_KEY_LABEL = "furlong house data key 1";

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** Limit of an admin's wrong passwords per window. */
const WRONG_PASSWORDS_PER_WINDOW = 10;
const WINDOW_SECONDS = 15 * 60;

/** The server's own start: it has one password, which whoever guesses cannot change, so its tries are not counted. */
export const SYSTEM = "system";

/**
 * Counts each admin's wrong master passwords: a {@link UseLimit}, so on all instances that share Redis (rule MONEY-18).
 */
export const wrongPasswordLimit = (redis: Redis | null): UseLimit =>
  useLimit({
    name: "wrong-master-passwords",
    uses: WRONG_PASSWORDS_PER_WINDOW,
    windowSeconds: WINDOW_SECONDS,
    redis,
  });

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly wrongPasswords: UseLimit;
}

/**
 * The house wallets' keys, sealed at rest (rule MONEY-17). On each instance passwords are tried one after the other,
 * and each wrong one doubles the wait before the same admin's next is checked. An admin has at most ten wrong ones per
 * quarter of an hour, counted over the instances that share Redis, otherwise on each (rule MONEY-18). So nobody can
 * keep the others from unlocking.
 */
export function openVault({ db, clock, wrongPasswords }: Ports): Vault {
  let dataKey: Uint8Array | null = null;
  const keys = new Map<string, KeyObject>();
  let queue: Promise<unknown> = Promise.resolve();
  const tries = new Map<string, { readonly wrong: number; readonly notBefore: number }>();

  async function readOwn(): Promise<Result<WrappedKey, "HOUSE_NOT_INITIALIZED">> {
    const [own] = await db.select().from(houseVault).where(eq(houseVault.id, 1));
    return own ? ok(own) : refuse("HOUSE_NOT_INITIALIZED");
  }

  async function tryPassword<Missing extends string>(
    masterPassword: string,
    by: string,
    read: () => Promise<Result<WrappedKey, Missing>>,
  ): Promise<Result<Opened, Missing | "RATE_LIMITED" | "MASTER_PASSWORD_WRONG">> {
    const { wrong, notBefore } = tries.get(by) ?? { wrong: 0, notBefore: 0 };
    const waitMs = notBefore - clock.now();
    if (waitMs > 0) {
      return refuse("RATE_LIMITED", { message: `Try again in ${Math.ceil(waitMs / 1_000)} s` });
    }
    if (by !== SYSTEM && (await wrongPasswords.isReached(by))) return refuse("RATE_LIMITED");
    const sealed = await read();
    if (!sealed.ok) return sealed;
    const opened = await unwrapDataKey(sealed.value, masterPassword);
    if (!opened) {
      if (by !== SYSTEM) {
        const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** wrong);
        tries.set(by, { wrong: wrong + 1, notBefore: clock.now() + delayMs });
        await wrongPasswords.count(by);
      }
      return refuse("MASTER_PASSWORD_WRONG");
    }
    tries.delete(by);
    return ok({ dataKey: opened, wrappedKey: sealed.value.wrappedKey });
  }

  function inTurn<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    const mine = queue.then(attempt);
    queue = mine.catch(() => undefined);
    return mine;
  }
  const queued = (masterPassword: string, by: string) =>
    inTurn(() => tryPassword(masterPassword, by, readOwn));

  async function keyOf(signer: string, opener: Uint8Array): Promise<KeyObject> {
    const known = keys.get(signer);
    if (known) return known;
    const [wallet] = await db.select().from(houseWallets).where(eq(houseWallets.address, signer));
    const [notary] = wallet ? [] : await db.select().from(notaries).where(eq(notaries.address, signer));
    const sealed = wallet ?? notary;
    if (!sealed) throw new Error(`${signer} is no house wallet and no notary`);
    const key = openWalletKey(sealed, opener);
    if (!key) throw new Error(`the sealed key of ${signer} does not belong to it`);
    if (dataKey === opener) keys.set(signer, key);
    return key;
  }

  async function addresses(kind: HouseWalletKind): Promise<readonly string[]> {
    const active = await db
      .select({ address: houseWallets.address })
      .from(houseWallets)
      .where(and(eq(houseWallets.kind, kind), eq(houseWallets.isActive, true)))
      .orderBy(asc(houseWallets.createdAt), asc(houseWallets.address));
    return active.map(({ address }) => address);
  }
  const address = async (kind: HouseWalletKind) => (await addresses(kind))[0] ?? null;

  return {
    isUnlocked: () => dataKey !== null,
    address,
    addresses,

    async sign(signer, message) {
      const opener = dataKey;
      if (!opener) return refuse("HOUSE_LOCKED");
      return ok(signWith(await keyOf(signer, opener), message));
    },

    async unlock(masterPassword, by) {
      const opened = await queued(masterPassword, by);
      if (!opened.ok) return opened;
      if (dataKey) opened.value.dataKey.fill(0);
      else dataKey = opened.value.dataKey;
      return ok();
    },

    async check(masterPassword, by) {
      const opened = await queued(masterPassword, by);
      if (!opened.ok) return opened;
      opened.value.dataKey.fill(0);
      return ok();
    },

    async openFor(masterPassword, by) {
      const opened = await queued(masterPassword, by);
      if (!opened.ok) return opened;
      let opener: Uint8Array | null = opened.value.dataKey;
      return ok({
        isUnlocked: () => opener !== null,
        address,
        addresses,
        async sign(signer, message) {
          if (!opener) return refuse("HOUSE_LOCKED");
          return ok(signWith(await keyOf(signer, opener), message));
        },
        close() {
          opener?.fill(0);
          opener = null;
        },
      });
    },

    async rewrap({ masterPassword, newPassword, cost, entropy, by }) {
      const opened = await queued(masterPassword, by);
      if (!opened.ok) return opened;
      const { dataKey: opener, wrappedKey: replaces } = opened.value;
      const wrapped = await wrapDataKey(opener, { masterPassword: newPassword, cost, entropy });
      opener.fill(0);
      return ok({ replaces, wrapped });
    },

    async makeKeys(masterPassword, { count, entropy, by }) {
      const opened = await queued(masterPassword, by);
      if (!opened.ok) return opened;
      const { dataKey: opener } = opened.value;
      const made = Array.from({ length: count }, () => newWallet(opener, entropy));
      opener.fill(0);
      return ok(made);
    },

    async unwrapExport(sealed, masterPassword, by) {
      const opened = await inTurn(() => tryPassword<never>(masterPassword, by, async () => ok(sealed)));
      return opened.ok ? ok(opened.value.dataKey) : opened;
    },

    makeNotary: (entropy) => (dataKey ? ok(newWallet(dataKey, entropy)) : refuse("HOUSE_LOCKED")),

    lock() {
      dataKey?.fill(0);
      dataKey = null;
      keys.clear();
    },
  };
}

/** The key of a wallet; null if the sealed key belongs to another wallet, or was sealed under another data key. */
export function openWalletKey(
  { address, sealedKey }: { readonly address: string; readonly sealedKey: string },
  dataKey: Uint8Array,
): KeyObject | null {
  const secret = openSealed(sealedKey, { key: dataKey, boundTo: address });
  if (!secret) return null;
  const key = keyFromSecret(secret);
  secret.fill(0);
  return addressOf(key) === address ? key : null;
}

export interface WrappedKey {
  readonly salt: string;
  readonly argon2: unknown;
  readonly wrappedKey: string;
}

/** The data key; null if the password is wrong. */
export async function unwrapDataKey(vault: WrappedKey, masterPassword: string): Promise<Uint8Array | null> {
  const wrapper = await deriveKey(masterPassword, Buffer.from(vault.salt, "base64"), costOf(vault.argon2));
  const opened = openSealed(vault.wrappedKey, { key: wrapper, boundTo: DATA_KEY_LABEL });
  wrapper.fill(0);
  return opened;
}

export function costOf(stored: unknown): PasswordCost {
  const { memoryKiB, timeCost, parallelism } = stored as Partial<PasswordCost>;
  if (!memoryKiB || !timeCost || !parallelism) throw new Error("the vault's Argon2 parameters are damaged");
  return { memoryKiB, timeCost, parallelism };
}

/** A data key under a master password, ready to be stored as the vault's row. */
export async function wrapDataKey(
  dataKey: Uint8Array,
  { masterPassword, cost, entropy }: { masterPassword: string; cost: PasswordCost; entropy: Entropy },
) {
  const salt = entropy.bytes(16);
  const wrapper = await deriveKey(masterPassword, salt, cost);
  const wrappedKey = seal(dataKey, { key: wrapper, boundTo: DATA_KEY_LABEL }, entropy);
  wrapper.fill(0);
  return { salt: Buffer.from(salt).toString("base64"), argon2: cost, wrappedKey };
}
