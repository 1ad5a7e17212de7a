import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { Notification } from "../../../../contract/notifications/notifications.ts";
import { pagePaths } from "../../../../contract/pages.ts";
import { explorerUrl } from "../../../foundation/lib/explorer.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useClearNotifications, useMarkRead, useNotifications } from "../notifications.ts";
import { notificationText } from "../../../foundation/words/from-server.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { notificationListWords } from "./words.en.ts";

/** The player's notifications, newest first; read ones are dimmed. */
export function NotificationList({ address }: { readonly address: string }) {
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications(address);
  const markRead = useMarkRead(address);
  const clear = useClearNotifications(address);
  const { t } = useWords(notificationListWords);

  if (isPending) return <Skeleton className="h-16" />;
  if (data === undefined) return <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>;
  if (data.notifications.length === 0) return <p className="text-muted">{t("nothingNew")}</p>;
  return (
    <>
      <ul className="max-h-72 divide-y divide-divider overflow-y-auto">
        {data.notifications.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            onRead={() => notification.read_at === null && markRead.mutate([notification.id])}
          />
        ))}
        {hasNextPage && (
          <li className="grid justify-center">
            <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("showOlder")}
            </Button>
          </li>
        )}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={data.unread === 0 || markRead.isPending} onClick={() => markRead.mutate(undefined)}>
          {t("markAllRead")}
        </Button>
        <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
          {t("clear")}
        </Button>
      </div>
    </>
  );
}

/** More decimals than four are read only by who asks for them. */
const LONG_AMOUNT = /(\d[.,]\d{4})\d+/g;

interface ItemProps {
  readonly notification: Notification;
  /** Its page is opened, or the player has marked it. */
  readonly onRead: () => void;
}

function Item({ notification, onRead }: ItemProps) {
  const { t, moment } = useWords(notificationListWords);
  const id = useId();
  const { created_at, read_at } = notification;
  const { title, body, lang } = notificationText(notification);
  const shortBody = body.replace(LONG_AMOUNT, "$1");
  return (
    <li className={classNames("flex items-start gap-1 py-2", read_at !== null && "opacity-70")}>
      <div id={`${id}-text`} className="min-w-0 flex-1">
        <p lang={lang} className="font-bold">
          <LinkToMore notification={notification} onOpen={onRead}>
            {title}
          </LinkToMore>
        </p>
        <p
          lang={lang}
          title={shortBody === body ? undefined : body}
          className="text-sm break-words text-muted"
        >
          {shortBody}
        </p>
        <time dateTime={created_at.toISOString()} className="text-xs text-muted">
          {moment(created_at)}
        </time>
      </div>
      {read_at === null && (
        <Button
          id={`${id}-read`}
          look="quiet"
          title={t("markRead")}
          aria-label={t("markRead")}
          // Each button is named by what it marks.
          aria-labelledby={`${id}-read ${id}-text`}
          onClick={onRead}
        >
          <Check aria-hidden size={18} />
        </Button>
      )}
    </li>
  );
}

interface LinkProps {
  readonly notification: Notification;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A link to where more about it is: its race, its payment in the explorer, the player's titles. */
function LinkToMore({ notification: { params }, onOpen, children }: LinkProps) {
  const network = useRuntime()?.network;
  const link = {
    className: "underline decoration-control underline-offset-4 hover:decoration-accent",
    onClick: onOpen,
  };
  if (params !== null && "signature" in params) {
    const url = network === undefined ? null : explorerUrl(network, params.signature);
    return url === null ? (
      children
    ) : (
      <a {...link} href={url} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  const page = pageOf(params);
  return page === null ? (
    children
  ) : (
    <Link {...link} to={page}>
      {children}
    </Link>
  );
}

function pageOf(params: Notification["params"]): string | null {
  if (params === null) return null;
  if ("raceId" in params) return pagePaths.replay.replace(":id", params.raceId);
  return "titleId" in params ? pagePaths.titles : null;
}
