import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";

export const shareFeature: Feature = {
  dialogs: { share: lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog })) },
  slots: { win: lazy(async () => ({ default: (await import("./share-button.tsx")).ShareButton })) },
};
