import { Share2 } from "lucide-react";
import type { RaceResult } from "../../foundation/live/race-result.ts";
import type { SlotProps } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { ClipButton } from "./clip/clip-button.tsx";
import { shareWin } from "./shared.ts";
import { winFactsOf } from "./win-facts.ts";
import { shareWords } from "./words.en.ts";

/** A win can be shared, and a clip be made of every race that was run. */
export function ShareButtons(given: SlotProps["win"]) {
  switch (given.place) {
    case "heading":
      return <ClipButton race={given.race} />;
    case "replay":
      return <ShareButton result={given.result} isWide />;
    case "track":
      return (
        <>
          <ShareButton result={given.result} />
          <ClipButton race={given.result.race} />
        </>
      );
  }
}

interface ShareButtonProps {
  readonly result: RaceResult;
  readonly isWide?: boolean;
}

/** Renders nothing for players who did not win. */
function ShareButton({ result, isWide = false }: ShareButtonProps) {
  const { t } = useWords(shareWords);
  const win = winFactsOf(result);
  if (win === null) return null;
  return (
    <Button className={isWide ? "w-full" : ""} onClick={() => shareWin(win)}>
      <Share2 aria-hidden size={18} />
      {t(isWide ? "shareYourWin" : "share")}
    </Button>
  );
}
