import { useMutation, useQuery } from "@tanstack/react-query";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { callNode } from "../../../foundation/lib/chain-rpc.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { rpcUrlOf, useRuntime } from "../../../foundation/lib/runtime.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { paymentAccount } from "../../../../domain/liability-tree.ts";
import { referralAccount, userAccount } from "../../../../domain/ledger.ts";
import { readStored, writeStored } from "../../../foundation/lib/storage.ts";
import { checkOwnPart, type OwnPart } from "./check-liabilities.ts";
import { type Claims, leftOut, parseSeen, seeClaims } from "./left-out.ts";

const LOOK_EVERY_MS = 600_000;
const LOOK_SOON_MS = 3_000;

export const askerOf = (url: string | null): AskNode | null =>
  url === null ? null : (method, params) => callNode(url, method, params);

/** What the page itself shows the player as owed: balance, commission and payments on their way. */
async function readClaims(address: string): Promise<Claims> {
  const [{ balance }, { claimable }, { payments }] = await Promise.all([
    fetchApi("getWalletBalance", { params: { wallet: address } }),
    fetchApi("getReferralSummary", { params: { wallet: address } }),
    fetchApi("listUnderWay", {}),
  ]);
  return new Map([
    [userAccount(address), balance],
    [referralAccount(address), claimable],
    ...payments.map(({ id, amount }) => [paymentAccount(id), amount] as const),
  ]);
}

/** Checks the own part, and whether what is owed was left out; what was seen of it is kept for the next visit. */
async function readOwnPart(address: string, url: string | null): Promise<OwnPart | null> {
  const claims = await readClaims(address);
  const proofs = await fetchApi("getLiabilityProof", {});
  if (proofs.newest === null) return null;
  const stored = `own-liabilities:${address}`;
  const seen = seeClaims(parseSeen(readStored(stored)), claims, proofs.newest);
  writeStored(stored, Object.keys(seen).length === 0 ? null : JSON.stringify(seen));
  return checkOwnPart(askerOf(url), proofs, address, leftOut(seen));
}

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
    queryFn: () => readOwnPart(address, url),
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
