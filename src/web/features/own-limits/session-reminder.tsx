import { useEffect } from "react";
import { openDialog, useDialogs } from "../../foundation/lib/dialogs.ts";
import { useOwnLimits } from "../../foundation/lib/own-limits.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { continueSession, isReminderDue, readSession, writeSession } from "./play-session.ts";

const LOOK_EVERY_MS = 5_000;

/** Counts the time that a player plays, and opens the reminder when it is due (rule BET-16). */
export function SessionReminder() {
  const player = usePlayer();
  const address = player.kind === "player" ? player.address : null;
  const minutes = useOwnLimits(address).data?.reminder.limit ?? null;
  useEffect(() => {
    if (address === null) return;
    const look = () => {
      const session = continueSession(readSession(), address, serverNow());
      writeSession(session);
      // It does not replace another dialog.
      if (isReminderDue(session, minutes) && useDialogs.getState().open === null) openDialog("reminder");
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [address, minutes]);
  return null;
}
