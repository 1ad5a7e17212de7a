import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useWords } from "../words/use-words.ts";
import { fairnessWords } from "./words.en.ts";

const VerifyDialog = lazy(async () => (await import("./verifier/load.ts")).loadDialog());

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
