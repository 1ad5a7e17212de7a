import { Percent, Megaphone, PiggyBank, Trophy } from "lucide-react";
import { useState } from "react";
import { specialRaceTerms } from "../../../../contract/races/special-race-terms.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { raceTypes } from "../../../../domain/race-terms.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { percent } from "../../../../domain/setting-input.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { SelectField, TextField } from "../kit/fields.tsx";
import { SignedSol } from "../kit/signed-sol.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { useLeftAlone } from "../kit/use-left-alone.ts";
import {
  type Draft,
  type DraftField,
  jackpotOf,
  phraseOf,
  termsOf,
  usualDraft,
  wrongFields,
} from "./draft.ts";
import { kitWords } from "../kit/words.en.ts";
import { specialWords } from "./words.en.ts";

const rules = {
  houseEdge: "houseEdgeRule",
  jackpot: "jackpotRule",
  minBets: "minBetsRule",
  countdown: "countdownRule",
} as const satisfies Record<DraftField, string>;

const namesOnTheWire = {
  houseEdge: "houseEdge",
  jackpot: "jackpotAmount",
  minBets: "minBets",
  countdown: "countdownSeconds",
} as const satisfies Record<DraftField, string>;

/** Requests a special race; says beforehand what its jackpot does to the house. */
export function CreateSpecialRace() {
  const { t } = useWords(specialWords);
  const inRace = useWords(liveWords);
  const inKit = useWords(kitWords);
  const adminWallet = useAdminAddress();
  const [draft, setDraft] = useState(usualDraft);
  const [reason, setReason] = useState("");
  const [wasSent, setSent] = useState(false);
  const create = useChange({
    call: "createSpecialRace",
    stale: ["listSpecialRaces", "getRevenue"],
    done: t("created"),
    failed: t("createFailed"),
  });
  const [isAsked, setAsked] = useState(false);
  const phrase = phraseOf(draft);
  const send = () => {
    setAsked(false);
    create.mutate(
      { body: { adminWallet, ...termsOf(draft), reason: reasonOf(reason) } },
      {
        onSuccess: () => {
          // The queue is refetched before this runs: what was typed meanwhile stays.
          setDraft((now) => (now === draft ? usualDraft : now));
          setReason("");
          setSent(false);
        },
      },
    );
  };
  const wrong = wrongFields(draft);
  const errorOf = (field: DraftField) =>
    wasSent && wrong.includes(field) ? t(rules[field]) : fieldError(create.error, namesOnTheWire[field]);
  const typed = (field: DraftField) => ({
    label: t(field),
    value: draft[field],
    error: errorOf(field),
    onChange: (value: string) => setDraft({ ...draft, [field]: value } satisfies Draft),
  });
  return (
    <FormPart
      onEdit={forgetErrors(create)}
      heading={t("create")}
      onSubmit={() => {
        setSent(true);
        if (wrong.length > 0) return;
        if (phrase === null) send();
        else setAsked(true);
      }}
    >
      <SelectField
        label={t("raceType")}
        value={draft.raceType}
        onChange={(raceType) => setDraft({ ...draft, raceType })}
        options={raceTypes.map((value) => ({ value, label: inRace.t(value) }))}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...typed("houseEdge")}
          type="number"
          min={percent.min}
          max={percent.max}
          step={percent.step}
          unit="%"
        />
        <TextField
          {...typed("jackpot")}
          type="number"
          {...limitsOf(specialRaceTerms.jackpotAmount)}
          unit="SOL"
        />
        <TextField {...typed("minBets")} type="number" {...limitsOf(specialRaceTerms.minBets)} />
        <TextField
          {...typed("countdown")}
          type="number"
          {...limitsOf(specialRaceTerms.countdownSeconds)}
          unit="s"
        />
      </div>
      <ReasonField value={reason} onChange={setReason} />
      <Funding draft={draft} />
      <Notes />
      {isAsked && phrase !== null && (
        <ConfirmDialog
          title={t("create")}
          action={t("create")}
          isDanger
          phrase={phrase}
          onClose={() => setAsked(false)}
          onConfirm={send}
        >
          {inKit.t("highEdge")}
        </ConfirmDialog>
      )}
      <Button look="primary" type="submit" disabled={create.isPending}>
        {t("create")}
      </Button>
    </FormPart>
  );
}

/** What the jackpot takes from the house, and whether the house has it. */
function Funding({ draft }: { readonly draft: Draft }) {
  const { t, sol } = useWords(specialWords);
  const walletAddress = useAdminAddress();
  const equity = useAnswer("getRevenue", { query: { walletAddress } }).data?.statement.closingEquity;
  const limit = useLeftAlone();
  const jackpot = jackpotOf(draft);
  if (jackpot === null || equity === undefined) return null;
  const left = signedLamports(equity - jackpot);
  const needsAnother = limit !== null && jackpot > limit;
  return (
    <div aria-live="polite" className="card px-3 py-2 text-sm">
      <p className="flex justify-between gap-3">
        <span className="text-muted">{t("equityNow")}</span>
        <span className="font-bold">
          <SignedSol amount={equity} isPlain /> SOL
        </span>
      </p>
      <p className="flex justify-between gap-3">
        <span className="text-muted">{t("equityAfter")}</span>
        <span className={`font-bold ${left < 0n ? "text-bad" : ""}`}>
          <SignedSol amount={left} isPlain /> SOL
        </span>
      </p>
      {left < 0n && <p className="text-bad">{t("notCovered")}</p>}
      {needsAnother && <p className="text-warn">{t("needsAnother", { limit: sol(limit) })}</p>}
    </div>
  );
}

const notes = [
  { icon: Percent, key: "noteEdge" },
  { icon: PiggyBank, key: "noteJackpot" },
  { icon: Trophy, key: "noteTrophy" },
  { icon: Megaphone, key: "noteWinner" },
] as const;

function Notes() {
  const { t } = useWords(specialWords);
  return (
    <section
      aria-label={t("notes")}
      className="rounded-m border border-accent/40 bg-selected px-3 py-2 text-sm"
    >
      <ul className="flex flex-col gap-1.5">
        {notes.map(({ icon: Icon, key }) => (
          <li key={key} className="flex items-start gap-2.5">
            <Icon aria-hidden size={16} className="mt-0.5 text-bright" />
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}
