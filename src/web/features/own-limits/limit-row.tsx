import { useState } from "react";
import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import type { AmountLimit } from "../../../domain/own-limits.ts";
import { formatSol, parseSol } from "../../../domain/sol-amount.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { AmountField, SolUnit } from "../../foundation/ui/amount-field.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { ProgressBar } from "../../foundation/ui/progress-bar.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { useSetLimits } from "./changes.ts";
import { PendingChange } from "./pending-change.tsx";
import { limitWords } from "./words.en.ts";

interface LimitRowProps {
  readonly address: string;
  readonly kind: AmountLimit;
  readonly ownLimit: OwnLimits[AmountLimit];
}

/** What each limit is called, and what it counts. */
const texts = {
  stakeDay: ["stakeDay", "stakeDayAbout"],
  stakeWeek: ["stakeWeek", "stakeWeekAbout"],
  lossDay: ["lossDay", "lossDayAbout"],
  lossWeek: ["lossWeek", "lossWeekAbout"],
} as const;

/** One limit in SOL: how much of it is used, what is pending, and its editor. */
export function LimitRow({ address, kind, ownLimit }: LimitRowProps) {
  const { t, sol, moment } = useWords(limitWords);
  const [isEditing, setEditing] = useState(false);
  const { limit, used, pending } = ownLimit;
  const [nameOf, about] = texts[kind];
  const name = t(nameOf);
  return (
    <li className="border-t border-hair px-4 py-2">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="min-w-0 flex-1">
          {name}
          <span className="block text-xs text-muted">{t(about)}</span>
        </p>
        <div className="flex items-center gap-3 text-right">
          <span>
            <span translate="no" className="figure block text-lg leading-6">
              {limit === null ? sol(used) : t("usedOf", { used: sol(used), limit: sol(limit) })}{" "}
              <span className="text-sm text-muted">SOL</span>
            </span>
            {limit === null ? (
              <span className="block text-xs text-muted">{t("noLimit")}</span>
            ) : (
              <ProgressBar
                label={t("usedShare", { name })}
                value={Number(used < limit ? used : limit)}
                max={Number(limit)}
                className="mt-1 h-1.5! w-28"
                color={used < limit ? "var(--accent)" : "var(--bad)"}
              />
            )}
          </span>
          {!isEditing && (
            <Button
              aria-label={`${t(limit === null ? "set" : "change")}: ${name}`}
              onClick={() => setEditing(true)}
            >
              {t(limit === null ? "set" : "change")}
            </Button>
          )}
        </div>
      </div>
      {isEditing && (
        <LimitEditor address={address} kind={kind} ownLimit={ownLimit} onDone={() => setEditing(false)} />
      )}
      {!isEditing && pending !== null && (
        <PendingChange
          address={address}
          text={
            pending.limit === null
              ? t("pendingNone", { time: moment(pending.at) })
              : t("pendingLimit", { limit: sol(pending.limit), time: moment(pending.at) })
          }
          cancel={{ [kind]: limit }}
          name={name}
        />
      )}
    </li>
  );
}

function LimitEditor({ address, kind, ownLimit, onDone }: LimitRowProps & { readonly onDone: () => void }) {
  const { t } = useWords(limitWords);
  const { limit } = ownLimit;
  const [text, setText] = useState(limit === null ? "" : formatSol(limit));
  const [complaint, setComplaint] = useState<string | null>(null);
  const set = useSetLimits(address);
  const typed = parseSol(text);
  const isRaised = typed.ok && limit !== null && typed.value > limit;

  const save = (value: typeof limit) =>
    set.mutate(
      { [kind]: value },
      { onSuccess: onDone, onError: (error) => setComplaint(errorText(error, t("saveFailed"))) },
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the editor from any of its parts
    <form
      noValidate
      className="flex flex-wrap items-center gap-2 pt-1 pb-2"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.ok && typed.value > 0n) save(typed.value);
        else setComplaint(t("amountWrong"));
      }}
    >
      <AmountField
        label={t(texts[kind][0])}
        value={text}
        onChange={(value) => {
          setText(value);
          setComplaint(null);
        }}
        placeholder="0.0"
        className="min-h-11 w-40 flex-auto bg-bg px-3 tablet:flex-none"
      >
        <SolUnit className="text-sm" />
      </AmountField>
      <Button type="submit" disabled={set.isPending}>
        {t("save")}
      </Button>
      {limit !== null && (
        <Button look="quiet" disabled={set.isPending} onClick={() => save(null)}>
          {t("remove")}
        </Button>
      )}
      <Button look="quiet" onClick={onDone}>
        {t("cancel")}
      </Button>
      {complaint === null ? (
        <p className="w-full text-xs text-muted">{t(isRaised ? "holdsLater" : "holdsAtOnce")}</p>
      ) : (
        <p role="alert" className="w-full text-sm text-bad">
          {complaint}
        </p>
      )}
    </form>
  );
}
