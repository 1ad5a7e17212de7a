import { type ComponentType, lazy } from "react";
import { usePlayer } from "../lib/player.ts";
import type { Feature } from "../live/slots.tsx";

const BreakDialog = lazy(async () => ({ default: (await import("./break-dialog.tsx")).BreakDialog }));
const ReminderDialog = lazy(async () => ({
  default: (await import("./reminder-dialog.tsx")).ReminderDialog,
}));
const NoticeDialog = lazy(async () => ({ default: (await import("./notice-dialog.tsx")).NoticeDialog }));

export const ownLimitsFeature: Feature = {
  dialogs: {
    break: forPlayer(BreakDialog),
    reminder: forPlayer(ReminderDialog),
    notice: forPlayer(NoticeDialog),
  },
  slots: {
    page: lazy(async () => ({ default: (await import("./session-reminder.tsx")).SessionReminder })),
    "dashboard-profile": lazy(async () => ({ default: (await import("./limits-card.tsx")).LimitsCard })),
  },
};

/** A dialog that only a player has. */
function forPlayer(Own: ComponentType<{ readonly address: string }>) {
  return function OwnDialog() {
    const player = usePlayer();
    return player.kind === "player" ? <Own address={player.address} /> : null;
  };
}
