import { asc, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { costOf, type UnlockRefusal, type Vault } from "./vault.ts";

export type WalletsExport = Reply<Api["exportHouseWallets"]>["export"];

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "check">;
}

/**
 * All keys of the house as stored, for a file that opens with the master password alone (rule MONEY-33). Creating it
 * decrypts no key.
 */
export async function exportWallets(
  { db, clock, vault }: Ports,
  { masterPassword, by }: { readonly masterPassword: string; readonly by: string },
): Promise<Result<WalletsExport, UnlockRefusal>> {
  const proven = await vault.check(masterPassword, by);
  if (!proven.ok) return proven;
  const exportedAt = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const [sealed] = await tx.select().from(houseVault).where(eq(houseVault.id, 1)).for("share");
    if (!sealed) return refuse("HOUSE_NOT_INITIALIZED");
    const { network } = await readSettings(tx);
    const wallets = await tx
      .select()
      .from(houseWallets)
      .orderBy(asc(houseWallets.createdAt), asc(houseWallets.address));
    const addresses = wallets.map(({ kind, address }) => ({ kind, address }));
    await writeAudit(tx, {
      at: exportedAt,
      actor: by,
      action: "house.export",
      detail: { wallets: addresses },
    });
    const { salt, wrappedKey } = sealed;
    return ok({
      format: "furlong-house-wallets",
      version: 1,
      network,
      exportedAt,
      vault: { kdf: "argon2id", argon2: costOf(sealed.argon2), salt, wrappedKey },
      wallets: wallets.map(({ kind: type, address, isActive, sealedKey, createdAt }) => ({
        type,
        address,
        isActive,
        sealedKey,
        createdAt,
      })),
    });
  });
}
