import { useEffect, useMemo, useReducer, useState } from "react";
import { createStore } from "zustand";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { prefersStillness } from "../../foundation/lib/stillness.ts";
import { replayStates, stateAt, type RunRace } from "./replay-state.ts";
import { elapsedOn, insertTape, isAtEnd, isPlaying, pause, type Tape } from "./tape.ts";

/** How often the labels and the slider are updated; the horses are drawn on every frame, elsewhere. */
const TICK_MS = 50;

export type TapeCommand = (tape: Tape, now: number) => Tape;

/** A race in the player: the tape, its position, and the race as the page shows it there. */
export function useTape(run: RunRace) {
  const states = useMemo(() => replayStates(run), [run]);
  const [tape, command] = useReducer(
    (current: Tape, next: TapeCommand) => next(current, serverNow()),
    states.durationMs,
    (durationMs) => insertTape(durationMs, serverNow(), !prefersStillness()),
  );
  const [elapsedMs, setElapsedMs] = useState(0);
  const [store] = useState(() => createStore(() => stateAt(states, 0)));

  useEffect(() => {
    const show = () => {
      const now = serverNow();
      const elapsed = elapsedOn(tape, now);
      setElapsedMs(elapsed);
      store.setState(stateAt(states, elapsed), true);
      if (isPlaying(tape) && isAtEnd(tape, now)) command(pause);
    };
    show();
    if (!isPlaying(tape)) return;
    const timer = setInterval(show, TICK_MS);
    return () => clearInterval(timer);
  }, [tape, states, store]);

  return { tape, elapsedMs, store, command };
}

/** Players who want no motion start it by hand. */
