import { lazy } from "react";
import { usePlayer } from "../../foundation/lib/player.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { NotificationBell } from "./notification-bell.tsx";

const NotificationCard = lazy(async () => ({
  default: (await import("./notification-card.tsx")).NotificationCard,
}));

export const notificationsFeature: Feature = {
  slots: { "header-player": OwnBell, dashboard: NotificationCard },
};

function OwnBell() {
  const player = usePlayer();
  return player.kind === "player" ? <NotificationBell address={player.address} /> : null;
}
