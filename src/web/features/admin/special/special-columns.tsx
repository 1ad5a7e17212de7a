import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { specialWords } from "./words.en.ts";

type Listed = Reply<Api["listSpecialRaces"]>;
export type SpecialRace = Listed["specialRaces"][number];
export type PastSpecialRace = Listed["past"][number];

/** The columns on a special race that both lists show. */
export function useTermColumns<Race extends SpecialRace>(): readonly Column<Race>[] {
  const { t, dayAndTime, percent, whole } = useWords(specialWords);
  const inRace = useWords(liveWords);
  return [
    {
      id: "jackpot",
      head: t("jackpot"),
      isFigure: true,
      cell: (race) => <Sol amount={race.jackpotAmount} />,
    },
    { id: "type", head: t("raceType"), cell: (race) => inRace.t(race.raceType) },
    { id: "edge", head: t("edge"), isFigure: true, cell: (race) => percent(race.houseEdge, 1) },
    { id: "minBets", head: t("minBetsShort"), isFigure: true, cell: (race) => whole(race.minBets) },
    {
      id: "countdown",
      head: t("countdownShort"),
      isFigure: true,
      cell: (race) => inRace.t("seconds", { count: race.countdownSeconds }),
    },
    {
      id: "requested",
      head: t("asked"),
      cell: (race) => (
        <span className="flex flex-col text-xs">
          <span>{dayAndTime(race.requestedAt)}</span>
          <Prefix text={race.requestedBy} label={t("admin")} />
        </span>
      ),
    },
  ];
}
