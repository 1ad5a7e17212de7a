import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { User } from "../../../contract/players/players.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { callApi, fetchApi } from "./api.ts";
import { CallRefused } from "./call-refused.ts";
import { queryClient } from "./query-client.ts";
import { useWallet } from "./wallet/wallet-store.ts";
import { queryKeys } from "./query-keys.ts";

export const sessionQuery = {
  queryKey: queryKeys.session(),
  queryFn: () => fetchApi("getSession", {}),
  staleTime: 60_000,
} as const;

export type Session = Reply<Api["getSession"]>;

/**
 * Who is using the page.
 *
 * - `visitor`    no wallet connected
 * - `connecting` a wallet is being connected, or we wait for the server to say who is signed in
 * - `unproven`   connected, but the session is not this wallet's
 * - `unknown`    connected, but the server does not say who is signed in, or with which profile
 * - `newcomer`   signed in, without a profile
 * - `player`     signed in, with a profile
 */
export type Player =
  | { readonly kind: "visitor" | "connecting" }
  | { readonly kind: "unproven" | "newcomer"; readonly address: string }
  | { readonly kind: "unknown"; readonly address: string; readonly retry: () => void }
  | { readonly kind: "player"; readonly address: string; readonly user: User; readonly isAdmin: boolean };

export function usePlayer(): Player {
  const status = useWallet((state) => state.status);
  const address = useWallet((state) => state.account?.address ?? null);
  const session = useQuery(sessionQuery);
  const isProven = address !== null && session.data?.wallet === address;
  const user = useQuery({
    queryKey: queryKeys.user(address),
    queryFn: () => fetchProfile(address ?? ""),
    enabled: isProven,
    staleTime: 30_000,
  });

  if (status === "connecting" || status === "restoring") return { kind: "connecting" };
  if (address === null) return { kind: "visitor" };
  if (session.data === undefined && session.isFetching) return { kind: "connecting" };
  if (session.data === undefined) return { kind: "unknown", address, retry: () => void session.refetch() };
  if (!isProven) return { kind: "unproven", address };
  if (user.data) return { kind: "player", address, user: user.data.user, isAdmin: session.data.isAdmin };
  if (user.data === null) return { kind: "newcomer", address };
  // Stays so during a refetch, which clears the error: the socket depends on it.
  if (user.isFetched) return { kind: "unknown", address, retry: () => void user.refetch() };
  return { kind: "connecting" };
}

/** Null if there is no profile: an answer that stays during a refetch, unlike an error. */
async function fetchProfile(wallet: string): Promise<Reply<Api["getUser"]> | null> {
  const answer = await callApi("getUser", { params: { wallet } });
  if (answer.ok) return answer.value;
  if (answer.code === "PROFILE_NOT_FOUND") return null;
  throw new CallRefused(answer);
}

/**
 * Whether what the server sends to the session is for the person using the page. A wallet that is still being connected
 * is assumed to be the session's own, as it mostly is.
 */
export function isOwnSession(): boolean {
  const { status, account } = useWallet.getState();
  if (status === "restoring" || status === "connecting") return true;
  const session = queryClient.getQueryData<Session>(sessionQuery.queryKey);
  return account !== null && session?.wallet === account.address;
}

/** Adopts a profile that a call has just returned; an earlier request may return an older one. */
export const adoptUser = (user: User): void => {
  const queryKey = queryKeys.user(user.wallet_address);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, { user });
};
