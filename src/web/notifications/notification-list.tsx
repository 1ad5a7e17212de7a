import type { Notification } from "../../contract/notifications/notifications.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { useClearNotifications, useMarkRead, useNotifications } from "./notifications.ts";
import { notificationText } from "../words/from-server.ts";
import { useWords } from "../words/use-words.ts";
import { notificationWords } from "./words.en.ts";

/** The player's notifications, newest first; read ones are dimmed (rules NOTICE-2 and PAGE-40). */
export function NotificationList({ address }: { readonly address: string }) {
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications(address);
  const markRead = useMarkRead(address);
  const clear = useClearNotifications(address);
  const { t } = useWords(notificationWords);

  if (isPending) return <Skeleton className="h-16" />;
  if (data === undefined) return <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>;
  if (data.notifications.length === 0) return <p className="text-muted">{t("nothingNew")}</p>;
  return (
    <>
      <ul className="max-h-72 divide-y divide-divider overflow-y-auto">
        {data.notifications.map((notification) => (
          <Item key={notification.id} notification={notification} />
        ))}
        {hasNextPage && (
          <li className="grid justify-center">
            <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("showOlder")}
            </Button>
          </li>
        )}
      </ul>
      <div className="mt-3 flex gap-2">
        <Button disabled={data.unread === 0 || markRead.isPending} onClick={() => markRead.mutate()}>
          {t("markAllRead")}
        </Button>
        <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
          {t("clear")}
        </Button>
      </div>
    </>
  );
}

function Item({ notification }: { readonly notification: Notification }) {
  const { moment } = useWords(notificationWords);
  const { created_at, read_at } = notification;
  const { title, body, lang } = notificationText(notification);
  return (
    <li className={classNames("py-2", read_at !== null && "opacity-70")}>
      <p lang={lang} className="font-bold">
        {title}
      </p>
      {body !== null && (
        <p lang={lang} className="text-sm text-muted">
          {body}
        </p>
      )}
      <time dateTime={created_at.toISOString()} className="text-xs text-muted">
        {moment(created_at)}
      </time>
    </li>
  );
}
