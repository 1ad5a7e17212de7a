import { Repeat } from "lucide-react";
import { lazy, Suspense } from "react";
import { openDialog } from "../lib/dialogs.ts";
import { useIsNoticeDue } from "../lib/notice.ts";
import { usePlayer } from "../lib/player.ts";
import { useRace } from "../live/race-store.ts";
import { Button } from "../ui/button.tsx";
import { useWords } from "../words/use-words.ts";
import { useRepeat } from "./repeat.ts";
import { betWords } from "./words.en.ts";

const RepeatStrip = lazy(async () => ({ default: (await import("./repeats/repeat-strip.tsx")).RepeatStrip }));

/** Below the slip: the running repeat, otherwise a way to have the server keep betting. Play money is not repeated. */
export function RepeatButton() {
  const isPlayer = usePlayer().kind === "player";
  const isTesting = useRace((state) => state.race?.testing ?? true);
  const isRunning = useRepeat()?.status === "running";
  const isNoticeDue = useIsNoticeDue();
  const { t } = useWords(betWords);
  if (!isPlayer || (isTesting && !isRunning)) return null;
  if (isRunning) {
    return (
      <Suspense fallback={<div className="min-h-13" />}>
        <RepeatStrip />
      </Suspense>
    );
  }
  return (
    <Button look="quiet" className="w-full" onClick={() => openDialog(isNoticeDue ? "notice" : "repeat")}>
      <Repeat aria-hidden size={17} />
      {t("repeatOpen")}
    </Button>
  );
}
