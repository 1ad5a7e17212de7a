import { useState } from "react";
import type { ChatReport } from "../../contract/chat/chat.ts";
import { shownChatText } from "../../domain/chat-text.ts";
import { errorText } from "../lib/call-refused.ts";
import { EmoteText } from "../lib/emotes.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useWords } from "../words/use-words.ts";
import { Badges } from "./badges.tsx";
import { mayActOn, useChatStanding } from "./chat-standing.ts";
import { timeOfDay } from "./clock-text.ts";
import { MessageText } from "./message-row.tsx";
import { banPlayer, mutePlayer, tellOutcome } from "./moderation.ts";
import { useReports, useResolveReport } from "./reports.ts";
import { focusBack, SideView } from "./side-view.tsx";
import { chatWords } from "./words.en.ts";

interface ReportQueueProps {
  readonly address: string;
  readonly onBack: () => void;
}

/** The reported messages that wait for a moderator, the one waiting longest first (rule CHAT-32). */
export function ReportQueue({ address, onBack }: ReportQueueProps) {
  const { t } = useWords(chatWords);
  return (
    <SideView heading={t("reports")} onBack={onBack}>
      <Queue address={address} onClosed={focusBack} />
    </SideView>
  );
}

interface QueueProps {
  readonly address: string;
  /** Moves the focus to something that stays when a message has left the queue. */
  readonly onClosed: () => void;
}

/** Resolves each report, and mutes or bans the author. */
export function Queue({ address, onClosed }: QueueProps) {
  const { t } = useWords(chatWords);
  const { data, isPending, isError, refetch } = useReports(address, true);
  if (isPending) return <Skeleton className="h-32" />;
  if (isError) {
    return (
      <>
        <p className="mb-3 text-muted">{t("reportsFailed")}</p>
        <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
      </>
    );
  }
  if (data.reports.length === 0) return <p className="text-muted">{t("noReports")}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {data.reports.map((report) => (
        <Report key={report.message.id} report={report} address={address} onClosed={onClosed} />
      ))}
    </ul>
  );
}

function Report({ report, address, onClosed }: QueueProps & { readonly report: ChatReport }) {
  const { t } = useWords(chatWords);
  const resolve = useResolveReport();
  const standing = useChatStanding();
  const { message, reports, reasons } = report;
  const isOwn = message.walletAddress === address;
  const mayAct = mayActOn(standing, message);
  const close = (resolution: "dismissed" | "deleted") =>
    resolve.mutate(
      { messageId: message.id, resolution },
      { onSuccess: onClosed, onError: (error) => toast.bad(errorText(error, t("reportsFailed"))) },
    );
  return (
    <li className="rounded-m border border-divider bg-raised/40 p-3">
      <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-sm leading-5">
        <Badges speaker={message} />
        <b className="max-w-full min-w-0 truncate">{message.username}</b>
        <time dateTime={message.timestamp.toISOString()} className="ml-auto text-xs text-muted">
          {timeOfDay(message.timestamp)}
        </time>
      </p>
      <MessageText>
        <EmoteText text={shownChatText(message.content)} />
      </MessageText>
      <p className="mt-1 mb-2 text-xs text-muted">
        {t("reportedBy", { count: reports })}
        {" · "}
        {reasons.map((reason) => t(reason)).join(", ")}
      </p>
      <div className="flex flex-wrap gap-2">
        {(isOwn || mayAct) && (
          <Button disabled={resolve.isPending} onClick={() => close("deleted")}>
            {t("deleteMessage")}
          </Button>
        )}
        <Button disabled={resolve.isPending} onClick={() => close("dismissed")}>
          {t("dismiss")}
        </Button>
        {!isOwn && mayAct && <Sanctions wallet={message.walletAddress} name={message.username} />}
      </div>
    </li>
  );
}

/** The ban is set apart and asks first, as in the menu of a message. */
function Sanctions({ wallet, name }: { readonly wallet: string; readonly name: string }) {
  const { t } = useWords(chatWords);
  const [confirms, setConfirms] = useState(false);
  const mute = () =>
    void tellOutcome(mutePlayer(wallet), {
      done: t("mutedPlayer", { name }),
      failed: t("muteFailed", { name }),
    });
  const ban = () => {
    setConfirms(false);
    void tellOutcome(banPlayer(wallet), {
      done: t("bannedPlayer", { name }),
      failed: t("banFailed", { name }),
    });
  };
  return (
    <>
      <Button onClick={mute}>{t("mute")}</Button>
      <fieldset aria-label={t("ban")} className="flex w-full flex-wrap gap-2 border-t border-divider/60 pt-2">
        {confirms && <p className="w-full text-sm">{t("banConfirm", { name })}</p>}
        {confirms && <Button onClick={() => setConfirms(false)}>{t("cancel")}</Button>}
        <Button look="danger" onClick={() => (confirms ? ban() : setConfirms(true))}>
          {t("ban")}
        </Button>
      </fieldset>
    </>
  );
}
