import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

export type Runtime = Reply<Api["getRuntime"]>;

export const runtimeQuery = {
  queryKey: queryKeys.runtime(),
  queryFn: () => fetchApi("getRuntime", {}),
  refetchInterval: 30_000,
} as const;

/** Network, limits and maintenance; undefined until the server has answered. */
export const useRuntime = (): Runtime | undefined => useQuery(runtimeQuery).data;

/** Where the browser reads the chain that holds the money; null if it has no public node. */
export function rpcUrlOf({ network, rpcLocal, rpcDevnet, rpcMainnet }: Runtime): string | null {
  if (network === "localnet") return rpcLocal;
  return network === "devnet" ? rpcDevnet : rpcMainnet;
}
