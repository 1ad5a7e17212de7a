import { useState } from "react";
import type { ChatReport, ChatReportResolution } from "../../../../contract/chat/chat.ts";
import { shownChatText } from "../../../../domain/chat-text.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { EmoteText } from "../../../foundation/lib/emotes.tsx";
import { Button } from "../../../foundation/ui/button.tsx";
import { Checkbox } from "../../../foundation/ui/checkbox.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { SearchField, useSettled } from "../../../foundation/ui/search-field.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Badges } from "../badges.tsx";
import { mayActOn, useChatViewer } from "../chat-viewer.ts";
import { MessageText } from "../message-row.tsx";
import { banPlayer, mutePlayer, tellOutcome } from "../moderation.ts";
import { chatWords } from "../words.en.ts";
import { useReportPages, useResolveReport } from "./report-pages.ts";
import { reportsWords } from "./words.en.ts";

interface QueueProps {
  readonly address: string;
  /** Moves the focus to something that stays when a message has left the queue. */
  readonly onClosed: () => void;
}

/**
 * The reported messages that wait for a moderator, the one waiting longest first, or the newest; all, or those of one
 * writer.
 */
export function ReportQueue({ address, onClosed }: QueueProps) {
  const { t } = useWords(reportsWords);
  const chat = useWords(chatWords);
  const [text, setText] = useState("");
  const [isNewestFirst, setNewestFirst] = useState(false);
  const search = useSettled(text.trim());
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useReportPages(address, { direction: isNewestFirst ? "desc" : "asc", search });
  const reports = data?.pages.flatMap((page) => page.reports);
  const open = data?.pages[0]?.open ?? 0;
  return (
    <>
      {(text !== "" || open > 1) && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <SearchField
            label={t("writerSearch")}
            value={text}
            onChange={setText}
            className="flex-1 basis-60"
          />
          <Checkbox checked={isNewestFirst} onChange={setNewestFirst}>
            {t("newestFirst")}
          </Checkbox>
        </div>
      )}
      {reports === undefined && !isError && <Skeleton className="h-32" />}
      {reports === undefined && isError && (
        <>
          <p className="mb-3 text-muted">{t("reportsFailed")}</p>
          <Button onClick={() => void refetch()}>{chat.t("tryAgain")}</Button>
        </>
      )}
      {reports?.length === 0 && (
        <p className="text-muted">{t(search === "" ? "noReports" : "noReportFound")}</p>
      )}
      {reports !== undefined && reports.length > 0 && (
        <ul
          aria-busy={isPlaceholderData}
          className={classNames("flex flex-col gap-4", isPlaceholderData && "opacity-60")}
        >
          {reports.map((report) => (
            <Report key={report.message.id} report={report} address={address} onClosed={onClosed} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

function Report({ report, address, onClosed }: QueueProps & { readonly report: ChatReport }) {
  const { t, dayAndTime } = useWords(chatWords);
  const words = useWords(reportsWords);
  const resolve = useResolveReport();
  const viewer = useChatViewer();
  const { message, reports, reasons } = report;
  const isOwn = message.walletAddress === address;
  const mayAct = mayActOn(viewer, message);
  const close = (resolution: ChatReportResolution) =>
    resolve.mutate(
      { messageId: message.id, resolution },
      { onSuccess: onClosed, onError: (error) => toast.bad(errorText(error, words.t("reportsFailed"))) },
    );
  return (
    <li className="rounded-m border border-divider bg-raised/40 p-3">
      <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-sm leading-5">
        <Badges speaker={message} />
        <b className="max-w-full min-w-0 truncate">{message.username}</b>
        <time dateTime={message.timestamp.toISOString()} className="ml-auto text-xs text-muted">
          {dayAndTime(message.timestamp)}
        </time>
      </p>
      <MessageText>
        <EmoteText text={shownChatText(message.content)} />
      </MessageText>
      <p className="mt-1 mb-2 text-xs text-muted">
        {words.t("reportedBy", { count: reports })}
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
          {words.t("dismiss")}
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
