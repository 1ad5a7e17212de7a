import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { lockPlayer } from "./lock-player.ts";

/**
 * Hides a streamer's figures from others, or shows them; effective from the next answer on (rules PRIVACY-1,
 * PRIVACY-6).
 */
export function setPrivacy(
  { db }: { readonly db: Db },
  { wallet, enabled }: { readonly wallet: string; readonly enabled: boolean },
): Promise<Result<undefined, "PROFILE_NOT_FOUND" | "NOT_A_STREAMER">> {
  return inTransaction(db, async (tx) => {
    const user = await lockPlayer(tx, wallet);
    if (user === null) return refuse("PROFILE_NOT_FOUND");
    if (!user.isStreamer) return refuse("NOT_A_STREAMER");
    await tx.update(users).set({ streamerPrivacyEnabled: enabled }).where(eq(users.wallet, wallet));
    return ok();
  });
}
