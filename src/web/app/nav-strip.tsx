import { Link } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { nextUp, shownPool } from "../foundation/live/race-phase.ts";
import { useRace } from "../foundation/live/race-store.ts";
import { standingsOf } from "../foundation/live/standings.ts";
import { liveWords } from "../foundation/live/words.en.ts";
import { Silk } from "../foundation/ui/silk.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import { appWords } from "./words.en.ts";

/**
 * The open race, below the header of every page except the race's own: with it the navigation bar is 175 px high, 112
 * on a phone, and shrinks to the header as the page is scrolled.
 */
export function NavStrip() {
  const { t } = useWords(appWords);
  return (
    <nav aria-label={t("race")} data-testid="nav-strip">
      <Link
        to={pagePaths.home}
        className="flex h-12 items-center gap-4 border-y border-divider bg-panel/70 px-3 hover:bg-raised tablet:h-[111px] tablet:gap-8 tablet:px-5"
      >
        <span className="sr-only">{t("toTheRace")}</span>
        <Silks />
        <Pool />
        <Next />
      </Link>
    </nav>
  );
}

/** In the order of the race while it runs, in lane order otherwise. */
function Silks() {
  const horses = useRace((state) => state.race?.horses);
  // A string, so that nothing is redrawn while the order stays the same.
  const order = useRace((state) => {
    const standings = standingsOf(state);
    return standings !== null && standings.isClear ? standings.order.join() : "";
  });
  if (horses === undefined) return null;
  const places = order === "" ? null : order.split(",").map(Number);
  const lineup =
    places === null
      ? horses
      : horses.toSorted((one, other) => places.indexOf(one.number) - places.indexOf(other.number));
  return (
    <span
      aria-hidden
      className="flex min-w-0 items-center gap-1 overflow-hidden tablet:gap-2 [&>svg]:min-w-0 [&>svg]:shrink"
    >
      {lineup.map(({ number, color }) => (
        <Silk key={number} number={number} color={color} size={26} />
      ))}
    </span>
  );
}

function Pool() {
  const pool = useRace(shownPool);
  const { t, sol } = useWords(appWords);
  return (
    <span className="ml-auto whitespace-nowrap">
      <span className="block text-xs text-muted max-tablet:sr-only">{t("pool")}</span>
      <span translate="no" className="figure text-base text-bright tablet:text-xl">
        {pool === null ? "–" : sol(pool, 4)}
      </span>{" "}
      <span className="text-xs font-bold text-muted">SOL</span>
    </span>
  );
}

function Next() {
  const { t, whole } = useWords(liveWords);
  const label = useRace((state) => nextUp(state)?.label ?? "nextRaceIn");
  const seconds = useRace((state) => {
    const next = nextUp(state);
    return next === null ? null : Math.ceil(next.seconds);
  });
  return (
    <span className="min-w-12 whitespace-nowrap tablet:min-w-28">
      <span className="block text-xs text-muted max-tablet:sr-only">{t(label)}</span>
      <span translate="no" className="figure text-base tablet:text-xl">
        {seconds === null ? "–" : whole(seconds)}
      </span>
      {seconds !== null && <span className="text-xs font-bold text-muted"> s</span>}
    </span>
  );
}
