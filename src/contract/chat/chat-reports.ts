import * as z from "zod/mini";
import { adminList } from "../wire/admin-list.ts";
import { nextCursor, rowId } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { chatReport, chatReportResolutions } from "./chat.ts";

/** What reported messages can be ordered by: since when they wait, or when they were resolved. */
export const chatReportOrders = ["time"] as const;

/** The moderators' queue of reported messages. */
export const chatReports = {
  listChatReports: endpoint({
    method: "GET",
    path: "/chat/reports",
    access: "moderator",
    claims: ["header"],
    summary:
      "Reported messages: the open ones, longest waiting first, or the resolved ones, latest first; `search` is the writer's wallet or the beginning of their name",
    query: z.object({
      ...adminList(chatReportOrders),
      status: z.optional(z.enum(["open", "resolved"], { error: "must be open or resolved" })),
    }),
    reply: z.object({ reports: z.array(chatReport), open: z.int(), nextCursor }),
  }),
  resolveChatReport: endpoint({
    method: "POST",
    path: "/chat/reports/:messageId/resolve",
    access: "moderator",
    moderation: true,
    claims: ["header"],
    summary: "Close the reports of a message: dismiss them, or delete the message",
    refuses: ["CHAT_REPORT_NOT_FOUND", "CHAT_REPORT_RESOLVED", "TARGET_PROTECTED"],
    params: z.object({ messageId: rowId }),
    body: z.object({
      resolution: z.enum(chatReportResolutions, { error: "must be dismissed or deleted" }),
    }),
    reply: z.object({ report: chatReport, open: z.int() }),
  }),
};
