import { Card } from "../../foundation/ui/card.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { NotificationList } from "./list/notification-list.tsx";
import { notificationWords } from "./words.en.ts";

/** The notifications on the dashboard. */
export function NotificationCard({ address }: { readonly address: string }) {
  const { t } = useWords(notificationWords);
  return (
    <Card heading={t("notifications")}>
      <div className="px-4 pb-3">
        <NotificationList address={address} />
      </div>
    </Card>
  );
}
