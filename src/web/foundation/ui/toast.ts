import { create } from "zustand";

const SHOWN_MS = 4000;
const AT_MOST = 4;

export interface Toast {
  readonly id: number;
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  readonly detail: string | null;
}

/** The toasts shown at the moment, oldest first. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

function show(tone: Toast["tone"], text: string, detail: string | null = null, shownMs = SHOWN_MS): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, tone, text, detail }].slice(-AT_MOST) }));
  setTimeout(() => dismissToast(id), shownMs);
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Short messages that disappear automatically after four seconds, or after the given time. */
export const toast = {
  good: (text: string, shownMs?: number): void => show("good", text, null, shownMs),
  bad: (text: string): void => show("bad", text),
  plain: (text: string, detail: string | null = null): void => show("plain", text, detail),
};
