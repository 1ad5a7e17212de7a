import { create } from "zustand";
import { callApi } from "../../foundation/lib/api.ts";
import { invalidateQueries } from "../../foundation/lib/query-keys.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";
import { readStored, writeStored } from "../../foundation/lib/storage.ts";

const STORED = "closedAnnouncements";
/** More are never shown at once (`SHOWN_ANNOUNCEMENTS`), so older ones need not be remembered. */
const REMEMBERED = 20;

/** The announcements that were closed in this browser: by anybody since it was opened, and by a visitor before. */
export const useClosed = create<{ readonly ids: readonly string[] }>(() => ({
  ids: readStored(STORED)?.split(" ") ?? [],
}));

/**
 * Closes an announcement (rule NEWS-9): for a player on the server, since those for some players alone would tell in
 * the browser's storage who was here (rule JOIN-4); for a visitor in the browser.
 */
export async function closeAnnouncement(address: string | null, id: string): Promise<void> {
  const ids = [id, ...useClosed.getState().ids];
  useClosed.setState({ ids });
  if (address === null) return writeStored(STORED, ids.slice(0, REMEMBERED).join(" "));
  const marked = await callApi("markAnnouncementsSeen", { body: { walletAddress: address, ids: [id] } });
  if (!marked.ok) logSilentFailure("Reporting which announcement was closed", marked.code);
  await invalidateQueries("announcements");
}
