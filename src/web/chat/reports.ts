import { useMutation, useQuery } from "@tanstack/react-query";
import type { ChatReport } from "../../contract/chat/chat.ts";
import { fetchApi } from "../lib/api.ts";
import { invalidateQueries, queryKeys } from "../lib/query-keys.ts";

/** Reported messages that wait for a moderator (rule CHAT-32); refetched after each report and each decision. */
export const useReports = (address: string, moderates: boolean) =>
  useQuery({
    queryKey: queryKeys.chatReports(address),
    queryFn: () => fetchApi("listChatReports", { query: {} }),
    enabled: moderates,
    staleTime: 30_000,
  });

export const useResolveReport = () =>
  useMutation({
    mutationFn: ({ messageId, resolution }: Resolution) =>
      fetchApi("resolveChatReport", { params: { messageId }, body: { resolution } }),
    onSettled: () => invalidateQueries("chatReports"),
  });

interface Resolution {
  readonly messageId: string;
  readonly resolution: Exclude<ChatReport["status"], "open">;
}
