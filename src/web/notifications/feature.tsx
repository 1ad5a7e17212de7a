import { usePlayer } from "../lib/player.ts";
import type { Feature } from "../live/slots.tsx";
import { Card } from "../ui/card.tsx";
import { useWords } from "../words/use-words.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { NotificationList } from "./notification-list.tsx";
import { notificationWords } from "./words.en.ts";

export const notificationsFeature: Feature = {
  slots: { "header-player": OwnBell, dashboard: NotificationPanel },
};

function OwnBell() {
  const player = usePlayer();
  return player.kind === "player" ? <NotificationBell address={player.address} /> : null;
}

function NotificationPanel({ address }: { readonly address: string }) {
  const { t } = useWords(notificationWords);
  return (
    <Card heading={t("notifications")}>
      <div className="px-4 pb-3">
        <NotificationList address={address} />
      </div>
    </Card>
  );
}
