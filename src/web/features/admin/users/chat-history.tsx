import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { usersWords } from "./words.en.ts";

const SHOWN = 100;

/** The last 100 messages of a player, including deleted ones, all or those with a text in them. */
export function ChatHistory({ wallet }: { readonly wallet: string }) {
  const { t, dayAndTime } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, isSearchable } = useListSearch([]);
  const { data, error, refetch } = useAnswer("getUserChatLogs", {
    params: { wallet },
    query: { walletAddress, limit: SHOWN, ...listQuery },
  });
  return (
    <section aria-label={t("chatHistory")} className="flex flex-col border-t border-hair px-5 py-4">
      <h3 className="mb-2 flex items-baseline justify-between text-lg">
        {t("chatHistory")}
        <span className="font-ui text-xs font-normal text-muted">{t("lastMessages", { count: SHOWN })}</span>
      </h3>
      {isSearchable(data?.logs) && (
        <SearchField label={t("messageSearch")} value={text} onChange={setText} className="mb-2" />
      )}
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data === undefined && error !== null && (
        <LoadFailure error={error} fallback={t("chatFailed")} retry={refetch} />
      )}
      {data?.logs.length === 0 && (
        <p className="text-muted">{t(listQuery.search === undefined ? "wroteNothing" : "noMessageFound")}</p>
      )}
      {data !== undefined && data.logs.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region has to be focusable
        <section aria-label={t("messages")} tabIndex={0} className="max-h-72 overflow-y-auto">
          <table className="w-full text-left text-sm">
            <thead className="sr-only">
              <tr>
                <th>{t("time")}</th>
                <th>{t("room")}</th>
                <th>{t("message")}</th>
              </tr>
            </thead>
            <tbody>
              {data.logs.map((log) => (
                <tr key={log.id} className="border-t border-hair align-top [&>td]:py-1.5">
                  <td className="pr-3 text-xs leading-5 whitespace-nowrap text-muted">
                    {dayAndTime(log.timestamp)}
                  </td>
                  <td className="pr-3">
                    <span className="rounded-s border border-control px-1.5 text-xs leading-5 text-muted">
                      {log.room}
                    </span>
                  </td>
                  <td className="w-full break-words">
                    <span className={log.deleted ? "text-muted line-through" : ""}>{log.message}</span>
                    {log.deleted && <span className="ml-2 text-xs text-bad">{t("deleted")}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
