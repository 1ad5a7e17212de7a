import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

export const shareFeature: Feature = {
  dialogs: { share: later(async () => (await import("./share-dialog.tsx")).ShareDialog) },
  slots: { win: later(async () => (await import("./share-button.tsx")).ShareButtons) },
};
