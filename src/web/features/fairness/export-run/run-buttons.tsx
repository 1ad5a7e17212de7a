import { Pause, Play, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { isBusy, type RunPhase } from "./run-phase.ts";

interface RunButtonsProps {
  readonly phase: RunPhase;
  /** Whether the browser fails to run the worker. */
  readonly hasFailed: boolean;
  readonly words: { readonly run: string; readonly pause: string; readonly startOver: string };
  readonly onRun: () => void;
  readonly onPause: () => void;
  readonly onForget: () => void;
  /** What can be done with the results so far, besides starting over; null if there are none. */
  readonly results: ReactNode;
}

/** Controls of a run over the public export. */
export function RunButtons(props: RunButtonsProps) {
  const { phase, hasFailed, words, onRun, onPause, onForget, results } = props;
  return (
    <div className="flex flex-wrap gap-2">
      {isBusy(phase) ? (
        <Button onClick={onPause} disabled={phase === "pausing"}>
          <Pause aria-hidden size={18} />
          {words.pause}
        </Button>
      ) : (
        <Button
          look={phase === "fresh" ? "primary" : "secondary"}
          disabled={phase === "loading" || hasFailed}
          onClick={onRun}
        >
          <Play aria-hidden size={18} />
          {words.run}
        </Button>
      )}
      {!isBusy(phase) && results !== null && (
        <>
          {results}
          <Button look="quiet" onClick={onForget}>
            <RotateCcw aria-hidden size={18} />
            {words.startOver}
          </Button>
        </>
      )}
    </div>
  );
}
