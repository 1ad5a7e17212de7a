import { Share2 } from "lucide-react";
import { lazy } from "react";
import type { Feature, SlotProps } from "../live/slots.tsx";
import { Button } from "../ui/button.tsx";
import { useWords } from "../words/use-words.ts";
import { shareWin } from "./share-win.ts";
import { winFactsOf } from "./win-facts.ts";
import { shareWords } from "./words.en.ts";

export const shareFeature: Feature = {
  dialogs: { share: lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog })) },
  slots: { win: ShareButton },
};

/** Nothing for those who did not win. */
function ShareButton({ result, place }: SlotProps["win"]) {
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
