import { useMutation, useQuery } from "@tanstack/react-query";
import { type DeedSlug, deeds } from "../../domain/deeds.ts";
import { fetchApi } from "../lib/api.ts";
import { errorText } from "../lib/call-refused.ts";
import { queryClient } from "../lib/query-client.ts";
import { invalidateQueries, queryKeys } from "../lib/query-keys.ts";
import { toast } from "../ui/toast.ts";
import { useWords } from "../words/use-words.ts";
import { titleWords } from "./words.en.ts";

/** What the player has unlocked, and what can still be earned. */
export const useTitles = (address: string) =>
  useQuery({
    queryKey: queryKeys.titles(address),
    queryFn: () => fetchApi("getTitles", { params: { wallet: address } }),
  });

interface Chosen {
  readonly titleId: string;
  readonly name: string;
}

/**
 * Sets one of the player's titles active: it is shown in the header and to everybody else (rules TITLE-6 and TITLE-9).
 */
export function useSetActive(address: string) {
  const { t } = useWords(titleWords);
  return useMutation({
    mutationFn: ({ titleId }: Chosen) =>
      fetchApi("setActiveTitle", { body: { walletAddress: address, titleId } }),
    onSuccess: (titles, { name }) => {
      queryClient.setQueryData(queryKeys.titles(address), titles);
      toast.good(t("titleIsActive", { name }));
      return invalidateQueries("user", "leaderboard");
    },
    onError: (error) => toast.bad(errorText(error, t("setActiveFailed"))),
  });
}

/** The achievement that earns a title; null if none does. */
export const deedOf = (slug: string): DeedSlug | null =>
  deeds.find((deed) => deed.slug === slug)?.slug ?? null;
