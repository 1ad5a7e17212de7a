import type { AroundNavHandler } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";

/** What an entry of the browser's history stores: how many pages of the app came before it in this tab. */
interface Entry {
  readonly depth: number;
}

const depthHere = (): number => (history.state as Partial<Entry> | null)?.depth ?? 0;

/** Writes the depth of each page into the history. */
export const countPages: AroundNavHandler = (navigate, to, { replace = false } = {}) => {
  const depth = replace ? depthHere() : depthHere() + 1;
  navigate(to, { replace, state: { depth } satisfies Entry });
};

/** Whether going back leads to a page of the app; false if this one was opened by its address. */
export const hasPageBefore = (): boolean => depthHere() > 0;

/** A different object after each step through the pages, even a step to the page that is already shown. */
export const useHistoryEntry = (): unknown => useHistoryState();
