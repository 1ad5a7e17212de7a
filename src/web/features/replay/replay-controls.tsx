import { Pause, Play, RotateCcw } from "lucide-react";
import type { KeyboardEvent } from "react";
import { classNames } from "../../foundation/ui/class-names.ts";
import { isPlaying, pause, play, restart, seek, setSpeed, speeds, type Tape } from "./tape.ts";
import type { TapeCommand } from "./use-tape.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { replayWords } from "./words.en.ts";
import "./scrubber.css";

/** How far an arrow key moves. */
const STEP_MS = 1000;

interface ReplayControlsProps {
  readonly tape: Tape;
  readonly elapsedMs: number;
  readonly durationMs: number;
  readonly onCommand: (command: TapeCommand) => void;
}

const round =
  "grid size-11 shrink-0 place-items-center rounded-full border border-control bg-raised/80 transition hover:border-accent";

/** Play, pause, back to the start, a slider through the race, and its speed. */
export function ReplayControls({ tape, elapsedMs, durationMs, onCommand }: ReplayControlsProps) {
  const playing = isPlaying(tape);
  const { t, decimal } = useWords(replayWords);
  return (
    <section
      aria-label={t("replayControls")}
      className="panel flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5"
    >
      <button
        type="button"
        aria-label={t(playing ? "pause" : "play")}
        onClick={() => onCommand(playing ? pause : play)}
        className="primary-fill grid size-12 shrink-0 place-items-center rounded-full transition hover:brightness-105"
      >
        {playing ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} className="ml-0.5" />}
      </button>
      <button
        type="button"
        aria-label={t("fromTheStart")}
        onClick={() => onCommand(restart)}
        className={round}
      >
        <RotateCcw aria-hidden size={18} />
      </button>
      <Scrubber tape={tape} elapsedMs={elapsedMs} durationMs={durationMs} onCommand={onCommand} />
      <span translate="no" className="figure text-right text-base whitespace-nowrap tablet:w-24">
        {decimal(elapsedMs / 1000, 1)}
        <span className="font-ui text-sm text-muted max-tablet:hidden">
          {" "}
          / {decimal(tape.endMs / 1000, 1)} s
        </span>
      </span>
      <SpeedChoice tape={tape} onCommand={onCommand} />
    </section>
  );
}

function Scrubber({ tape, elapsedMs, durationMs, onCommand }: ReplayControlsProps) {
  const { t, decimal } = useWords(replayWords);
  const finish = (durationMs / tape.endMs) * 100;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    if (step === null) return;
    event.preventDefault();
    onCommand((current, now) => seek(current, elapsedMs + step, now));
  };
  return (
    <span className="relative flex min-w-40 flex-1 items-center max-tablet:order-first max-tablet:basis-full">
      <input
        type="range"
        aria-label={t("moment")}
        aria-valuetext={t("momentOf", {
          at: decimal(elapsedMs / 1000, 1),
          end: decimal(tape.endMs / 1000, 1),
        })}
        min={0}
        max={tape.endMs}
        step={10}
        value={elapsedMs}
        onChange={(event) => {
          const to = event.target.valueAsNumber;
          onCommand((current, now) => seek(current, to, now));
        }}
        onKeyDown={onKeyDown}
        className="scrubber"
        style={{ backgroundSize: `${(elapsedMs / tape.endMs) * 100}% 100%` }}
      />
      <span
        aria-hidden
        title={t("finish")}
        className="pointer-events-none absolute top-1/2 h-4 w-0.5 -translate-y-1/2 bg-text/70"
        style={{ left: `${finish}%` }}
      />
    </span>
  );
}

/** Arrow keys move a second back or forward; null for all other keys. */
export function stepOf(key: string): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return STEP_MS;
  return key === "ArrowLeft" || key === "ArrowDown" ? -STEP_MS : null;
}

function SpeedChoice({ tape, onCommand }: Pick<ReplayControlsProps, "tape" | "onCommand">) {
  const { t, typed } = useWords(replayWords);
  return (
    <fieldset className="flex rounded-m border border-control max-tablet:ml-auto">
      <legend className="sr-only">{t("speed")}</legend>
      {speeds.map((speed) => (
        <label
          key={speed}
          className={classNames(
            "grid min-h-11 min-w-11 cursor-pointer place-items-center text-sm font-bold first-of-type:rounded-l-m last-of-type:rounded-r-m has-focus-visible:outline-2 has-focus-visible:outline-focus",
            tape.speed === speed ? "bg-selected text-bright" : "text-muted hover:text-text",
          )}
        >
          <input
            type="radio"
            name="speed"
            value={speed}
            checked={tape.speed === speed}
            onChange={() => onCommand((current, now) => setSpeed(current, speed, now))}
            aria-label={t("speedTimes", { speed: typed(String(speed)) })}
            className="sr-only"
          />
          <span aria-hidden>{typed(String(speed))}×</span>
        </label>
      ))}
    </fieldset>
  );
}
