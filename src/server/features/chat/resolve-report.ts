import { eq } from "drizzle-orm";
import type { ChatReportResolution } from "../../../contract/chat/chat.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { chatMessages, chatReportCases } from "../../foundation/db/schema/chat.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import { messageIdOf, rowIdOf } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { announceRemoval, removeMessages } from "./delete-messages.ts";
import { announceReports, openReports, reportsOf } from "./list-reports.ts";
import { refuseTarget } from "./protect-target.ts";
import { closeCases } from "./report-cases.ts";

interface Resolution {
  readonly moderator: SignedInCaller;
  readonly messageId: string;
  readonly resolution: ChatReportResolution;
}

type ResolveRefusal = "CHAT_REPORT_NOT_FOUND" | "CHAT_REPORT_RESOLVED" | "TARGET_PROTECTED";

/** Decides a reported message, for everyone who reported it (rule CHAT-14). */
export async function resolveReport(ports: ChatPorts, { moderator, messageId, resolution }: Resolution) {
  const id = rowIdOf(messageId);
  if (id === null) return refuse("CHAT_REPORT_NOT_FOUND", { field: "messageId" });
  const closed = await closeReport(ports, { id, moderator, resolution });
  if (!closed.ok) return closed;
  const [report] = await reportsOf(ports.db, [id]);
  if (report === undefined) return refuse("CHAT_REPORT_NOT_FOUND", { field: "messageId" });
  return ok({ report, open: await openReports(ports.db) });
}

async function closeReport(
  ports: ChatPorts,
  { id, moderator, resolution }: Omit<Resolution, "messageId"> & { readonly id: number },
): Promise<Result<undefined, ResolveRefusal>> {
  const done = await inTransaction(ports.db, async (tx) => {
    // Locks the message before its case, as everywhere.
    const [message] = await tx.select().from(chatMessages).where(eq(chatMessages.id, id)).for("update");
    const [reported] = await tx.select().from(chatReportCases).where(eq(chatReportCases.messageId, id));
    if (message === undefined || reported === undefined) {
      return refuse("CHAT_REPORT_NOT_FOUND", { field: "messageId" });
    }
    if (reported.status !== "open") return refuse("CHAT_REPORT_RESOLVED", { field: "messageId" });
    const target = message.wallet;
    if (resolution === "deleted") {
      const refused = await refuseTarget(tx, ports, { moderator, target });
      if (refused !== null) return refused;
      const about = { moderator, target, ids: [id], action: "chat.delete-reported" } as const;
      return ok(await removeMessages(tx, ports, about));
    }
    const at = new Date(ports.clock.now());
    const closed = await closeCases(tx, { ids: [id], status: resolution, by: moderator.wallet, at });
    await writeAudit(tx, {
      at,
      actor: moderator.wallet,
      action: "chat.dismiss-report",
      subject: target,
      detail: { messages: [messageIdOf(id)] },
    });
    return ok({ ids: [], closed });
  });
  if (!done.ok) return done;
  if (resolution === "deleted") await announceRemoval(ports, done.value);
  else await announceReports(ports, done.value.closed);
  return ok();
}
