import { Clapperboard } from "lucide-react";
import { Suspense, use } from "react";
import type { Race } from "../../../../contract/races/race-shape.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { shareClip } from "../shared.ts";
import { type ClipFacts, clipFactsOf } from "./clip-facts.ts";
import { clipFormat } from "./clip-format.ts";
import { clipWords } from "./words.en.ts";

/** Renders nothing where the browser encodes no video, and for a race that was not run. */
export function ClipButton({ race }: { readonly race: Race }) {
  const facts = clipFactsOf(race);
  return (
    facts !== null && (
      <Suspense fallback={null}>
        <SaveButton facts={facts} />
      </Suspense>
    )
  );
}

function SaveButton({ facts }: { readonly facts: ClipFacts }) {
  const { t } = useWords(clipWords);
  if (use(clipFormat()) === null) return null;
  return (
    <Button onClick={() => shareClip(facts)}>
      <Clapperboard aria-hidden size={18} />
      {t("saveClip")}
    </Button>
  );
}
