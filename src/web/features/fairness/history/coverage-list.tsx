import type { Counts } from "../../../../domain/history/coverage.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { historyWords } from "./words.en.ts";

const words = {
  "sealed races": "countSealed",
  "races without result memo": "countUnended",
  "holdings without signature": "countUnsigned",
  "payouts without wallet": "countHidden",
  "payouts kept in the game": "countKept",
  "files without memo": "countFiles",
  "days without liabilities": "countUnowed",
} as const satisfies Record<keyof Counts, string>;

/** What the proofs do not cover, which is no fault but should be seen (rule HISTORY-6). */
export function CoverageList({ coverage }: { readonly coverage: Counts }) {
  const { t } = useWords(historyWords);
  const names = Object.keys(words) as (keyof Counts)[];
  const counted = names.filter((name) => coverage[name] > 0);
  if (counted.length === 0) return null;
  return (
    <ul data-testid="coverage" className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
      {counted.map((name) => (
        <li key={name}>{t(words[name], { count: coverage[name] })}</li>
      ))}
    </ul>
  );
}
