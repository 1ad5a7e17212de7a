import type { ComponentType } from "react";
import { later } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

const BreakDialog = later(async () => (await import("./break-dialog.tsx")).BreakDialog);
const ReminderDialog = later(async () => (await import("./reminder-dialog.tsx")).ReminderDialog);
const NoticeDialog = later(async () => (await import("./notice-dialog.tsx")).NoticeDialog);

export const ownLimitsFeature: Feature = {
  dialogs: {
    break: forPlayer(BreakDialog),
    reminder: forPlayer(ReminderDialog),
    notice: forPlayer(NoticeDialog),
  },
  slots: {
    page: later(async () => (await import("./session-reminder.tsx")).SessionReminder),
    "dashboard-profile": later(async () => (await import("./limits-card.tsx")).LimitsCard),
  },
};

/** A dialog that only players have. */
function forPlayer(Own: ComponentType<{ readonly address: string }>) {
  return function OwnDialog() {
    const player = usePlayer();
    return player.kind === "player" ? <Own address={player.address} /> : null;
  };
}
