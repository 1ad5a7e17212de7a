import { Trophy } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import type { Race } from "../../../contract/races/race-shape.ts";
import { Silk } from "../ui/silk.tsx";
import { useWords } from "../words/use-words.ts";
import type { TranslatorOf } from "../words/words.ts";
import { useRace } from "../live/race-store.ts";
import { phaseOf, type Phase, raceTypeLabel } from "../live/race-phase.ts";
import { liveWords } from "../live/words.en.ts";
import { standingsOf } from "../live/standings.ts";
import { courseLength, metresOf } from "../../../track/distances.ts";
import { trackViewWords } from "./words.en.ts";

const chip = "flex min-h-8 items-center gap-2 rounded-full bg-black/60 px-3.5 text-sm font-bold text-white";

/** The phase of the race, who leads, and how far it is to the line. */
export function TopChips({ race, isReplay }: { readonly race: Race | null; readonly isReplay: boolean }) {
  const phase = useRace((state) => phaseOf(state).kind);
  const [leader, metresToGo] = useRace(
    useShallow((state) => {
      const standings = standingsOf(state);
      return [
        standings?.isClear === true ? standings.order[0] : null,
        standings?.metresToGo ?? null,
      ] as const;
    }),
  );
  const { t } = useWords(trackViewWords);
  const inRace = useWords(liveWords);
  if (race === null) return null;
  const isLive = phase === "racing" || phase === "finished";
  const lead = race.horses.find(({ number }) => number === leader);
  const whole = metresOf(courseLength(race.durationMs));
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-center gap-2">
      {isLive && !isReplay ? (
        <span className="flex min-h-8 items-center gap-2 rounded-full bg-live px-3 text-xs font-bold tracking-widest text-white">
          <span aria-hidden className="size-2 animate-[pulse-dot_1s_infinite] rounded-full bg-white" />
          {t("live")}
        </span>
      ) : (
        <span className={chip}>{isReplay ? t("replay") : phaseChip(phase, t)}</span>
      )}
      {race.isSpecial && (
        <span className={`${chip} max-tablet:px-2`}>
          <Trophy aria-hidden size={16} className="text-bright" />
          <span className="max-tablet:sr-only">{t("specialRace")}</span>
        </span>
      )}
      {/* A phone's header has no room for this and the race's type. */}
      {race.isJackpotRace && (
        <span className="flex min-h-8 items-center rounded-full bg-accent px-3 text-sm font-bold text-ink tablet:hidden">
          {t("jackpot")}
        </span>
      )}
      {isLive && lead !== undefined && (
        <span className={`${chip} max-tablet:hidden`}>
          {t("lead", { horse: `${lead.number} ${lead.name}` })}
        </span>
      )}
      <span className={`${chip} ml-auto`}>
        {isLive && metresToGo !== null ? (
          t("metresToGo", { metres: metresToGo })
        ) : (
          <>
            <span className="max-tablet:hidden">{t("turf", { metres: whole })}</span>
            <span className="tablet:hidden">{raceTypeLabel(race, inRace)}</span>
          </>
        )}
      </span>
    </div>
  );
}

function phaseChip(phase: Phase["kind"], t: TranslatorOf<typeof trackViewWords>["t"]): string {
  switch (phase) {
    case "waiting":
    case "countdown":
      return t("bettingOpen");
    case "completed":
      return t("result");
    case "refunded":
      return t("refunded");
    case "loading":
    case "none":
      return "Furlong";
    case "opening":
      return t("openingSoon");
    case "locked":
    case "post":
    case "racing":
    case "finished":
      return t("bettingClosed");
  }
}

const placeNames = ["firstPlace", "secondPlace", "thirdPlace"] as const;

/** The first three while the race runs, how much of it has been run, and the whole order for screen reader users. */
export function LiveOrder() {
  const order = useRace(
    useShallow((state) => {
      const standings = standingsOf(state);
      return standings?.isClear === true ? standings.order : [];
    }),
  );
  const progress = useRace((state) => standingsOf(state)?.progress ?? null);
  const horses = useRace((state) => state.race?.horses);
  const { t } = useWords(trackViewWords);
  if (progress === null || horses === undefined) return null;
  const ranked = order.flatMap((number) => horses.find((horse) => horse.number === number) ?? []);
  return (
    <>
      <ol
        className="absolute right-3 bottom-3 flex gap-2 max-tablet:bottom-2 max-tablet:gap-1"
        aria-label={t("order")}
      >
        {ranked.map(({ number, name, color }, place) => (
          <li
            key={number}
            className={
              place < 3
                ? `${chip} pl-1.5 max-tablet:min-h-7 max-tablet:gap-1 max-tablet:pr-2.5 max-tablet:text-xs`
                : "sr-only"
            }
          >
            {place < 3 && <Silk number={number} color={color} size={24} />}
            {t(placeNames[place] ?? "laterPlace", { place: place + 1 })}
            <span className="sr-only">
              {number} {name}
            </span>
          </li>
        ))}
      </ol>
      <div aria-hidden className="absolute inset-x-0 bottom-0 h-1">
        <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${progress})` }} />
      </div>
    </>
  );
}
