import { Check, CircleAlert, Minus, X } from "lucide-react";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { Finding, FindingState } from "./finding.ts";
import type { CheckName } from "./use-findings.ts";
import { verifierWords } from "./words.en.ts";

const texts = {
  seed: ["seedName", "seedDetail"],
  beacon: ["beaconName", "beaconDetail"],
  winner: ["winnerName", "winnerDetail"],
  places: ["placesName", "placesDetail"],
  books: ["booksName", "booksDetail"],
  lockedBets: ["lockedBetsName", "lockedBetsDetail"],
  seedChain: ["seedChainName", "seedChainDetail"],
  committed: ["committedName", "committedDetail"],
  node: ["nodeName", "nodeDetail"],
  chainAnchor: ["chainAnchorName", "chainAnchorDetail"],
  commitment: ["commitmentName", "commitmentDetail"],
  lock: ["lockName", "lockDetail"],
  beaconBlock: ["beaconBlockName", "beaconBlockDetail"],
  result: ["resultName", "resultDetail"],
} as const satisfies Record<CheckName, readonly [string, string]>;

const states = {
  checked: { text: "stateChecked", Icon: Check, look: "text-good" },
  differs: { text: "differs", Icon: X, look: "text-bad" },
  unread: { text: "unread", Icon: CircleAlert, look: "text-warn" },
  missing: { text: "unread", Icon: CircleAlert, look: "text-warn" },
  pending: { text: "unread", Icon: CircleAlert, look: "text-warn" },
  reading: { text: "reading", Icon: null, look: "text-muted" },
  absent: { text: "notApplicable", Icon: Minus, look: "text-muted" },
} as const satisfies Record<FindingState, object>;

interface CheckListProps<Name extends CheckName> {
  readonly names: readonly Name[];
  readonly findings: Readonly<Partial<Record<CheckName, Finding>>>;
  /** How many hashes lead from the seed to the end of its chain. */
  readonly times: number;
  /** Repeats a check that could not be made. */
  readonly onRetry?: (name: Name) => void;
}

/** One line per check, each with its own state (rule FAIR-31). */
export function CheckList<Name extends CheckName>({ names, findings, times, onRetry }: CheckListProps<Name>) {
  const { t } = useWords(verifierWords);
  return (
    <ul className="flex flex-col divide-y divide-hair">
      {names.map((name) => {
        const finding: Finding = findings[name] ?? { state: "reading" };
        const { text, Icon, look } = states[finding.state];
        const [title, detail] = texts[name];
        return (
          <li key={name} data-check={name} data-state={finding.state} className="flex gap-3 py-2.5 text-sm">
            <span className={classNames("grid size-5 shrink-0 place-items-center", look)}>
              {Icon === null ? (
                <span
                  aria-hidden
                  className="size-4 animate-spin rounded-full border-2 border-divider border-t-accent"
                />
              ) : (
                <Icon aria-hidden size={18} />
              )}
            </span>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p>
                <strong>{t(title)}</strong> <span className={classNames("text-xs", look)}>{t(text)}</span>
              </p>
              <p className="text-muted">
                {detail === "seedChainDetail" ? t(detail, { times: String(times) }) : t(detail)}
              </p>
              <Outcome finding={finding} />
              {onRetry !== undefined && (finding.state === "unread" || finding.state === "missing") && (
                <Button className="self-start" onClick={() => onRetry(name)}>
                  {t("tryAgain")}
                  <span className="sr-only">{t(title)}</span>
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Both values if they differ, and the reason if nothing could be read. */
function Outcome({ finding }: { readonly finding: Finding }) {
  const { t } = useWords(verifierWords);
  switch (finding.state) {
    case "differs":
      return (
        <dl className="flex flex-col gap-1.5 rounded-m border border-bad/60 p-2.5">
          {(["said", "found"] as const).map((which) => (
            <div key={which} className="grid gap-x-3 tablet:grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="text-muted">{t(which === "said" ? "differsSaid" : "differsFound")}</dt>
              <dd className="font-mono text-xs break-all">{finding[which]}</dd>
            </div>
          ))}
        </dl>
      );
    case "unread":
      return <p className="break-words text-warn">{t("unreadWhy", { why: finding.why })}</p>;
    case "missing":
      return <p className="text-warn">{t("missing")}</p>;
    case "pending":
      return <p className="text-warn">{t("memoPending")}</p>;
    case "checked":
    case "reading":
    case "absent":
      return null;
  }
}

interface VerdictProps {
  readonly findings: readonly Finding[];
}

/** All findings in one sentence. A difference outweighs everything else, and nothing unread counts as checked. */
export function Verdict({ findings }: VerdictProps) {
  const { t } = useWords(verifierWords);
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [differing, reading] = [count("differs"), count("reading")];
  const unread = count("unread") + count("missing") + count("pending");
  const checked = count("checked");
  const look =
    differing > 0
      ? "border-bad text-bad"
      : reading + unread > 0
        ? "border-warn/60 text-warn"
        : "border-good/60 text-good";
  return (
    <output data-testid="verdict" className={`block rounded-m border p-3 font-bold ${look}`}>
      {differing > 0
        ? t("wrongMany", { count: differing })
        : reading > 0
          ? t("verifying", { done: checked + unread, count: checked + unread + reading })
          : unread > 0
            ? t("unreadSome", { count: unread })
            : t("checkedMany", { count: checked })}
    </output>
  );
}
