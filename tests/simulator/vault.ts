import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../src/domain/result.ts";
import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { houseVault } from "../../src/server/foundation/db/schema/house-wallets.ts";
import type { HouseKeys } from "../../src/server/foundation/house-keys.ts";
import type { Vault } from "../../src/server/features/house-wallets/vault.ts";
import type { Environment } from "./environment.ts";
import { housePairOf, housePool, signed } from "./keys.ts";
import { wrap, wrappedUnder } from "./wrapped-key.ts";

export interface SimulatedVault
  extends HouseKeys, Omit<Vault, keyof HouseKeys | "makeKeys" | "makeNotary" | "unwrapExport"> {
  /** Makes the keys that wallets of this kind can have in a run. */
  keysOf(kind: HouseWalletKind): Pick<Vault, "makeKeys">;
}

const LONGEST_LOCK_MS = 20_000;

/**
 * The house's keys behind a password whose wrapped key is stored as in the product, without its ciphers. After a start
 * they are sometimes locked; an operator unlocks them in the end, even if no admin of the run does.
 */
export function simulatedVault(
  { world, random, oracle, walletsMade }: Environment,
  { db }: { readonly db: Db },
): SimulatedVault {
  const lockMs = () => random.between(1_000, LONGEST_LOCK_MS);
  let unlockedAtMs = world.nowMs() + (random.chance(0.2) ? lockMs() : 0);
  const active = (kind: HouseWalletKind) =>
    [...oracle.mirror.houseWallets.values()]
      .filter((wallet) => wallet["kind"] === kind && wallet["is_active"] === true)
      .map((wallet) => String(wallet["address"]));
  const keys = (isUnlocked: () => boolean): HouseKeys => ({
    isUnlocked,
    address: async (kind) => active(kind)[0] ?? null,
    addresses: async (kind) => active(kind),
    async sign(address, message) {
      const pair = housePairOf(address);
      if (!pair) throw new Error(`${address} is no house wallet`);
      return isUnlocked() ? ok(new Uint8Array(signed(pair, message))) : refuse("HOUSE_LOCKED");
    },
  });
  async function openedBy(password: string): Promise<Result<string, "MASTER_PASSWORD_WRONG">> {
    const [stored] = await db.select().from(houseVault).where(eq(houseVault.id, 1));
    const wrappedKey = stored?.wrappedKey ?? "";
    return wrappedUnder(wrappedKey) === password ? ok(wrappedKey) : refuse("MASTER_PASSWORD_WRONG");
  }
  return {
    ...keys(() => world.nowMs() >= unlockedAtMs),
    keysOf: (kind) => ({
      makeKeys: async (_password, { count }) => {
        const from = walletsMade[kind];
        const made = housePool[kind].slice(from, from + count);
        walletsMade[kind] += made.length;
        return ok(made.map(({ address }) => ({ address, sealedKey: "sealed" })));
      },
    }),
    async unlock(password) {
      const opened = await openedBy(password);
      if (!opened.ok) return opened;
      unlockedAtMs = world.nowMs();
      return ok();
    },
    lock() {
      unlockedAtMs = world.nowMs() + lockMs();
    },
    async check(password) {
      const opened = await openedBy(password);
      return opened.ok ? ok() : opened;
    },
    async openFor(password) {
      const opened = await openedBy(password);
      if (!opened.ok) return opened;
      let isOpen = true;
      return ok({
        ...keys(() => isOpen),
        close() {
          isOpen = false;
        },
      });
    },
    async rewrap({ masterPassword, newPassword, cost }) {
      const opened = await openedBy(masterPassword);
      if (!opened.ok) return opened;
      const wrappedKey = wrap(newPassword, opened.value);
      return ok({ replaces: opened.value, wrapped: { salt: "", argon2: cost, wrappedKey } });
    },
  };
}
