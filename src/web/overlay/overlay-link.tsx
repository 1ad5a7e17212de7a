import { Radio } from "lucide-react";
import { Link } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { closeDialog } from "../foundation/lib/dialogs.ts";
import { useWords } from "../foundation/words/use-words.ts";
import { overlayWords } from "./words.en.ts";

/** In the settings: the link to the page that builds the overlay's address. */
export function OverlayLink() {
  const { t } = useWords(overlayWords);
  return (
    <Link
      to={pagePaths.overlaySetup}
      onClick={closeDialog}
      className="flex min-h-11 items-center gap-3 text-accent underline-offset-4 hover:underline"
    >
      <Radio aria-hidden size={20} />
      {t("overlay")}
    </Link>
  );
}
