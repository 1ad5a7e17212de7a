import { Share2 } from "lucide-react";
import type { SlotProps } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { shareWin } from "./share-win.ts";
import { winFactsOf } from "./win-facts.ts";
import { shareWords } from "./words.en.ts";

/** Renders nothing for players who did not win. */
export function ShareButton({ result, place }: SlotProps["win"]) {
  const { t } = useWords(shareWords);
  const win = winFactsOf(result);
  if (win === null) return null;
  return (
    <Button className={place === "replay" ? "w-full" : ""} onClick={() => shareWin(win)}>
      <Share2 aria-hidden size={18} />
      {t(place === "replay" ? "shareYourWin" : "share")}
    </Button>
  );
}
