import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Api, EndpointName } from "../../../contract/api.ts";
import type { CallInput } from "../../../contract/wire/client.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../lib/api.ts";
import { queryKeys } from "../../lib/query-keys.ts";
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
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * A list that grows by pages (rule ADMIN-4). `asked` distinguishes its cases; with `keepsRows` the rows of one case
 * stay until those of the next are loaded, so that the column head that was pressed keeps the focus.
 */
export function usePages<Row>(
  call: EndpointName,
  asked: object,
  load: (page: { readonly cursor?: string }) => Promise<Page<Row>>,
  { keepsRows = false }: { readonly keepsRows?: boolean } = {},
): Rows<Row> {
  const address = useAdminAddress();
  type Pages = InfiniteData<Page<Row>, string | null>;
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin(address, call, asked),
    queryFn: ({ pageParam }) => load(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    ...(keepsRows && { placeholderData: (previous: Pages | undefined) => previous }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** The answer to an admin's read; refetched every `everyMs` while the page is visible. */
export function useAnswer<Name extends EndpointName>(
  call: Name,
  input: CallInput<Api[Name]>,
  { enabled = true, everyMs }: { readonly enabled?: boolean; readonly everyMs?: number } = {},
) {
  const address = useAdminAddress();
  return useQuery<Reply<Api[Name]>>({
    queryKey: queryKeys.admin(address, call, input as object),
    queryFn: () => fetchApi(call, input),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
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
  };
}
