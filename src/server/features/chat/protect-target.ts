import { eq } from "drizzle-orm";
import { type Refused, refuse } from "../../../domain/result.ts";
import type { Queryable, Tx } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import type { ChatPorts } from "./chat-ports.ts";

/** Whether a wallet moderates the chat: through the one list of moderators (rule ACCESS-5), or as an admin. */
export async function isModerator(
  q: Queryable,
  { listAdmins }: Pick<ChatPorts, "listAdmins">,
  wallet: string,
): Promise<boolean> {
  const { chatModerators } = await readSettings(q);
  return chatModerators.includes(wallet) || (await listAdmins(q)).includes(wallet);
}

/**
 * The refusal if a moderator may not act on a wallet, or null: nobody may act on an admin, and only admins on another
 * moderator (rules LIMITS-16 and ACCESS-9).
 */
export async function refuseTarget(
  tx: Tx,
  ports: Pick<ChatPorts, "listAdmins">,
  { moderator, target }: { readonly moderator: SignedInCaller; readonly target: string },
): Promise<Refused<"TARGET_PROTECTED"> | null> {
  if (moderator.wallet === target) return null;
  const isProtected = moderator.isAdmin
    ? (await ports.listAdmins(tx)).includes(target)
    : await isModerator(tx, ports, target);
  return isProtected ? refuse("TARGET_PROTECTED") : null;
}

/** The refusal if no player has this wallet, or null. */
export async function refuseUnknown(tx: Tx, wallet: string): Promise<Refused<"USER_NOT_FOUND"> | null> {
  const [known] = await tx.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
  return known === undefined ? refuse("USER_NOT_FOUND", { field: "targetWallet" }) : null;
}
