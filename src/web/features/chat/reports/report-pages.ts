import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Direction } from "../../../../contract/wire/admin-list.ts";
import type { ChatReport } from "../../../../contract/chat/chat.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { invalidateQueries, queryKeys } from "../../../foundation/lib/query-keys.ts";

const PAGE = 20;

interface ReportSearch {
  readonly direction: Direction;
  /** A writer's wallet or the beginning of their name; all when empty. */
  readonly search: string;
}

/** The reported messages that wait, by pages, ordered and searched by the server. */
export const useReportPages = (address: string, { direction, search }: ReportSearch) =>
  useInfiniteQuery({
    queryKey: queryKeys.chatReports(address, { direction, search }),
    queryFn: ({ pageParam }) =>
      fetchApi("listChatReports", {
        query: {
          limit: PAGE,
          direction,
          ...(search !== "" && { search }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
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
