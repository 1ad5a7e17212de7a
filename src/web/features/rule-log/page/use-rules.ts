import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";

/** The number of rows shown at once. */
const PAGE = 50;

/** The rule log, newest first: rows to show, and further ones on demand. */
export function useRules() {
  const [visibleCount, setVisibleCount] = useState(PAGE);
  const list = useInfiniteQuery({
    queryKey: queryKeys.rules(),
    queryFn: ({ pageParam: cursor }) =>
      fetchApi("listRules", { query: { limit: PAGE, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Rows never change, and a refetched page might begin at a different row.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return {
    visibleRows: rows?.slice(0, visibleCount),
    head: list.data?.pages[0]?.head ?? null,
    isFailed: list.isError,
    retry: () => void (rows === undefined ? list.refetch() : list.fetchNextPage()),
    isLoadingMore: list.isFetchingNextPage,
    hasMore: (rows?.length ?? 0) > visibleCount || list.hasNextPage,
    async loadMore() {
      if ((rows?.length ?? 0) < visibleCount + PAGE && list.hasNextPage) await list.fetchNextPage();
      setVisibleCount(visibleCount + PAGE);
    },
  };
}
