import { useEffect } from "react";
import { callApi } from "../../foundation/lib/api.ts";
import { invalidateQueries } from "../../foundation/lib/query-keys.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";

/** What this page has already reported to the server, by player. */
const reported = new Set<string>();

/**
 * Reports to the server once what this player has been shown (rule NEWS-7). A failed report is only logged
 * (rule LIMITS-17), and repeated with the next thing shown.
 */
export function useSeen(address: string, visibleIds: readonly string[]): void {
  const ids = visibleIds.filter((id) => !reported.has(`${address} ${id}`)).join(" ");
  useEffect(() => {
    if (ids === "") return;
    const news = ids.split(" ");
    for (const id of news) reported.add(`${address} ${id}`);
    void callApi("markAnnouncementsSeen", { body: { walletAddress: address, ids: news } }).then((answer) => {
      // So that the race page does not show them again (rule NEWS-9).
      if (answer.ok) return invalidateQueries("announcements");
      logSilentFailure("Reporting which announcements were shown", answer.code);
      for (const id of news) reported.delete(`${address} ${id}`);
    });
  }, [address, ids]);
}
