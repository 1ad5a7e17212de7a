/** What the server's loops wait for, as named by the database's triggers (`tell_change`). */
export type Change = "races" | "bets" | "payments" | "repeats" | "settings" | "log";

/** The channel on which the triggers notify. */
export const CHANGES_CHANNEL = "furlong_changes";

/**
 * Notifications of what any instance has committed. They only say when to check: they may be missing, late or
 * duplicated, so code that waits for them also polls now and then (rule IDLE-2).
 */
export interface ChangeNews {
  /** Calls back after each commit that changed one of these, until the returned function is called. */
  onChange(of: readonly Change[], listener: () => void): () => void;
}

/** The receiving end, through which notifications come in. */
export interface ToldChanges extends ChangeNews {
  tell(change: string): void;
  /** Notifies of everything, because something may have been missed. */
  tellAll(): void;
}

export function toldChanges(): ToldChanges {
  const listeners = new Map<symbol, { readonly of: ReadonlySet<string>; readonly listener: () => void }>();
  return {
    onChange(of, listener) {
      const key = Symbol();
      listeners.set(key, { of: new Set(of), listener });
      return () => void listeners.delete(key);
    },
    tell(change) {
      for (const { of, listener } of listeners.values()) if (of.has(change)) listener();
    },
    tellAll() {
      for (const { listener } of listeners.values()) listener();
    },
  };
}
