import type { Mirror } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
}

/** Nobody who has to confirm the notice of age and place is given a bet before that (rule BET-17). */
export interface AgeNoticeRules {
  isDue(wallet: string): boolean;
  /**
   * Called when a player asks for a bet or a repeat; the returned function must be called with whether it was granted.
   */
  asking(wallet: string): (isGranted: boolean) => void;
  committed(commit: Commit): void;
}

const settingsOfNotice = new Set(["age_notice_enabled", "minimum_age"]);

export function openAgeNoticeRules({ must, mirror }: Ports): AgeNoticeRules {
  /** The highest age that each wallet confirmed. */
  const confirmed = new Map<string, number>();
  let changes = 0;
  const isDue = (wallet: string) =>
    mirror.settings.get("age_notice_enabled") === "true" &&
    (confirmed.get(wallet) ?? 0) < Number(mirror.settings.get("minimum_age") ?? 18);
  return {
    isDue,
    asking(wallet) {
      const [wasDue, changesBefore] = [isDue(wallet), changes];
      return (isGranted) =>
        must(
          !isGranted || !wasDue || changes > changesBefore,
          `BET-17 ${wallet} is given a bet and has not confirmed the notice`,
        );
    },
    committed({ rows }) {
      for (const { source, row } of rows) {
        const isConfirmed = source === "age_notices";
        if (isConfirmed) {
          const wallet = String(row["wallet"]);
          confirmed.set(wallet, Math.max(Number(row["age"]), confirmed.get(wallet) ?? 0));
        }
        if (isConfirmed || (source === "settings" && settingsOfNotice.has(String(row["key"])))) changes += 1;
      }
    },
  };
}
