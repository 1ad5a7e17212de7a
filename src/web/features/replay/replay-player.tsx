import { useCallback } from "react";
import { Announcer } from "../../foundation/track-view/announcer.tsx";
import { RaceProvider, useRace } from "../../foundation/live/race-store.ts";
import { outcomeFor, wonText } from "../../foundation/live/race-outcome.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { useKeys } from "../../foundation/lib/keys.ts";
import { TrackPanel } from "../../foundation/track-view/track-panel.tsx";
import { Panel } from "../../foundation/ui/panel.tsx";
import { LastWinners } from "../../foundation/track-view/last-winners.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { ReplayControls, stepOf } from "./replay-controls.tsx";
import type { RunRace } from "./replay-state.ts";
import { elapsedOn, isPlaying, pause, play, restart, seek } from "./tape.ts";
import { useTape, type TapeCommand } from "./use-tape.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { replayWords } from "./words.en.ts";

/** The race page's own track and labels, fed from the tape instead of the server's clock. */
export function ReplayPlayer({ run }: { readonly run: RunRace }) {
  const { tape, elapsedMs, store, command } = useTape(run);
  useReplayKeys(command);
  return (
    <RaceProvider value={store}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:gap-4 wide:grid-cols-[minmax(0,1fr)_372px]">
        <div className="flex min-w-0 flex-col gap-2.5">
          <TrackPanel playback={tape.playback} />
          <ReplayControls
            tape={tape}
            elapsedMs={elapsedMs}
            durationMs={run.replay.durationMs}
            onCommand={command}
          />
          <LastWinners />
        </div>
        <div className="flex min-w-0 flex-col gap-2.5">
          <OrderPanel />
          <BooksPanel />
        </div>
      </div>
      <Announcer />
    </RaceProvider>
  );
}

/** Space or K plays and pauses, the arrow keys move a second back or forward, Home goes to the start. */
function useReplayKeys(command: (command: TapeCommand) => void): void {
  const handle = useCallback(
    (key: string): boolean => {
      const step = stepOf(key);
      if (key === " " || key === "k")
        command((tape, now) => (isPlaying(tape) ? pause(tape, now) : play(tape, now)));
      else if (key === "Home") command(restart);
      else if (step !== null && key !== "ArrowUp" && key !== "ArrowDown")
        command((tape, now) => seek(tape, elapsedOn(tape, now) + step, now));
      else return false;
      return true;
    },
    [command],
  );
  useKeys(handle);
}

/** What was in the pool, and what became of it once the race is over. */
function BooksPanel() {
  const race = useRace((state) => state.race);
  const yourBet = useRace((state) => state.yourBet);
  const result = useRace((state) => state.result);
  const inRace = useWords(liveWords);
  const { t, sol, odds, whole, percent } = useWords(replayWords);
  if (race === null) return null;
  const outcome = result === null ? null : outcomeFor(result);
  const won = yourBet === null || outcome === null ? null : wonText(outcome, inRace);
  const rows = [
    [t("pool"), `${sol(race.totalPool, 4)} SOL`],
    [t("bets"), whole(race.betCount)],
    [t("houseEdge"), percent(race.house_edge)],
    ...(outcome === null
      ? []
      : [[t("pays"), outcome.multiplier === null ? t("stakesBack") : odds(outcome.multiplier)]]),
    ...(yourBet === null
      ? []
      : [[t("yourBet"), t("betOn", { amount: sol(yourBet.bet_amount, 4), number: yourBet.horse_number })]]),
    ...(won === null ? [] : [[won.name, `${won.text} SOL`]]),
  ] as const;
  return (
    <Panel heading={t("books")} aside={race.testing ? t("playMoney") : ""}>
      <dl className="flex flex-col gap-1 px-4 pb-3">
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="figure text-base">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {result !== null && (
        <div className="px-4 pb-4 empty:hidden">
          <Slot name="win" given={{ result, place: "replay" }} />
        </div>
      )}
    </Panel>
  );
}
