import { later } from "../foundation/lib/later.ts";
import { pagePaths } from "../../contract/pages.ts";
import type { Feature } from "../foundation/live/slots.tsx";

const OverlaySetupPage = later(async () => (await import("./overlay-setup-page.tsx")).OverlaySetupPage);

/** The overlay itself is a separate page (`main.tsx`); its address is built here. */
export const overlayFeature: Feature = {
  pages: [{ paths: [pagePaths.overlaySetup], Page: OverlaySetupPage }],
  slots: { settings: later(async () => (await import("./overlay-link.tsx")).OverlayLink) },
};
