import { ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { readRule, type RuleLogEntry, type RuleRow as Row } from "../../../../domain/rule-log.ts";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { ruleName, valueText } from "./value-text.ts";
import { ruleLogWords } from "./words.en.ts";

/** One row in words, with what is hashed for it (rule RULELOG-5). An address that ends with its name leads to it. */
export function RuleRow({ row: { row, entry } }: { readonly row: Row }) {
  const { t, moment } = useWords(ruleLogWords);
  const rule = readRule(entry);
  const item = useRef<HTMLLIElement>(null);
  const id = `row-${row}`;
  useEffect(() => {
    if (location.hash === `#${id}`) item.current?.scrollIntoView({ block: "center" });
  }, [id]);
  return (
    <li
      id={id}
      ref={item}
      className="grid gap-x-4 gap-y-1.5 border-t border-hair px-4 py-3.5 first:border-t-0 target:bg-selected tablet:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted tablet:flex-col tablet:items-start">
        <a href={`#${id}`} className="text-sm font-bold underline-offset-4 hover:underline">
          {t("rowNumber", { row })}
        </a>
        {rule !== null && <time dateTime={rule.at.toISOString()}>{moment(rule.at)}</time>}
        {rule !== null && <Kind kind={kindOf(rule)} />}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        {rule === null ? <p>{t("other")}</p> : <Told rule={rule} />}
        <details className="text-xs text-muted">
          <Summary>{t("rowText")}</Summary>
          <p className="mt-1 rounded-m border border-divider bg-bg p-3 font-mono break-all">{entry}</p>
        </details>
      </div>
    </li>
  );
}

type RuleEntry = Extract<RuleLogEntry, { readonly kind: "rule" }>;
type RowKind = Exclude<RuleLogEntry["kind"], "rule"> | RuleEntry["rule"];

const kindOf = (entry: RuleLogEntry): RowKind => (entry.kind === "rule" ? entry.rule : entry.kind);

const kinds = {
  open: { word: "kindStart", tone: "plain" },
  close: { word: "kindClose", tone: "plain" },
  wallet: { word: "kindWallet", tone: "plain" },
  setting: { word: "kindSetting", tone: "info" },
  "refund-race": { word: "kindRefund", tone: "accent" },
  "refund-bet": { word: "kindRefund", tone: "accent" },
  halt: { word: "kindHalt", tone: "plain" },
  resume: { word: "kindResume", tone: "good" },
  transfer: { word: "kindTransfer", tone: "accent" },
  balance: { word: "kindTransfer", tone: "accent" },
  "special-race": { word: "kindSetting", tone: "info" },
  "jackpot-not-covered": { word: "kindSetting", tone: "info" },
} as const satisfies Record<RowKind, object>;

function Kind({ kind }: { readonly kind: RowKind }) {
  const { t } = useWords(ruleLogWords);
  const { word, tone } = kinds[kind];
  return <Tag tone={tone}>{t(word)}</Tag>;
}

function Told({ rule: entry }: { readonly rule: RuleLogEntry }) {
  const { t } = useWords(ruleLogWords);
  switch (entry.kind) {
    case "open":
      return (
        <>
          <p>{t("start")}</p>
          <StartRules settings={entry.rules} />
        </>
      );
    case "close":
      return <p>{t("close")}</p>;
    case "wallet":
      return (
        <p className="break-words">
          {t(entry.change === "begins" ? "walletBegins" : "walletEnds", { address: entry.address })}
        </p>
      );
    case "rule":
      return <ToldRule rule={entry} />;
  }
}

function ToldRule({ rule }: { readonly rule: RuleEntry }) {
  const { t, rich, sol } = useWords(ruleLogWords);
  const size = (amount: bigint) => sol(lamports(amount < 0n ? 0n - amount : amount));
  switch (rule.rule) {
    case "setting": {
      const name = ruleName(rule.key);
      return (
        <>
          <p>{rule.from === null ? t("settingNew", { name }) : name}</p>
          <Change name={rule.key} from={rule.from} to={rule.to} />
          <Reason>{rule.reason}</Reason>
        </>
      );
    }
    case "refund-race": {
      const values = { race: <Race id={rule.race} />, amount: size(rule.lamports) };
      return (
        <>
          <p>{rich(rule.settled ? "refundSettled" : refunds[rule.cause], values)}</p>
          <Reason>{rule.reason}</Reason>
        </>
      );
    }
    case "refund-bet":
      return (
        <>
          <p>
            {rich(rule.settled ? "betRefundSettled" : "betRefund", {
              race: <Race id={rule.race} />,
              amount: size(rule.lamports),
            })}
          </p>
          <Reason>{rule.reason}</Reason>
        </>
      );
    case "halt":
      return (
        <>
          <p>{t("halt")}</p>
          <Reason>{rule.reason}</Reason>
        </>
      );
    case "resume":
      return (
        <>
          <p>
            {t("resume")}{" "}
            {rule.difference !== 0n &&
              t(rule.difference < 0n ? "differenceLess" : "differenceMore", {
                amount: size(rule.difference),
              })}
          </p>
          <Reason>{rule.reason}</Reason>
        </>
      );
    // Nothing writes these yet.
    case "balance":
    case "special-race":
    case "jackpot-not-covered":
      return <p>{t("other")}</p>;
    case "transfer":
      return (
        <>
          <p>{t("transfer", { amount: size(rule.lamports) })}</p>
          <Reason>{rule.reason}</Reason>
        </>
      );
  }
}

const refunds = {
  no_beacon: "refundNoBeacon",
  no_winning_bet: "refundNoWinner",
  log_ended: "refundLogEnded",
  by_admin: "refundByAdmin",
} as const;

/** A race, with a link to everything that was published about it. */
const Race = ({ id }: { readonly id: string }) => (
  <Link
    to={`${pagePaths.fairness}?race=${id}`}
    className="font-bold text-bright underline underline-offset-4"
  >
    {raceLabel(id)}
  </Link>
);

interface ChangeProps {
  /** The setting's key. */
  readonly name: string;
  readonly from: string | null;
  readonly to: string;
}

function Change({ name, from, to }: ChangeProps) {
  const { t } = useWords(ruleLogWords);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-base">
      {from !== null && (
        <>
          <span className="sr-only">{t("was")}</span>
          <span className="min-w-0 break-words text-muted line-through">{valueText(name, from)}</span>
          <ArrowRight aria-hidden size={16} className="text-muted" />
        </>
      )}
      <span className="sr-only">{t("now")}</span>
      <strong className="min-w-0 break-words">{valueText(name, to)}</strong>
    </p>
  );
}

function Reason({ children }: { readonly children: ReactNode }) {
  const { rich } = useWords(ruleLogWords);
  if (children === null) return null;
  return <p className="text-sm break-words text-muted">{rich("reason", { reason: children })}</p>;
}

const Summary = ({ children }: { readonly children: ReactNode }) => (
  <summary className="cursor-pointer self-start rounded-s py-1.5 underline-offset-4 hover:underline">
    {children}
  </summary>
);

function StartRules({ settings }: { readonly settings: Readonly<Record<string, unknown>> }) {
  const { t } = useWords(ruleLogWords);
  return (
    <details className="text-sm">
      <Summary>{t("startRules")}</Summary>
      <dl className="mt-1 grid gap-x-6 tablet:grid-cols-2">
        {Object.entries(settings).map(([key, value]) => (
          <div key={key} className="flex justify-between gap-3 border-t border-hair py-1.5">
            <dt className="min-w-0 text-muted">{ruleName(key)}</dt>
            <dd className="max-w-3/5 shrink-0 text-right break-words">{valueText(key, String(value))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
