import { Repeat } from "lucide-react";
import { openDialog } from "../../../foundation/lib/dialogs.ts";
import { useIsNoticeDue } from "../../../foundation/lib/notice.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { RepeatStrip } from "./repeat-strip.tsx";
import { isGoingOn, useRepeat } from "./repeat.ts";
import { repeatWords } from "./words.en.ts";

/**
 * Below the slip: the running or paused repeat, otherwise a way to have the server keep betting. Play money is not
 * repeated.
 */
export function RepeatButton() {
  const isTesting = useRace((state) => state.race?.testing ?? true);
  const isRunning = isGoingOn(useRepeat());
  const isNoticeDue = useIsNoticeDue();
  const { t } = useWords(repeatWords);
  if (isTesting && !isRunning) return null;
  if (isRunning) return <RepeatStrip />;
  return (
    <Button look="quiet" className="w-full" onClick={() => openDialog(isNoticeDue ? "notice" : "repeat")}>
      <Repeat aria-hidden size={17} />
      {t("repeatOpen")}
    </Button>
  );
}
