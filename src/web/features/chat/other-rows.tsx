import { CircleAlert } from "lucide-react";
import { raceLabel } from "../../../domain/race-label.ts";
import { shownChatText } from "../../../domain/chat-text.ts";
import { refusalText } from "../../foundation/lib/call-refused.ts";
import { EmoteText } from "../../foundation/lib/emotes.tsx";
import { marginText, outcomeFor } from "../../foundation/live/race-outcome.ts";
import type { RaceResult } from "../../foundation/live/race-result.ts";
import type { RaceNotice } from "../../foundation/live/race-state.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useLanguage } from "../../foundation/words/language.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { dayText, daysAgo, timeOfDay } from "./clock-text.ts";
import type { Outgoing } from "./lobby-state.ts";
import { MessageText } from "./message-row.tsx";
import { dropMessage, sendAgain } from "./send-message.ts";
import { chatWords } from "./words.en.ts";

/** Above the first message of a day. */
export function DayRow({ day }: { readonly day: Date }) {
  const { t } = useWords(chatWords);
  const language = useLanguage((state) => state.language);
  const ago = daysAgo(day);
  const text = ago === 0 ? t("today") : ago === 1 ? t("yesterday") : dayText(day, language);
  return (
    <li className="flex items-center gap-3 px-4 py-2 text-xs text-muted before:h-px before:flex-1 before:bg-divider after:h-px after:flex-1 after:bg-divider">
      {text}
    </li>
  );
}

/** Race events, shown among the messages. */
export function RaceRow({ notice }: { readonly notice: RaceNotice }) {
  const { t } = useWords(chatWords);
  const { raceId, type, result } = notice;
  return (
    <li className="px-4 py-1">
      <p className="rounded-r-s border-l-[3px] border-accent bg-selected px-3 py-1.5 text-sm">
        {raceId !== null && type !== "next-race" && (
          <>
            <b>{t("raceNumber", { race: raceLabel(raceId) })}</b>
            {" · "}
          </>
        )}
        <RaceNews type={type} result={result} message={notice.message} />
      </p>
    </li>
  );
}

interface RaceNewsProps {
  readonly type: string;
  readonly result: RaceResult | null;
  readonly message: string;
}

/** In the page's own words if it has some, otherwise in the server's. */
function RaceNews({ type, result, message }: RaceNewsProps) {
  const { t } = useWords(chatWords);
  const inRace = useWords(liveWords);
  if (type === "new-race") return t("raceOpen");
  if (type === "race-start") return t("raceOff");
  if (type === "race-refunded") return t("raceRefunded");
  if (type === "next-race") return t("raceNext");
  const { winner, lead } = result === null ? { winner: null, lead: null } : outcomeFor(result);
  if (winner === null) return <span lang="en">{message}</span>;
  return t("raceWon", { horse: `${winner.number} ${winner.name}`, margin: marginText(lead, inRace) });
}

/** The player's own message that the room has not shown yet, or that failed. */
export function OutgoingRow({ outgoing }: { readonly outgoing: Outgoing }) {
  const { t } = useWords(chatWords);
  const { key, content, status, refused, at } = outgoing;
  return (
    <li className={classNames("px-4 py-1.5", status !== "failed" && "opacity-60")}>
      <p className="flex min-h-5 items-center gap-1.5 text-sm leading-5">
        <b>{t("you")}</b>
        <span className="ml-auto text-xs text-muted">
          {status === "failed" ? timeOfDay(new Date(at)) : t("sending")}
        </span>
      </p>
      <MessageText>
        <EmoteText text={shownChatText(content)} />
      </MessageText>
      {refused !== null && (
        <>
          <p className="flex items-start gap-1.5 text-xs text-bad">
            <CircleAlert aria-hidden size={14} className="mt-px" />
            {refused.code === "UNAVAILABLE" ? t("notSure") : refusalText(refused)}
          </p>
          <p className="-mx-3 flex">
            <RowButton onClick={() => sendAgain(key)}>{t("sendAgain")}</RowButton>
            <RowButton onClick={() => dropMessage(key)}>{t("discard")}</RowButton>
          </p>
        </>
      )}
    </li>
  );
}

function RowButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-m px-3 text-sm font-bold text-bright hover:underline"
    >
      {children}
    </button>
  );
}
