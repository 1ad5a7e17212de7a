import type * as z from "zod/mini";
import type { adminRace } from "../../../../contract/races/admin-races.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chip, type ChipTone } from "../kit/bits.tsx";
import { racesWords } from "./words.en.ts";

export type AdminRace = z.output<typeof adminRace>;

const tones: Readonly<Record<AdminRace["status"], ChipTone>> = {
  pending: "plain",
  countdown: "warn",
  active: "info",
  completed: "good",
  refunded: "bad",
};

export function RaceStatusChip({ status }: { readonly status: AdminRace["status"] }) {
  const { t } = useWords(racesWords);
  return <Chip tone={tones[status]}>{t(status)}</Chip>;
}

const REFRESH_MS = 5_000;

/** How often what is shown of a race is refetched: not at all once it is over. */
export const refreshMs = (race: Pick<AdminRace, "status"> | undefined): number | null =>
  race === undefined || race.status === "completed" || race.status === "refunded" ? null : REFRESH_MS;
