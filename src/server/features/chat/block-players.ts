import { and, desc, eq } from "drizzle-orm";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { chatBlocks } from "../../foundation/db/schema/chat.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { lockInChat } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { refuseUnknown } from "./protect-target.ts";

/** Maximum number of players that one player can block (rule CHAT-15). */
const MAX_BLOCKED = 500;

interface Block {
  readonly wallet: string;
  readonly target: string;
}

type Ports = Pick<ChatPorts, "db" | "clock">;

/** The players that the wallet has blocked, latest first. */
export function listBlocked(q: Queryable, wallet: string) {
  return q
    .select({
      wallet_address: chatBlocks.blocked,
      username: users.username,
      blocked_at: chatBlocks.blockedAt,
    })
    .from(chatBlocks)
    .leftJoin(users, eq(users.wallet, chatBlocks.blocked))
    .where(eq(chatBlocks.wallet, wallet))
    .orderBy(desc(chatBlocks.blockedAt), chatBlocks.blocked);
}

/**
 * Stores that a player does not want to see another player's messages; hiding them is up to the page (rules CHAT-15
 * and GROWTH-1).
 */
export async function blockPlayer(
  { db, clock }: Ports,
  { wallet, target }: Block,
): Promise<
  Result<undefined, "CHAT_BLOCK_SELF" | "USER_NOT_FOUND" | "CHAT_BLOCKS_FULL" | "PROFILE_REQUIRED">
> {
  if (target === wallet) return refuse("CHAT_BLOCK_SELF", { field: "targetWallet" });
  return inTransaction(db, async (tx) => {
    await lockInChat(tx, wallet);
    const unknown = (await refuseWithoutProfile(tx, wallet)) ?? (await refuseUnknown(tx, target));
    if (unknown !== null) return unknown;
    const blocks = await tx
      .select({ blocked: chatBlocks.blocked })
      .from(chatBlocks)
      .where(eq(chatBlocks.wallet, wallet));
    if (blocks.some(({ blocked }) => blocked === target)) return ok();
    if (blocks.length >= MAX_BLOCKED) return refuse("CHAT_BLOCKS_FULL");
    await tx.insert(chatBlocks).values({ wallet, blocked: target, blockedAt: new Date(clock.now()) });
    return ok();
  });
}

export async function unblockPlayer({ db }: Pick<Ports, "db">, { wallet, target }: Block): Promise<void> {
  await db.delete(chatBlocks).where(and(eq(chatBlocks.wallet, wallet), eq(chatBlocks.blocked, target)));
}
