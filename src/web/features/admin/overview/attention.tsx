import { CircleCheck, OctagonAlert, TriangleAlert, UserCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useToDecide } from "../approvals/use-waiting.ts";
import { approvalsWords } from "../approvals/words.en.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { clockText, spanText } from "../kit/time-span.ts";
import { useChange } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import { adminTabPath } from "../tab-path.ts";
import type { Overview, Problem } from "./overview.ts";
import { problemTexts, type ProblemTexts } from "./problem-texts.ts";
import { overviewWords } from "./words.en.ts";

interface AttentionProps {
  readonly overview: Overview;
  /** The server's time, in ms. */
  readonly now: number;
}

/** What needs an admin's attention, the worst first, each with what to do about it. */
export function Attention({ overview, now }: AttentionProps) {
  const { problems } = overview;
  const { t } = useWords(overviewWords);
  const countOf = (severity: Problem["severity"]) =>
    problems.filter((problem) => problem.severity === severity).length;
  const toDecide = useToDecide();
  const [errors, warnings] = [countOf("error"), countOf("warning")];
  if (problems.length === 0 && toDecide.length === 0) {
    return (
      <p className="panel flex min-h-14 items-center gap-3 px-4 font-bold">
        <CircleCheck aria-hidden size={20} className="text-good" />
        {t("allWell")}
      </p>
    );
  }
  return (
    <Part
      heading={
        <span className="flex items-center gap-2">
          {t("attention")}
          <Count tone="bad" count={errors} name={t("errors")} />
          <Count tone="warn" count={warnings + toDecide.length} name={t("warnings")} />
        </span>
      }
      aside={<span className="max-tablet:hidden">{t("worstFirst")}</span>}
    >
      <ul aria-label={t("attention")}>
        {problems.slice(0, errors).map((problem, at) => (
          <Row key={problem.code} problem={problem} isFirst={at === 0} now={now} />
        ))}
        {toDecide.length > 0 && <ToDecide waiting={toDecide} isFirst={errors === 0} now={now} />}
        {problems.slice(errors).map((problem, at) => (
          <Row
            key={problem.code}
            problem={problem}
            isFirst={errors + toDecide.length === 0 && at === 0}
            now={now}
          />
        ))}
      </ul>
    </Part>
  );
}

const countTones = { bad: "border-bad/50 text-bad", warn: "border-warn/50 text-warn" } as const;

function Count({
  tone,
  count,
  name,
}: {
  readonly tone: keyof typeof countTones;
  readonly count: number;
  readonly name: string;
}) {
  const { whole } = useWords(overviewWords);
  if (count === 0) return null;
  return (
    <span
      title={name}
      className={`grid h-6 min-w-6 place-items-center rounded-full border px-1.5 font-ui text-xs font-bold ${countTones[tone]}`}
    >
      <span className="sr-only">{name}: </span>
      {whole(count)}
    </span>
  );
}

/** Requests of other admins, listed after what is broken. */
function ToDecide({
  waiting,
  isFirst,
  now,
}: {
  readonly waiting: readonly Approval[];
  readonly isFirst: boolean;
  readonly now: number;
}) {
  const { t } = useWords(overviewWords);
  const inApprovals = useWords(approvalsWords);
  const [oldest] = waiting;
  return (
    <li className={rowLook}>
      <UserCheck aria-hidden size={20} className="text-warn" />
      <div className="min-w-0">
        <p className="font-bold">{inApprovals.t("toDecide", { count: waiting.length })}</p>
        <p className="text-sm text-muted">{t("toDecideAdvice")}</p>
      </div>
      <p className="text-xs whitespace-nowrap text-muted max-tablet:col-start-2">
        {oldest !== undefined &&
          inApprovals.t("left", { time: clockText(oldest.expires_at.getTime() - now) })}
      </p>
      <Act act={{ kind: "go", label: t("openApprovals"), to: adminTabPath("approvals") }} isFirst={isFirst} />
    </li>
  );
}

const rowLook =
  "grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2 tablet:grid-cols-[auto_minmax(0,1fr)_auto_176px]";

function Row({
  problem,
  isFirst,
  now,
}: {
  readonly problem: Problem;
  readonly isFirst: boolean;
  readonly now: number;
}) {
  const words = useWords(overviewWords);
  const inKit = useWords(kitWords);
  const network = useRuntime()?.network;
  const texts = problemTexts(problem, words, network);
  const { since } = problem.params;
  const isError = problem.severity === "error";
  const Icon = isError ? OctagonAlert : TriangleAlert;
  return (
    <li data-problem={problem.code} className={rowLook}>
      <Icon aria-hidden size={20} className={isError ? "text-bad" : "text-warn"} />
      <div className="min-w-0">
        <p className="font-bold">
          <span className="sr-only">{words.t(isError ? "error" : "warning")}: </span>
          {texts.title}
        </p>
        <p className="text-sm text-muted">{texts.advice}</p>
      </div>
      <p className="text-xs whitespace-nowrap text-muted max-tablet:col-start-2 max-tablet:empty:hidden">
        {since !== undefined && words.t("since", { age: spanText(now - since.getTime(), inKit) })}
      </p>
      {texts.act && <Act act={texts.act} isFirst={isFirst} />}
    </li>
  );
}

function Act({
  act,
  isFirst,
}: {
  readonly act: NonNullable<ProblemTexts["act"]>;
  readonly isFirst: boolean;
}) {
  // The first button is the one to press: on a phone it takes the full width.
  const place = isFirst
    ? "w-full max-tablet:col-span-2"
    : "w-full max-tablet:col-start-2 max-tablet:w-auto max-tablet:justify-self-start";
  if (act.kind === "switch off") return <SwitchOff act={act} isFirst={isFirst} className={place} />;
  return (
    <Link
      to={act.to}
      className={`inline-flex items-center justify-center rounded-m px-4 text-center text-base leading-tight font-bold ${place} ${isFirst ? "primary-fill min-h-[54px] tablet:min-h-11" : "min-h-11 border border-control bg-raised/80 hover:border-accent"}`}
    >
      {act.label}
    </Link>
  );
}

interface SwitchOffProps {
  readonly act: Extract<ProblemTexts["act"], { kind: "switch off" }>;
  readonly isFirst: boolean;
  readonly className: string;
}

function SwitchOff({ act, isFirst, className }: SwitchOffProps) {
  const { t } = useWords(overviewWords);
  const adminWallet = useAdminAddress();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const save = useChange({
    call: "updateSetting",
    stale: ["getOverview", "listSettings"],
    done: t("switchedOff"),
    failed: t(act.settingKey === "testing_mode_enabled" ? "testingFailed" : "maintenanceFailed"),
  });
  return (
    <>
      <Button
        look={isFirst ? "primary" : "secondary"}
        disabled={save.isPending}
        onClick={() => {
          setReason("");
          setAsked(true);
        }}
        className={`px-2! text-base! leading-tight whitespace-normal! tablet:min-h-11! ${className}`}
      >
        {act.label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={act.label}
          action={t("switchOff")}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            const { settingKey } = act;
            const description = reasonOf(reason);
            save.mutate({ body: { adminWallet, settingKey, settingValue: "false", description } });
            setAsked(false);
          }}
        >
          <p className="mb-4">{act.question}</p>
          <ReasonField value={reason} onChange={setReason} isPublic />
        </ConfirmDialog>
      )}
    </>
  );
}
