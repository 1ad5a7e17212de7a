import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import { useNotifications } from "./notifications.ts";
import { Menu } from "../../foundation/ui/menu.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { notificationWords } from "./words.en.ts";

const NotificationList = lazy(async () => ({
  default: (await import("./list/notification-list.tsx")).NotificationList,
}));

/** The bell with its unread count; it opens the latest notifications. */
export function NotificationBell({ address }: { readonly address: string }) {
  const unread = useNotifications(address).data?.unread ?? 0;
  const { t } = useWords(notificationWords);
  return (
    <Menu
      name={unread === 0 ? t("notifications") : t("notificationsUnread", { count: unread })}
      className="relative grid size-11 place-items-center rounded-m border border-control bg-raised/80 transition hover:border-accent"
      label={
        <>
          <Bell aria-hidden size={18} />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-2 -right-2 grid min-h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-xs font-bold text-white"
            >
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </>
      }
    >
      {() => (
        <div className="w-80 max-w-[calc(100vw-2.5rem)] p-2">
          <h2 className="mb-2 text-lg">{t("notifications")}</h2>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <NotificationList address={address} />
          </Suspense>
        </div>
      )}
    </Menu>
  );
}
