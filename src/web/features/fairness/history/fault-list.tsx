import { Link } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";
import type { Fault } from "../../../../domain/history/fault.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { historyWords } from "./words.en.ts";

const SHOWN = 50;

/** Each fault with its race and rule, and both values (rule HISTORY-2). */
export function FaultList({ faults, count }: { readonly faults: readonly Fault[]; readonly count: number }) {
  const { t } = useWords(historyWords);
  if (count === 0) return null;
  return (
    <Panel heading={t("faults")}>
      <ul data-testid="faults" className="flex flex-col divide-y divide-hair px-4 pb-2">
        {faults.slice(0, SHOWN).map((fault) => (
          <FaultLine key={JSON.stringify(fault)} fault={fault} />
        ))}
      </ul>
      {count > SHOWN && (
        <p className="px-4 pb-4 text-sm text-muted">
          {t("faultsShown", { count: SHOWN, kept: faults.length })}
        </p>
      )}
    </Panel>
  );
}

function FaultLine({ fault: { seq, race, rule, expected, found } }: { readonly fault: Fault }) {
  const { t } = useWords(historyWords);
  return (
    <li data-rule={rule} data-race={race ?? ""} className="flex flex-col gap-2 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag>{t("rule", { rule })}</Tag>
        <span className="text-muted">
          {seq !== null ? t("record", { seq: String(seq) }) : t(rule.startsWith("LOG-") ? "ofLog" : "ofDay")}
        </span>
        {race !== null && (
          <Link
            to={`${pagePaths.fairness}?race=${encodeURIComponent(race)}`}
            className="inline-flex min-h-11 items-center font-bold text-accent underline-offset-4 hover:underline"
          >
            {t("verifyRace", { race: raceLabel(race) })}
          </Link>
        )}
      </div>
      <dl className="flex flex-col gap-1.5 rounded-m border border-bad/60 p-2.5">
        {(
          [
            ["expected", expected],
            ["found", found],
          ] as const
        ).map(([which, value]) => (
          <div key={which} className="grid gap-x-3 tablet:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="text-muted">{t(which)}</dt>
            <dd className="font-mono text-xs leading-relaxed break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
