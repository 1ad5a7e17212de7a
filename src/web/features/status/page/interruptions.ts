import { readEntry } from "../../../../domain/log/entry.ts";

/** Since when something is stopped, and why; null where no reason was given. */
export interface Interruption {
  readonly since: Date;
  readonly reason: string | null;
}

interface Turn extends Interruption {
  readonly isStopped: boolean;
}

const ofNewest = ([newest]: readonly Turn[]): Interruption | null =>
  newest?.isStopped === true ? { since: newest.since, reason: newest.reason } : null;

/** What stands still, as the public rule log says it, newest rows first (rule STATUS-1). */
export function interruptionsIn(rows: readonly { readonly entry: string }[]): {
  readonly bets: Interruption | null;
  readonly payouts: Interruption | null;
} {
  const rules = rows.flatMap(({ entry }) => {
    const read = readEntry(entry);
    return read?.kind === "rule" ? read : [];
  });
  const maintenance = rules.flatMap((rule) =>
    rule.rule === "setting" && rule.key === "site_maintenance_enabled"
      ? { isStopped: rule.to === "true", since: rule.at, reason: rule.reason }
      : [],
  );
  const halts = rules.flatMap((rule) =>
    rule.rule === "halt" || rule.rule === "resume"
      ? { isStopped: rule.rule === "halt", since: rule.at, reason: rule.reason }
      : [],
  );
  return { bets: ofNewest(maintenance), payouts: ofNewest(halts) };
}
