import { and, eq, inArray } from "drizzle-orm";
import type { ChatReportResolution } from "../../../contract/chat/chat.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { chatReportCases } from "../../foundation/db/schema/chat.ts";

interface Closing {
  readonly ids: readonly number[];
  readonly status: ChatReportResolution;
  readonly by: string;
  readonly at: Date;
}

/** Closes those reports of these messages that are open (rule CHAT-14); returns which messages they were. */
export async function closeCases(tx: Tx, { ids, status, by, at }: Closing): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const closed = await tx
    .update(chatReportCases)
    .set({ status, resolvedBy: by, resolvedAt: at })
    .where(and(inArray(chatReportCases.messageId, [...ids]), eq(chatReportCases.status, "open")))
    .returning({ id: chatReportCases.messageId });
  return closed.map(({ id }) => id);
}
