import { Clapperboard } from "lucide-react";
import type { Race } from "../../../../contract/races/race-shape.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { shareClip } from "../shared.ts";
import { clipFactsOf } from "./clip-facts.ts";
import { clipFormat } from "./clip-format.ts";
import { clipWords } from "./words.en.ts";

/** Renders nothing where the browser records no canvas, and for a race that was not run. */
export function ClipButton({ race }: { readonly race: Race }) {
  const { t } = useWords(clipWords);
  const facts = clipFactsOf(race);
  if (facts === null || clipFormat() === null) return null;
  return (
    <Button onClick={() => shareClip(facts)}>
      <Clapperboard aria-hidden size={18} />
      {t("saveClip")}
    </Button>
  );
}
