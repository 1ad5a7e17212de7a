import { lazy, Suspense } from "react";
import { useDialogs } from "../foundation/lib/dialogs.ts";
import { useFeatures } from "../foundation/live/slots.tsx";

const HelpDialog = lazy(async () => ({ default: (await import("./help/help-dialog.tsx")).HelpDialog }));

/** The open dialog; each is loaded when it is first requested. */
export function DialogHost() {
  const open = useDialogs((state) => state.open);
  const dialogs = useFeatures().map((feature) => feature.dialogs);
  if (open === null) return null;
  const Open = open === "help" ? HelpDialog : dialogs.find((known) => known?.[open] !== undefined)?.[open];
  return <Suspense>{Open !== undefined && <Open />}</Suspense>;
}
