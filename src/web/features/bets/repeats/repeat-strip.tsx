import { Pause, Repeat as RepeatIcon } from "lucide-react";
import type { Repeat } from "../../../../contract/bets/repeat.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { usePlayer } from "../../../foundation/lib/player.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { isGoingOn, useRepeat } from "./repeat.ts";
import { useResumeRepeat, useStopRepeat } from "./change-repeat.ts";
import { repeatWords } from "./words.en.ts";

interface RepeatStripProps {
  readonly repeat: Repeat;
  readonly address: string;
}

/** A running repeat with its result so far, or a paused one with the reason, and the buttons that resume and end it. */
export function RepeatStrip() {
  const player = usePlayer();
  const repeat = useRepeat();
  const { t, sol } = useWords(repeatWords);
  if (player.kind !== "player" || !repeat || !isGoingOn(repeat)) return null;
  const { amount, racesLeft, races } = repeat;
  const buttonProps = { repeat, address: player.address };
  const isPaused = repeat.status === "paused";
  const Icon = isPaused ? Pause : RepeatIcon;
  return (
    <section
      aria-label={t(isPaused ? "repeatPaused" : "repeatRunning")}
      data-testid="repeat-strip"
      className="flex min-h-13 flex-wrap items-center justify-end gap-x-3 gap-y-1.5 rounded-m border border-accent/50 bg-selected px-3 py-1"
    >
      <p className="flex min-w-0 flex-1 basis-52 items-center gap-2.5 text-sm">
        <Icon aria-hidden size={18} className="shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="block font-bold">
            {t(isPaused ? "repeatPausedLeft" : "repeatLeft", { left: racesLeft, races, amount: sol(amount) })}
          </span>
          {isPaused ? <PauseReason repeat={repeat} /> : <NetSoFar repeat={repeat} />}
        </span>
      </p>
      <span className="flex gap-2">
        {isPaused && <ResumeButton {...buttonProps} />}
        <StopButton {...buttonProps} />
      </span>
    </section>
  );
}

function NetSoFar({ repeat: { net } }: Pick<RepeatStripProps, "repeat">) {
  const { t, signedSol } = useWords(repeatWords);
  return (
    <span className={net < 0n ? "text-bad" : net > 0n ? "text-good" : "text-muted"}>
      {t("repeatNet", { net: signedSol(net) })}
    </span>
  );
}

/** With the edge of the race on the page: it is the one that resuming agrees to. */
function PauseReason({ repeat: { pauseReason, house_edge: before } }: Pick<RepeatStripProps, "repeat">) {
  const edge = useRace((state) => state.race?.house_edge ?? null);
  const { t, percent } = useWords(repeatWords);
  const texts = {
    edge: t("repeatPausedEdge", { edge: edge === null ? "–" : percent(edge), before: percent(before) }),
    limits: t("repeatPausedLimits"),
    testing: t("repeatPausedTesting"),
    step_up: t("repeatPausedStepUp"),
  };
  return pauseReason === null ? null : <span className="text-bright">{texts[pauseReason]}</span>;
}

function ResumeButton({ address }: RepeatStripProps) {
  const race = useRace((state) => state.race);
  const resume = useResumeRepeat(address);
  const { t } = useWords(repeatWords);
  if (race === null || race.testing) return null;
  return (
    <Button
      disabled={resume.isPending}
      onClick={() =>
        resume.mutate(race.id, {
          onSuccess: () => toast.good(t("repeatResumed")),
          onError: (error) => toast.bad(errorText(error, t("repeatResumeFailed"))),
        })
      }
    >
      {t("resume")}
    </Button>
  );
}

function StopButton({ address }: RepeatStripProps) {
  const stop = useStopRepeat(address);
  const { t } = useWords(repeatWords);
  return (
    <Button
      look="danger"
      disabled={stop.isPending}
      onClick={() =>
        stop.mutate(undefined, {
          onSuccess: () => toast.good(t("repeatStopped")),
          onError: (error) => toast.bad(errorText(error, t("repeatStopFailed"))),
        })
      }
    >
      {t("stop")}
    </Button>
  );
}
