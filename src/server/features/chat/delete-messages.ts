import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { moderationLimits } from "../../../contract/chat/chat.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import { lockInChat, messageIdOf, rowIdOf } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { closeCases } from "./report-cases.ts";
import { refuseTarget, refuseUnknown } from "./protect-target.ts";
import { announceReports } from "./list-reports.ts";

/** Removes a message for everybody (rule CHAT-9). */
export async function deleteMessage(
  ports: ChatPorts,
  { moderator, messageId }: { readonly moderator: SignedInCaller; readonly messageId: string },
): Promise<Result<undefined, "CHAT_MESSAGE_NOT_FOUND" | "TARGET_PROTECTED">> {
  const id = rowIdOf(messageId);
  if (id === null) return refuse("CHAT_MESSAGE_NOT_FOUND", { field: "messageId" });
  const done = await inTransaction(ports.db, async (tx) => {
    const [message] = await tx.select().from(chatMessages).where(eq(chatMessages.id, id)).for("update");
    if (message === undefined || message.deletedAt !== null) {
      return refuse("CHAT_MESSAGE_NOT_FOUND", { field: "messageId" });
    }
    const target = message.wallet;
    const refused = await refuseTarget(tx, ports, { moderator, target });
    if (refused !== null) return refused;
    return ok(
      await removeMessages(tx, ports, { moderator, target, ids: [id], action: "chat.delete-message" }),
    );
  });
  if (!done.ok) return done;
  await announceRemoval(ports, done.value);
  return ok();
}

/** Removes a player's latest messages, at most five (rule CHAT-9). Having none is not a refusal. */
export async function deleteLastMessages(
  ports: ChatPorts,
  order: { readonly moderator: SignedInCaller; readonly target: string; readonly count: number },
): Promise<Result<undefined, "USER_NOT_FOUND" | "TARGET_PROTECTED">> {
  const { moderator, target } = order;
  const done = await inTransaction(ports.db, async (tx) => {
    await lockInChat(tx, target);
    const refused =
      (await refuseUnknown(tx, target)) ?? (await refuseTarget(tx, ports, { moderator, target }));
    if (refused !== null) return refused;
    const last = await tx
      .select({ id: chatMessages.id })
      .from(chatMessages)
      .where(and(eq(chatMessages.wallet, target), isNull(chatMessages.deletedAt)))
      .orderBy(desc(chatMessages.id))
      .limit(Math.min(order.count, moderationLimits.deletedMessages))
      .for("update");
    const ids = last.map(({ id }) => id);
    if (ids.length === 0) return ok({ ids, closed: [] });
    return ok(await removeMessages(tx, ports, { moderator, target, ids, action: "chat.purge" }));
  });
  if (!done.ok) return done;
  await announceRemoval(ports, done.value);
  return ok();
}

interface Removal {
  readonly moderator: SignedInCaller;
  readonly target: string;
  readonly ids: readonly number[];
  readonly action: "chat.delete-message" | "chat.purge" | "chat.delete-reported";
}

interface Removed {
  readonly ids: readonly number[];
  /** Those with an open report case. */
  readonly closed: readonly number[];
}

/** Marks messages as deleted; the audit row keeps what they said for good (rules CHAT-10 and ACCESS-9). */
export async function removeMessages(
  tx: Tx,
  { clock }: Pick<ChatPorts, "clock">,
  { moderator, target, ids, action }: Removal,
): Promise<Removed> {
  const at = new Date(clock.now());
  const deleted = await tx
    .update(chatMessages)
    .set({ deletedAt: at, deletedBy: moderator.wallet })
    .where(inArray(chatMessages.id, [...ids]))
    .returning({ id: chatMessages.id, content: chatMessages.content });
  const closed = await closeCases(tx, { ids, status: "deleted", by: moderator.wallet, at });
  const detail = { messages: deleted.map(({ id, content }) => ({ id: messageIdOf(id), content })) };
  await writeAudit(tx, { at, actor: moderator.wallet, action, subject: target, detail });
  return { ids, closed };
}

/** Call it once the removal is committed. */
export async function announceRemoval(ports: ChatPorts, { ids, closed }: Removed): Promise<void> {
  if (ids.length > 0) ports.broadcast.toEveryone("message-deleted", { ids: ids.map(messageIdOf) });
  await announceReports(ports, closed);
}
