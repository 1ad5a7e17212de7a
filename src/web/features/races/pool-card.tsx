import type { ReactNode } from "react";
import { raceLabel } from "../../../domain/race-label.ts";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { POOL_COUNTER_MS } from "../../foundation/live/pool-counter.ts";
import { nextUp, shownPool } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useTween } from "../../foundation/lib/use-tween.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { raceWords } from "./words.en.ts";

/** The pool and the few numbers next to it. */
export function PoolCard() {
  const pool = useRace(shownPool);
  const raceId = useRace((state) => state.race?.id ?? null);
  const bets = useRace((state) => state.race?.betCount ?? null);
  const loaded = useRace((state) => state.loaded);
  const { t, whole } = useWords(raceWords);

  return (
    <section aria-label={t("racePool")} className="panel flex flex-wrap">
      <Figure label={t("racePool")} className="flex-1">
        {pool !== null && <PoolAmount pool={pool} />}
        {pool === null &&
          (loaded ? (
            <span translate="no" className="figure text-2xl text-muted">
              –
            </span>
          ) : (
            <Skeleton className="h-[2.2rem] w-40" />
          ))}
      </Figure>
      <Figure label={t("race")} className="border-l border-divider max-tablet:hidden">
        <span translate="no" className="figure text-xl">
          {raceId === null ? "–" : raceLabel(raceId)}
        </span>
      </Figure>
      <Figure label={t("betsIn")} className="border-l border-divider max-tablet:hidden">
        <span translate="no" className="figure text-xl">
          {bets === null ? "–" : whole(bets)}
        </span>
      </Figure>
      <NextUp />
    </section>
  );
}

function PoolAmount({ pool }: { readonly pool: Lamports }) {
  const amount = useTween(Number(pool), POOL_COUNTER_MS);
  const { sol } = useWords(raceWords);
  return (
    <span className="flex items-baseline gap-2" data-testid="pool">
      {/* As wide as its target value, so that nothing next to it jitters meanwhile. */}
      <span
        data-target={sol(pool, 4)}
        translate="no"
        className="figure text-2xl text-bright after:invisible after:block after:h-0 after:content-[attr(data-target)]"
      >
        {sol(lamports(BigInt(Math.round(amount))), 4)}
      </span>
      <span className="text-lg text-muted max-tablet:text-sm">SOL</span>
    </span>
  );
}

function NextUp() {
  const { t, whole, decimal } = useWords(liveWords);
  const label = useRace((state) => nextUp(state)?.label ?? "nextRaceIn");
  const seconds = useRace((state) => {
    const next = nextUp(state);
    if (next === null) return null;
    return next.exact ? decimal(next.seconds, 1) : whole(Math.ceil(next.seconds));
  });
  return (
    <Figure label={t(label)} className="border-l border-divider tablet:min-w-32 max-tablet:flex-1">
      <span translate="no" className="figure text-xl">
        <span data-testid="next-up">{seconds ?? "–"}</span>
        {seconds !== null && <span className="ml-1.5 font-ui text-sm font-bold text-muted">s</span>}
      </span>
    </Figure>
  );
}

interface FigureProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Figure({ label, className, children }: FigureProps) {
  return (
    <div className={classNames("flex flex-col gap-0.5 px-5 py-2.5 max-tablet:px-4", className)}>
      <span className="text-sm text-muted">{label}</span>
      {children}
    </div>
  );
}
