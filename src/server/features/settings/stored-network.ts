import type { Network } from "../../../domain/networks.ts";
import type { Db } from "../../foundation/db/database.ts";
import { OperatorError } from "../../foundation/db/operator-error.ts";
import { settings } from "../../foundation/db/schema/settings.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

/**
 * Binds the data to its network at the first start, and refuses every later start on another one (rule LIMITS-11): the
 * money in the books is on that network's chain. Throws OperatorError.
 */
export async function bindToNetwork(db: Db, network: Network, at: Date): Promise<void> {
  await db
    .insert(settings)
    .values({ key: "network", value: network, updatedAt: at, updatedBy: null })
    .onConflictDoNothing();
  const { network: stored } = await readSettings(db);
  if (stored === network) return;
  throw new OperatorError(
    `The data belongs to ${stored}, but this start is for ${network}. ` +
      `Set SOLANA_NETWORK=${stored}, or give another DATA_DIR (or DATABASE_URL) to ${network}.`,
  );
}
