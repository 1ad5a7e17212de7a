import { useQuery } from "@tanstack/react-query";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

/** How many reported messages wait for a moderator; refetched after each report and each decision. */
export const useOpenReports = (address: string) =>
  useQuery({
    queryKey: queryKeys.chatReports(address, "count"),
    queryFn: async () => (await fetchApi("listChatReports", { query: { limit: 1 } })).open,
    staleTime: 30_000,
  });
