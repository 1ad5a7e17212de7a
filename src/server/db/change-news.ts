/** What the loops of the server wait for, as the database's triggers name it (`tell_change`). */
export type Change = "races" | "bets" | "payments" | "repeats" | "settings";

/** The channel on which the triggers tell. */
export const CHANGES_CHANNEL = "furlong_changes";

/**
 * What any instance has committed. News only say when to look: they may be missing, late or doubled, so whoever waits for them
 * looks now and then all the same (rule IDLE-2).
 */
export interface ChangeNews {
  /** Calls back after each commit that changed one of these, until the answered function is called. */
  onChange(of: readonly Change[], listener: () => void): () => void;
}

/** News, and where they come in. */
export interface ToldChanges extends ChangeNews {
  tell(change: string): void;
  /** Something may have been missed. */
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
