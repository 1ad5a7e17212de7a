import { Link } from "wouter";
import { raceLabel } from "../../../domain/race-label.ts";
import { Silk } from "../ui/silk.tsx";
import { useLastRaces } from "../live/last-races.ts";
import { useWords } from "../words/use-words.ts";
import { trackViewWords } from "./words.en.ts";

/** The silks of the latest winners, newest first. */
export function LastWinners() {
  const winners = useLastRaces()?.flatMap(({ id, winning_horse }) =>
    winning_horse === null ? [] : { ...winning_horse, id },
  );
  const { t } = useWords(trackViewWords);
  return (
    <section
      aria-label={t("lastWinners")}
      className="panel flex min-h-12 items-center gap-3 overflow-hidden px-4 py-0.5"
    >
      <h2 className="shrink-0 font-ui text-sm font-medium text-muted">{t("lastWinners")}</h2>
      <ol className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        {winners?.map(({ id, number, name, color }) => {
          const named = { race: raceLabel(id), horse: `${number} ${name}` };
          return (
            <li key={id}>
              <Link
                to={`/race/${id}`}
                aria-label={t("replayOf", named)}
                title={t("raceWonBy", named)}
                className="grid size-11 place-items-center rounded-s transition hover:-translate-y-0.5"
              >
                <Silk number={number} color={color} size={28} />
              </Link>
            </li>
          );
        })}
        {winners?.length === 0 && <li className="text-sm text-muted">{t("firstRaceToCome")}</li>}
      </ol>
    </section>
  );
}
