import { Radio } from "lucide-react";
import { lazy } from "react";
import { Link } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import { closeDialog } from "../lib/dialogs.ts";
import type { Feature } from "../live/slots.tsx";
import { useWords } from "../words/use-words.ts";
import { overlayWords } from "./words.en.ts";

const OverlaySetupPage = lazy(async () => ({
  default: (await import("./overlay-setup-page.tsx")).OverlaySetupPage,
}));

/** The overlay itself is a page apart (`main.tsx`); here is where its address is built. */
export const overlayFeature: Feature = {
  pages: [{ paths: [pagePaths.overlaySetup], Page: OverlaySetupPage }],
  slots: { settings: OverlayLink },
};

function OverlayLink() {
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
