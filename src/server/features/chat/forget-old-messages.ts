import { inArray, lt } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { chatMessages, chatReportCases, chatReports } from "../../foundation/db/schema/chat.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { ChatPorts } from "./chat-ports.ts";

/** How long messages are kept, including deleted ones (rule CHAT-4). */
const KEPT_MS = 90 * DAY_MS;
/** Rows per transaction, so that each stays short. */
const ROWS = 500;

/** Housekeeping: deletes messages older than 90 days, with their reports. */
export async function forgetOldMessages({ db, clock }: Pick<ChatPorts, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now() - KEPT_MS);
  for (let forgotten = ROWS; forgotten === ROWS;) {
    forgotten = await inTransaction(db, async (tx) => {
      const old = await tx
        .select({ id: chatMessages.id })
        .from(chatMessages)
        .where(lt(chatMessages.sentAt, before))
        .limit(ROWS);
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx.delete(chatReports).where(inArray(chatReports.messageId, ids));
      await tx.delete(chatReportCases).where(inArray(chatReportCases.messageId, ids));
      await tx.delete(chatMessages).where(inArray(chatMessages.id, ids));
      return ids.length;
    });
  }
}
