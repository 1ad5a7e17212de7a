import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { fetchApi } from "../lib/api.ts";
import { queryKeys } from "../lib/query-keys.ts";
import { serverNow } from "../lib/server-clock.ts";
import { Button } from "../ui/button.tsx";
import { useWords } from "../words/use-words.ts";
import { useSeen } from "./use-seen.ts";
import { announcementWords } from "./words.en.ts";

/** How often a visible page refetches, to pick up what an admin has changed meanwhile. */
const ASK_EVERY_MS = 15_000;
/** The rest is collapsed, so as not to push the player's own figures off the screen. */
const SHOWN_AT_FIRST = 2;

type Announcement = Reply<Api["getAnnouncements"]>["announcements"][number];

/** When to refetch: at the latest when one begins or ends (rule NEWS-5). */
function askAgainInMs(nextChangeAt: Date | null | undefined): number {
  if (nextChangeAt === null || nextChangeAt === undefined) return ASK_EVERY_MS;
  return Math.min(ASK_EVERY_MS, Math.max(250, nextChangeAt.getTime() - serverNow() + 100));
}

/** The house's announcements for this player, most important first; renders nothing if there are none (rule NEWS-4). */
export function Announcements({ address }: { readonly address: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.announcements(address),
    queryFn: () => fetchApi("getAnnouncements", { query: { wallet: address } }),
    refetchInterval: ({ state }) => askAgainInMs(state.data?.nextChangeAt),
  });
  const [showsAll, setShowsAll] = useState(false);
  const { t } = useWords(announcementWords);
  const all = data?.announcements ?? [];
  const shown = showsAll ? all : all.slice(0, SHOWN_AT_FIRST);
  useSeen(
    address,
    shown.map(({ id }) => id),
  );
  if (all.length === 0) return null;
  return (
    <section aria-label={t("announcements")} className="flex flex-col gap-2">
      {shown.map((one) => (
        <OneAnnouncement key={one.id} announcement={one} />
      ))}
      {shown.length < all.length && (
        <Button look="quiet" className="self-start" onClick={() => setShowsAll(true)}>
          {t("moreAnnouncements", { count: all.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

function OneAnnouncement({
  announcement: { title, body, ends_at: endsAt },
}: {
  readonly announcement: Announcement;
}) {
  const { t, dayAndTime } = useWords(announcementWords);
  return (
    <article className="flex items-start gap-3 rounded-m border border-accent/60 bg-selected px-4 py-2.5">
      <Megaphone aria-hidden size={18} className="mt-0.5 text-bright" />
      <div className="min-w-0 flex-1">
        <h2 className="font-ui text-base font-bold break-words">{title}</h2>
        {body !== null && body !== "" && (
          <p className="text-sm break-words whitespace-pre-line text-muted">{body}</p>
        )}
      </div>
      {endsAt !== null && (
        <p className="shrink-0 text-xs leading-6 text-muted">{t("until", { time: dayAndTime(endsAt) })}</p>
      )}
    </article>
  );
}
