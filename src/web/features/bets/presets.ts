import { useMutation, useQuery } from "@tanstack/react-query";
import { lamports, type Lamports } from "../../../domain/lamports.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

export type Presets = readonly [Lamports, Lamports, Lamports, Lamports];

const DEFAULT_PRESETS: Presets = [
  lamports(100_000_000n),
  lamports(250_000_000n),
  lamports(500_000_000n),
  lamports(1_000_000_000n),
];

/** The player's four quick amounts; the default ones for a visitor and until the server has answered. */
export function usePresets(address: string | null): Presets {
  const { data } = useQuery({
    queryKey: queryKeys.presets(address),
    queryFn: () => fetchApi("getPresets", { params: { wallet: address ?? "" } }),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.presets ?? DEFAULT_PRESETS;
}

export const useSavePresets = (address: string) =>
  useMutation({
    mutationFn: ([a, b, c, d]: Presets) =>
      fetchApi("setPresets", { params: { wallet: address }, body: { presets: [a, b, c, d] } }),
    onSuccess: (saved) => queryClient.setQueryData(queryKeys.presets(address), saved),
  });
