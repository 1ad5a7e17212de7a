import { useMutation, useQuery } from "@tanstack/react-query";
import { fetchApi } from "../../lib/api.ts";
import { callNode } from "../../lib/chain-rpc.ts";
import { queryKeys } from "../../lib/query-keys.ts";
import { rpcUrlOf, useRuntime } from "../../lib/runtime.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { checkOwnPart } from "./check-liabilities.ts";

const LOOK_EVERY_MS = 600_000;
const LOOK_SOON_MS = 3_000;

export const askerOf = (url: string | null): AskNode | null =>
  url === null ? null : (method, params) => callNode(url, method, params);

/**
 * The player's own part of what the house owes, checked here; and a way to have it recounted (rules OWED-4 and OWED-5).
 */
export function useOwnPart(address: string) {
  const runtime = useRuntime();
  const url = runtime === undefined ? null : rpcUrlOf(runtime);
  const recount = useMutation({
    mutationFn: (_countedAt: number | null) => fetchApi("requestLiabilities", {}),
    onSettled: () => void query.refetch(),
  });
  /** Requested and not there yet: the page still shows the previous count. */
  const isAwaited = (at: Date | undefined) =>
    recount.isSuccess && recount.variables === (at?.getTime() ?? null);
  const query = useQuery({
    queryKey: queryKeys.ownLiabilities(address, url),
    queryFn: async () => checkOwnPart(askerOf(url), await fetchApi("getLiabilityProof", {}), address),
    enabled: runtime !== undefined,
    refetchInterval: ({ state }) => (isAwaited(state.data?.at) ? LOOK_SOON_MS : LOOK_EVERY_MS),
  });
  const { data: part, isError, isFetching } = query;
  return {
    part,
    isError,
    isBusy: isFetching || recount.isPending || isAwaited(part?.at),
    recount: () => recount.mutate(part?.at.getTime() ?? null),
  };
}
