import { useMutation, useQuery } from "@tanstack/react-query";
import { type AchievementSlug, achievements } from "../../../domain/achievements.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { invalidateQueries, queryKeys } from "../../foundation/lib/query-keys.ts";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
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
 * Sets one of the player's titles active: it is shown in the header and to everybody else (rule TITLE-6).
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
export const achievementOf = (slug: string): AchievementSlug | null =>
  achievements.find((achievement) => achievement.slug === slug)?.slug ?? null;
