import { Megaphone } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf } from "../../../contract/pages.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { phaseOf } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { CloseButton } from "../../foundation/ui/close-button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { closeAnnouncement, useClosed } from "./closed.ts";
import { useAnnouncements } from "./use-announcements.ts";
import { announcementWords } from "./words.en.ts";

/** Not with the dashboard over them, which shows all announcements. */
const racePages = new Set<string | undefined>(["home", "race", "referral"]);

/** On the race page: the most important announcement that was not seen yet (rule NEWS-9). */
export function AnnouncementStrip() {
  const [path] = useLocation();
  const player = usePlayer();
  const address = player.kind === "player" ? player.address : null;
  const isRace = racePages.has(pageOf(path)?.name);
  const { data } = useAnnouncements(address, {
    everyMs: 60_000,
    enabled: isRace && (address !== null || player.kind === "visitor"),
  });
  const closed = useClosed(({ ids }) => ids);
  const news = data?.announcements.find(({ id, seen }) => !seen && !closed.includes(id));
  const currentId = useShown(news?.id ?? null);
  const { t } = useWords(announcementWords);
  if (!isRace || news === undefined || currentId !== news.id) return null;
  return (
    <aside
      aria-label={t("announcement")}
      className="panel enter fixed bottom-4 left-4 z-10 flex w-[min(22rem,calc(100vw-2rem))] items-start gap-3 bg-panel pl-4 max-tablet:bottom-38"
    >
      <Megaphone aria-hidden size={18} className="mt-3 shrink-0 text-bright" />
      <div className="max-h-32 min-w-0 flex-1 overflow-y-auto py-2.5">
        <h2 className="font-ui text-base font-bold break-words">{news.title}</h2>
        {news.body !== null && news.body !== "" && (
          <p className="text-sm break-words whitespace-pre-line text-muted">{news.body}</p>
        )}
      </div>
      <CloseButton label={t("closeAnnouncement")} onClick={() => void closeAnnouncement(address, news.id)} />
    </aside>
  );
}

/** What may be shown: another announcement waits until no horse runs. */
function useShown(id: string | null): string | null {
  const [currentId, setCurrentId] = useState(id);
  const isRunning = useRace((state) => ["post", "racing", "finished"].includes(phaseOf(state).kind));
  if (currentId !== id && !isRunning) setCurrentId(id);
  return currentId;
}
