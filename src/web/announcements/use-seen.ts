import { useEffect } from "react";
import { callApi } from "../lib/api.ts";

/** What this page has already reported to the server, by player. */
const told = new Set<string>();

/**
 * Reports to the server once what this player has been shown (rule NEWS-7). A failed report is repeated with the next
 * thing shown: nobody waits for it, and the call is logged where it is sent.
 */
export function useSeen(address: string, shown: readonly string[]): void {
  const ids = shown.filter((id) => !told.has(`${address} ${id}`)).join(" ");
  useEffect(() => {
    if (ids === "") return;
    const news = ids.split(" ");
    for (const id of news) told.add(`${address} ${id}`);
    void callApi("markAnnouncementsSeen", { body: { walletAddress: address, ids: news } }).then((answer) => {
      if (!answer.ok) for (const id of news) told.delete(`${address} ${id}`);
    });
  }, [address, ids]);
}
