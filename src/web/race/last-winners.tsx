import { Link } from "react-router";
import { raceLabel } from "../../domain/race-label.ts";
import { Silk } from "../ui/silk.tsx";
import { useLastRaces } from "./last-races.ts";

/** The silks of the latest winners, newest first. */
export function LastWinners() {
  const races = useLastRaces().filter(({ winning_horse }) => winning_horse !== null);
  return (
    <section
      aria-label="Last winners"
      className="panel flex min-h-12 items-center gap-3 overflow-hidden px-4 py-0.5"
    >
      <h2 className="shrink-0 font-ui text-sm font-medium text-muted">Last winners</h2>
      <ol className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        {races.map(({ id, winning_horse }) => (
          <li key={id}>
            <Link
              to={`/race/${id}`}
              aria-label={`Replay of race ${raceLabel(id)}, won by ${winning_horse?.number} ${winning_horse?.name}`}
              title={`Race ${raceLabel(id)}: ${winning_horse?.number} ${winning_horse?.name}`}
              className="grid size-11 place-items-center rounded-s transition hover:-translate-y-0.5"
            >
              {winning_horse !== null && (
                <Silk number={winning_horse.number} color={winning_horse.color} size={28} />
              )}
            </Link>
          </li>
        ))}
        {races.length === 0 && <li className="text-sm text-muted">The first race is still to come.</li>}
      </ol>
    </section>
  );
}
