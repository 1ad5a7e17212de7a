import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MAX_RULES } from "../../../../contract/rule-log/rule-log.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";

/** The number of rows shown at once. */
const PAGE = 50;

/**
 * The rule log, newest first: rows to show, further ones on demand, and all of it for visitors who check the whole log.
 */
export function useRules() {
  const [visibleCount, setVisibleCount] = useState(PAGE);
  const [isReadingAll, setReadingAll] = useState(false);
  const rowsAPage = useRef(PAGE);
  const list = useInfiniteQuery({
    queryKey: queryKeys.rules(),
    queryFn: ({ pageParam: cursor }) =>
      fetchApi("listRules", { query: { limit: rowsAPage.current, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Rows never change, and a refetched page might begin at a different row.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return {
    rows,
    visibleRows: rows?.slice(0, visibleCount),
    head: list.data?.pages[0]?.head ?? null,
    isFailed: list.isError,
    retry: () => void (rows === undefined ? list.refetch() : list.fetchNextPage()),
    isLoadingMore: list.isFetchingNextPage && !isReadingAll,
    isReadingAll,
    hasMore: (rows?.length ?? 0) > visibleCount || list.hasNextPage,
    isWhole: rows !== undefined && !list.hasNextPage,
    async loadMore() {
      if ((rows?.length ?? 0) < visibleCount + PAGE && list.hasNextPage) await list.fetchNextPage();
      setVisibleCount(visibleCount + PAGE);
    },
    /** Reads the missing rows, down to row 1. */
    async readAll() {
      setReadingAll(true);
      rowsAPage.current = MAX_RULES;
      for (let left = list.hasNextPage; left;) {
        const { isError, hasNextPage } = await list.fetchNextPage();
        left = hasNextPage && !isError;
      }
      rowsAPage.current = PAGE;
      setReadingAll(false);
    },
  };
}
