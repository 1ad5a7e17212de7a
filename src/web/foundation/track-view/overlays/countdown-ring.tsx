import type { ReactNode } from "react";
import { phaseOf } from "../../live/race-phase.ts";
import { useRace } from "../../live/race-store.ts";
import { useWords } from "../../words/use-words.ts";
import { trackViewWords } from "../words.en.ts";

/** The ring is full at ten seconds. */
const FULL_SECONDS = 10;
const RADIUS = 62;
const LENGTH = 2 * Math.PI * RADIUS;

/** RACE STARTING IN, in the empty track ahead of the gate. */
export function CountdownRing() {
  const msLeft = useRace((state) => {
    const phase = phaseOf(state);
    return phase.kind === "countdown" ? phase.msLeft : 0;
  });
  const { t } = useWords(trackViewWords);
  const part = Math.min(1, msLeft / 1000 / FULL_SECONDS);
  return (
    <Ring part={part}>
      <span className="text-[0.66rem] font-bold tracking-wide text-balance max-tablet:w-[4.5rem] max-tablet:leading-tight max-tablet:tracking-normal">
        {t("raceStartingIn")}
      </span>
      <span
        translate="no"
        className="figure text-[4rem] max-tablet:text-[2.9rem] leading-none"
        data-testid="countdown"
      >
        {Math.ceil(msLeft / 1000)}
      </span>
    </Ring>
  );
}

/** Betting has closed; waiting for the block that completes the nonce. */
export function BeaconRing({ text }: { readonly text: string }) {
  const { t } = useWords(trackViewWords);
  return (
    <Ring part={0.25} turning>
      <span className="figure px-3 text-lg leading-tight max-tablet:text-[0.9rem]">{text}</span>
      <span className="mt-1 px-3 text-[0.66rem] text-muted">{t("nextBlockDecides")}</span>
    </Ring>
  );
}

export function GoRing() {
  const { t } = useWords(trackViewWords);
  return (
    <Ring part={1}>
      <span className="figure text-[3rem] leading-none text-bright max-tablet:text-[2.2rem]">{t("go")}</span>
    </Ring>
  );
}

interface RingProps {
  readonly part: number;
  readonly turning?: boolean;
  readonly children: ReactNode;
}

function Ring({ part, turning = false, children }: RingProps) {
  return (
    <div className="absolute top-1/2 right-[4.5%] grid size-[156px] -translate-y-1/2 place-items-center overlay-enter max-tablet:right-[4%] max-tablet:size-[7.25rem] max-[359px]:right-[2%] max-[359px]:origin-right max-[359px]:scale-80 forced-color-adjust-none">
      <svg aria-hidden viewBox="0 0 140 140" className={`absolute inset-0 ${turning ? "animate-spin" : ""}`}>
        <circle cx="70" cy="70" r="66" fill="var(--veil)" />
        <circle cx="70" cy="70" r={RADIUS} fill="none" stroke="#fff" strokeOpacity=".28" strokeWidth="8" />
        <circle
          cx="70"
          cy="70"
          r={RADIUS}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={`${LENGTH * part} ${LENGTH}`}
          transform="rotate(-90 70 70)"
          className="transition-[stroke-dasharray] duration-100 ease-linear"
        />
      </svg>
      <div className="relative flex flex-col items-center text-center text-text">{children}</div>
    </div>
  );
}
