import { Megaphone } from "lucide-react";
import { useState } from "react";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { type Announcement, useAnnouncements } from "./use-announcements.ts";
import { useSeen } from "./use-seen.ts";
import { announcementWords } from "./words.en.ts";

/** The rest is collapsed, so as not to push the player's own figures off the screen. */
const SHOWN_AT_FIRST = 2;

/** The house's announcements for this player, most important first; renders nothing if there are none. */
export function Announcements({ address }: { readonly address: string }) {
  const { data } = useAnnouncements(address, { everyMs: 15_000 });
  const [showsAll, setShowsAll] = useState(false);
  const { t } = useWords(announcementWords);
  const all = data?.announcements ?? [];
  const visibleAnnouncements = showsAll ? all : all.slice(0, SHOWN_AT_FIRST);
  useSeen(
    address,
    visibleAnnouncements.map(({ id }) => id),
  );
  if (all.length === 0) return null;
  return (
    <section aria-label={t("announcements")} className="flex flex-col gap-2">
      {visibleAnnouncements.map((one) => (
        <OneAnnouncement key={one.id} announcement={one} />
      ))}
      {visibleAnnouncements.length < all.length && (
        <Button look="quiet" className="self-start" onClick={() => setShowsAll(true)}>
          {t("moreAnnouncements", { count: all.length - visibleAnnouncements.length })}
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
