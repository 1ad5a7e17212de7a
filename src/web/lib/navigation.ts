import type { AroundNavHandler } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";

/** What an entry of the browser's history keeps: how many pages of the app came before it in this tab. */
interface Entry {
  readonly depth: number;
}

const depthHere = (): number => (history.state as Partial<Entry> | null)?.depth ?? 0;

/** Writes the depth of each page into the history. */
export const countPages: AroundNavHandler = (navigate, to, { replace = false } = {}) => {
  const depth = replace ? depthHere() : depthHere() + 1;
  navigate(to, { replace, state: { depth } satisfies Entry });
};

/** Whether the way back leads to a page of the app; not so when this one was opened by its address. */
export const hasPageBefore = (): boolean => depthHere() > 0;

/** Another object after each step through the pages, be it to the page that is shown already. */
export const useHistoryEntry = (): unknown => useHistoryState();
