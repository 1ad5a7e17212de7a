import { ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { later } from "../../foundation/lib/later.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { fairnessWords } from "./words.en.ts";

const VerifyDialog = later(async () => (await import("./load.ts")).loadVerifyDialog());

/** Opens the proof of a race. */
export function VerifyButton({ raceId }: { readonly raceId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { t } = useWords(fairnessWords);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <ShieldCheck aria-hidden size={18} />
        {t("verify")}
      </Button>
      {isOpen && (
        <Suspense>
          <VerifyDialog raceId={raceId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
