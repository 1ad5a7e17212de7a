import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { useClearNotifications, useMarkRead, useNotifications } from "./notifications.ts";
import { layoutWords } from "../app/words.en.ts";
import { fromServer } from "../words/from-server.ts";
import { useWords } from "../words/use-words.ts";

/** The player's notifications, newest first; read ones are dimmed. */
export function NotificationList({ address }: { readonly address: string }) {
  const { data, isPending, isError } = useNotifications(address);
  const markRead = useMarkRead(address);
  const clear = useClearNotifications(address);
  const { say, moment } = useWords(layoutWords);

  if (isPending) return <Skeleton className="h-16" />;
  if (isError) return <p className="text-muted">{say("notificationsFailed")}</p>;
  if (data.notifications.length === 0) return <p className="text-muted">{say("nothingNew")}</p>;
  return (
    <>
      <ul className="max-h-72 divide-y divide-divider overflow-y-auto">
        {data.notifications.map(({ id, title, body, created_at, read_at }) => (
          <li key={id} className={classNames("py-2", read_at !== null && "opacity-70")}>
            <ServerText written={title} className="font-bold" />
            {body !== null && <ServerText written={body} className="text-sm text-muted" />}
            <time dateTime={created_at.toISOString()} className="text-xs text-muted">
              {moment(created_at)}
            </time>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex gap-2">
        <Button disabled={data.unread === 0 || markRead.isPending} onClick={() => markRead.mutate()}>
          {say("markAllRead")}
        </Button>
        <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
          {say("clear")}
        </Button>
      </div>
    </>
  );
}

function ServerText({ written, className }: { readonly written: string; readonly className: string }) {
  const { text, lang } = fromServer(written);
  return (
    <p lang={lang} className={className}>
      {text}
    </p>
  );
}
