import { useQuery } from "@tanstack/react-query";
import { type Lamports, ZERO } from "../../../domain/lamports.ts";
import { fetchApi } from "./api.ts";
import { chainBalance } from "./chain-rpc.ts";
import { invalidateQueries, queryKeys } from "./query-keys.ts";
import { rpcUrlOf, useRuntime } from "./runtime.ts";

const POLL_MS = 15_000;

export interface Balance {
  /**
   * Balance of the wallet's own account: read from the chain, otherwise as the server last saw it. Null when unknown.
   */
  readonly wallet: Lamports | null;
  /** Held by the game for the player: refunds and credits. */
  readonly server: Lamports;
  /** What header and dashboard show: the chain's balance, otherwise the server's. */
  readonly headline: Lamports;
}

const serverBalanceQuery = (address: string | null) => ({
  queryKey: queryKeys.balanceHere(address),
  queryFn: () => fetchApi("getWalletBalance", { params: { wallet: address ?? "" } }),
  enabled: address !== null,
  refetchInterval: POLL_MS,
});

/** A player's money, polled every 15 seconds; undefined until something is known (rule JOIN-6). */
export function useBalance(address: string | null): Balance | undefined {
  const runtime = useRuntime();
  const rpcUrl = runtime === undefined ? null : rpcUrlOf(runtime);
  const server = useQuery(serverBalanceQuery(address));
  const chain = useQuery({
    queryKey: queryKeys.balanceOnChain(address, rpcUrl),
    queryFn: () => chainBalance(rpcUrl ?? "", address ?? ""),
    enabled: address !== null && rpcUrl !== null,
    refetchInterval: POLL_MS,
  });

  const onWallet = chain.data ?? server.data?.onchain_balance ?? null;
  if (onWallet === null && server.data === undefined) return undefined;
  const onServer = server.data?.balance ?? ZERO;
  return {
    wallet: onWallet,
    server: onServer,
    headline: onWallet ?? onServer,
  };
}

/** Whether the server was asked for a balance without success, also while it is being asked again. */
export function useHasBalanceFailed(address: string): boolean {
  const { data, isFetched } = useQuery(serverBalanceQuery(address));
  return isFetched && data === undefined;
}

export const refetchBalance = (): Promise<void> => invalidateQueries("balance");
