import type { KeyObject } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Redis } from "ioredis";
import { ok, type Result, refuse } from "../../domain/result.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Db } from "../db/database.ts";
import { houseVault, houseWallets } from "../db/schema/house-wallets.ts";
import type { HouseKeys } from "../house-keys.ts";
import { type UseLimit, useLimit } from "../http/use-limit.ts";
import type { Clock, Entropy } from "../ports.ts";
import { deriveKey, type PasswordCost } from "./master-password.ts";
import { newWallet, type SealedWallet } from "./new-wallet.ts";
import { openSealed, seal } from "./sealing.ts";
import { addressOf, keyFromSecret, signWith } from "./wallet-key.ts";

export type UnlockRefusal = "HOUSE_NOT_INITIALIZED" | "MASTER_PASSWORD_WRONG" | "RATE_LIMITED";

export interface Vault extends HouseKeys {
  /** Verifies the master password and holds the data key in memory until `lock` (rule MONEY-19). */
  unlock(masterPassword: string): Promise<Result<undefined, UnlockRefusal>>;
  /** Verifies the master password for one operation; changes nothing. */
  check(masterPassword: string): Promise<Result<undefined, UnlockRefusal>>;
  /** Opens keys for one operation, whether or not the vault is unlocked; close them afterwards. */
  openFor(masterPassword: string): Promise<Result<OpenedKeys, UnlockRefusal>>;
  /** Wraps the data key under another password. Stores nothing: the caller does, in its transaction. */
  rewrap(change: PasswordChange): Promise<Result<RewrappedKey, UnlockRefusal>>;
  /** Makes sealed keys for new wallets. Stores nothing: the caller does, in its transaction (rule MONEY-26). */
  makeKeys(masterPassword: string, batch: KeyBatch): Promise<Result<readonly SealedWallet[], UnlockRefusal>>;
  /** The data key of an export, with the same limits on wrong passwords; the caller clears it (rule MONEY-33). */
  unwrapExport(
    sealed: WrappedKey,
    masterPassword: string,
  ): Promise<Result<Uint8Array, Exclude<UnlockRefusal, "HOUSE_NOT_INITIALIZED">>>;
  lock(): void;
}

interface KeyBatch {
  readonly count: number;
  readonly entropy: Entropy;
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

/** Limit of wrong passwords per window, counted for all instances together. */
const WRONG_PASSWORDS_PER_WINDOW = 10;
const WINDOW_SECONDS = 15 * 60;
const VAULT_KEY = "vault";

/** Counts wrong master passwords, wherever they are tried (rule MONEY-18). */
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
 * The house wallets' keys, sealed at rest (rule MONEY-17). Passwords are tried one after the other, and each wrong one
 * doubles the wait before the next is checked; at most ten are allowed per quarter of an hour, however many instances
 * there are to try (rule MONEY-18).
 */
export function openVault({ db, clock, wrongPasswords }: Ports): Vault {
  let dataKey: Uint8Array | null = null;
  const keys = new Map<string, KeyObject>();
  let queue: Promise<unknown> = Promise.resolve();
  let wrong = 0;
  let notBefore = 0;

  async function readOwn(): Promise<Result<WrappedKey, "HOUSE_NOT_INITIALIZED">> {
    const [own] = await db.select().from(houseVault).where(eq(houseVault.id, 1));
    return own ? ok(own) : refuse("HOUSE_NOT_INITIALIZED");
  }

  async function tryPassword<Missing extends string>(
    masterPassword: string,
    read: () => Promise<Result<WrappedKey, Missing>>,
  ): Promise<Result<Opened, Missing | "RATE_LIMITED" | "MASTER_PASSWORD_WRONG">> {
    const waitMs = notBefore - clock.now();
    if (waitMs > 0) {
      return refuse("RATE_LIMITED", { message: `Try again in ${Math.ceil(waitMs / 1_000)} s` });
    }
    if (await wrongPasswords.isReached(VAULT_KEY)) return refuse("RATE_LIMITED");
    const sealed = await read();
    if (!sealed.ok) return sealed;
    const opened = await unwrapDataKey(sealed.value, masterPassword);
    if (!opened) {
      notBefore = clock.now() + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** wrong);
      await wrongPasswords.count(VAULT_KEY);
      wrong += 1;
      return refuse("MASTER_PASSWORD_WRONG");
    }
    wrong = 0;
    return ok({ dataKey: opened, wrappedKey: sealed.value.wrappedKey });
  }

  function inTurn<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    const mine = queue.then(attempt);
    queue = mine.catch(() => undefined);
    return mine;
  }
  const queued = (masterPassword: string) => inTurn(() => tryPassword(masterPassword, readOwn));

  async function keyOf(signer: string, opener: Uint8Array): Promise<KeyObject> {
    const known = keys.get(signer);
    if (known) return known;
    const [wallet] = await db.select().from(houseWallets).where(eq(houseWallets.address, signer));
    if (!wallet) throw new Error(`${signer} is no house wallet`);
    const key = openWalletKey(wallet, opener);
    if (!key) throw new Error(`the sealed key of house wallet ${signer} does not belong to it`);
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

    async unlock(masterPassword) {
      const opened = await queued(masterPassword);
      if (!opened.ok) return opened;
      if (dataKey) opened.value.dataKey.fill(0);
      else dataKey = opened.value.dataKey;
      return ok();
    },

    async check(masterPassword) {
      const opened = await queued(masterPassword);
      if (!opened.ok) return opened;
      opened.value.dataKey.fill(0);
      return ok();
    },

    async openFor(masterPassword) {
      const opened = await queued(masterPassword);
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

    async rewrap({ masterPassword, newPassword, cost, entropy }) {
      const opened = await queued(masterPassword);
      if (!opened.ok) return opened;
      const { dataKey: opener, wrappedKey: replaces } = opened.value;
      const wrapped = await wrapDataKey(opener, { masterPassword: newPassword, cost, entropy });
      opener.fill(0);
      return ok({ replaces, wrapped });
    },

    async makeKeys(masterPassword, { count, entropy }) {
      const opened = await queued(masterPassword);
      if (!opened.ok) return opened;
      const { dataKey: opener } = opened.value;
      const made = Array.from({ length: count }, () => newWallet(opener, entropy));
      opener.fill(0);
      return ok(made);
    },

    async unwrapExport(sealed, masterPassword) {
      const opened = await inTurn(() => tryPassword<never>(masterPassword, async () => ok(sealed)));
      return opened.ok ? ok(opened.value.dataKey) : opened;
    },

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
