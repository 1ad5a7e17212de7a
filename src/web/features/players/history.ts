import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { betResults, type BetResult } from "../../../domain/settlement.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

const PAGE = 20;
/** The largest page that the server returns. */
const LONGEST_PAGE = 100;

export type PastBet = Reply<Api["getRaceHistory"]>["bets"][number];

/** The search among the bets; an empty text and no result match all. */
export interface HistorySearch {
  readonly text: string;
  readonly result: BetResult | null;
}

export const isBetResult = (text: string): text is BetResult => betResults.some((result) => result === text);

const asQuery = ({ text, result }: HistorySearch) => ({
  ...(text.trim() === "" ? {} : { search: text.trim() }),
  ...(result === null ? {} : { result }),
});

/** All of a player's bets that match the search, newest first, page by page. */
export const useHistory = (address: string, search: HistorySearch) =>
  useInfiniteQuery({
    queryKey: queryKeys.wholeHistory(address, asQuery(search)),
    queryFn: ({ pageParam: cursor }) =>
      fetchApi("getRaceHistory", {
        params: { wallet: address },
        query: { limit: PAGE, ...asQuery(search), ...(cursor === null ? {} : { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The list stays while a search is under way.
    placeholderData: keepPreviousData,
  });

/** The same to the end, however many pages that takes. */
export async function readWholeHistory(address: string, search: HistorySearch): Promise<PastBet[]> {
  const found: PastBet[] = [];
  let cursor: string | null = null;
  do {
    const page: Reply<Api["getRaceHistory"]> = await fetchApi("getRaceHistory", {
      params: { wallet: address },
      query: { limit: LONGEST_PAGE, ...asQuery(search), ...(cursor === null ? {} : { cursor }) },
    });
    found.push(...page.bets);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
