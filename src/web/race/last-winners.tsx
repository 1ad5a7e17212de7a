import { Silk } from "../ui/silk.tsx";
import { useLastRaces } from "./last-races.ts";
import { raceLabel } from "./race-view.ts";

/** The silks of the latest winners, newest first. */
export function LastWinners() {
  const races = useLastRaces().filter(({ winning_horse }) => winning_horse !== null);
  return (
    <section
      aria-label="Last winners"
      className="panel flex min-h-12 items-center gap-3 overflow-hidden px-4 py-1.5"
    >
      <h2 className="shrink-0 font-ui text-sm font-medium text-muted">Last winners</h2>
      <ol className="flex h-7 flex-1 flex-wrap gap-3 overflow-hidden">
        {races.map(({ id, winning_horse }) => (
          <li key={id} title={`Race ${raceLabel(id)}: ${winning_horse?.number} ${winning_horse?.name}`}>
            <span className="sr-only">
              {winning_horse?.number} {winning_horse?.name}
            </span>
            {winning_horse !== null && (
              <Silk number={winning_horse.number} color={winning_horse.color} size={28} />
            )}
          </li>
        ))}
        {races.length === 0 && <li className="text-sm text-muted">The first race is still to come.</li>}
      </ol>
    </section>
  );
}
