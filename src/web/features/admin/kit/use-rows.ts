import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { useAdminAddress } from "./admin-address.ts";

/** A list, as far as it is loaded. */
export interface Rows<Row> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly Row[] | undefined;
  /** Why the first page could not be loaded; null while it is loading and once it is loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads the next page; null on the last. */
  readonly more: (() => void) | null;
  readonly isLoadingMore: boolean;
  /** The rows are of the previous case, until those of this one are loaded. */
  readonly isOutdated: boolean;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

interface PageOptions<Row> {
  readonly keepsRows?: boolean;
  /** How often the rows are refetched while the page is visible, by what is loaded; null for never. */
  readonly everyMs?: (rows: readonly Row[]) => number | null;
}

/**
 * A list that grows by pages. `asked` distinguishes its cases; with `keepsRows` the rows of one case
 * stay until those of the next are loaded, so that the column head that was pressed keeps the focus.
 */
export function usePages<Row>(
  call: EndpointName,
  listQuery: object,
  load: (page: { readonly cursor?: string }) => Promise<Page<Row>>,
  { keepsRows = false, everyMs }: PageOptions<Row> = {},
): Rows<Row> {
  const address = useAdminAddress();
  type Pages = InfiniteData<Page<Row>, string | null>;
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin(address, call, listQuery),
    queryFn: ({ pageParam }) => load(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    ...(keepsRows && { placeholderData: (previous: Pages | undefined) => previous }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      everyMs?.(data?.pages.flatMap(({ rows }) => rows) ?? []) ?? false,
  });
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
    isOutdated: query.isPlaceholderData,
  };
}

/** The answer to an admin's read; refetched every `everyMs` while the page is visible, null for never. */
export function useAnswer<Name extends EndpointName>(
  call: Name,
  input: CallInput<Api[Name]>,
  {
    enabled = true,
    everyMs,
  }: {
    readonly enabled?: boolean;
    readonly everyMs?: number | null | ((reply: Reply<Api[Name]> | undefined) => number | null);
  } = {},
) {
  const address = useAdminAddress();
  return useQuery<Reply<Api[Name]>>({
    queryKey: queryKeys.admin(address, call, input as object),
    queryFn: () => fetchApi(call, input),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      (typeof everyMs === "function" ? everyMs(data) : everyMs) ?? false,
  });
}

/** A whole list that is already loaded. */
export const loadedRows = <Row>(rows: readonly Row[]): Rows<Row> =>
  rowsOf({ error: null, refetch: () => undefined }, rows);

/** A whole list from a single answer. */
export function rowsOf<Row>(
  query: { readonly error: Error | null; readonly refetch: () => unknown },
  rows: readonly Row[] | undefined,
): Rows<Row> {
  return {
    rows,
    error: rows === undefined ? query.error : null,
    retry: () => void query.refetch(),
    more: null,
    isLoadingMore: false,
    isOutdated: false,
  };
}
