import { useState } from "react";
import { lamports } from "../../../../domain/lamports.ts";
import type { RepeatHorse } from "../../../../domain/repeat.ts";
import { formatSol, parseSol } from "../../../../domain/sol-amount.ts";
import { errorText, refusalText } from "../../../foundation/lib/call-refused.ts";
import { useBalance } from "../../../foundation/lib/balance.ts";
import { closeDialog, openDialog } from "../../../foundation/lib/dialogs.ts";
import { useBetSlip, useMarkedHorse } from "../../../foundation/live/bet-slip.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { AmountField, SolUnit } from "../../../foundation/ui/amount-field.tsx";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useStartRepeat } from "./change-repeat.ts";
import { mostLost, readRepeat } from "./repeat-order.ts";
import { betWords } from "../words.en.ts";
import { repeatWords } from "./words.en.ts";

const raceCounts = [5, 10, 25, 50] as const;

/** Asks for a repeat: horse, amount, races and the loss at which it stops, and says what may leave the balance. */
export function RepeatDialog({ address }: { readonly address: string }) {
  const race = useRace((state) => state.race);
  const marked = useMarkedHorse();
  const picked = race?.horses.find(({ id }) => id === marked) ?? null;
  const typed = useBetSlip((slip) => slip.amount);
  const balance = useBalance(address);
  const start = useStartRepeat(address);
  const { t, sol, percent } = useWords(repeatWords);
  const inBet = useWords(betWords);
  const [horse, setHorse] = useState<RepeatHorse>(picked === null ? "favourite" : "chosen");
  const [amount, setAmount] = useState(typed);
  const [races, setRaces] = useState("5");
  const [stopText, setStop] = useState<string | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  if (race === null) return null;
  const stopAtLoss = stopText ?? allStakes(amount, races);
  const order = readRepeat({ amount, races, stopAtLoss }, race);

  const submit = () => {
    if (!order.ok) {
      const fields = { races: t("repeatRacesWrong"), stopAtLoss: t("repeatStopWrong") } as const;
      const text = fields[order.field as keyof typeof fields] as string | undefined;
      return setComplaint(text ?? order.message ?? refusalText(order));
    }
    const chosen = horse === "chosen" && picked !== null ? { id: picked.id } : horse;
    if (chosen === "chosen") return setComplaint(inBet.t("noHorse"));
    return start.mutate(
      { horse: chosen, ...order.value, raceId: race.id },
      {
        onSuccess: () => {
          toast.good(t("repeatStarted"));
          closeDialog();
        },
        onError: (error) => setComplaint(errorText(error, t("repeatStartFailed"))),
      },
    );
  };
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setComplaint(null);
  };

  const horses = [
    ...(picked === null ? [] : [["chosen", `${picked.number} · ${picked.name}`] as const]),
    ["same", t("repeatSame")] as const,
    ["favourite", t("repeatFavourite")] as const,
  ];
  const isShort = order.ok && balance !== undefined && balance.server < order.value.amount;
  return (
    <Dialog open onClose={closeDialog} title={t("repeatTitle")}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm text-muted">{t("repeatHorse")}</legend>
          {horses.map(([value, label]) => (
            <label
              key={value}
              className={classNames(
                "flex min-h-11 cursor-pointer items-center rounded-m border px-3 font-bold has-focus-visible:outline-2 has-focus-visible:outline-focus",
                value === horse ? "border-accent bg-selected text-bright" : "border-control bg-raised/80",
              )}
            >
              <input
                type="radio"
                name="repeat-horse"
                checked={value === horse}
                onChange={() => setHorse(value)}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("repeatAmount")} value={amount} onChange={change(setAmount)} />
          <Field label={t("repeatStop")} value={stopAtLoss} onChange={change(setStop)} />
        </div>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm text-muted">{t("repeatRaces")}</legend>
          <div className="grid grid-cols-5 gap-2">
            <input
              aria-label={t("repeatRaces")}
              inputMode="numeric"
              autoComplete="off"
              value={races}
              onChange={(event) => change(setRaces)(event.target.value.replaceAll(/\D/g, "").slice(0, 2))}
              translate="no"
              className="figure min-h-11 w-full rounded-m border border-control bg-bg px-3 text-lg"
            />
            {raceCounts.map((count) => (
              <Button
                key={count}
                aria-pressed={races === String(count)}
                className="px-1!"
                onClick={() => change(setRaces)(String(count))}
              >
                {count}
              </Button>
            ))}
          </div>
        </fieldset>
        <p className="rounded-m border border-divider bg-bg/60 p-3 text-sm">
          {order.ok
            ? t("repeatTerms", {
                races: order.value.races,
                amount: sol(order.value.amount),
                most: sol(mostLost(order.value)),
                edge: percent(race.house_edge),
              })
            : t("repeatIncomplete")}{" "}
          <span className="text-muted">
            {t("repeatMoney", { balance: balance === undefined ? "–" : sol(balance.server, 4) })}
          </span>
        </p>
        {isShort && (
          <p className="flex items-center justify-between gap-3 text-sm text-bad">
            {inBet.t("balanceShort")}
            <Button onClick={() => openDialog("deposit")}>{inBet.t("deposit")}</Button>
          </p>
        )}
        {complaint !== null && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-sm text-bad">
            {complaint}
          </p>
        )}
        <Button look="primary" type="submit" disabled={start.isPending} className="w-full">
          {t("repeatStart")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Without a stop set by the player: the loss if every race is lost. */
function allStakes(amount: string, races: string): string {
  const stake = parseSol(amount);
  return stake.ok ? formatSol(lamports(stake.value * BigInt(Number(races) || 1))) : "";
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Field({ label, value, onChange }: FieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm text-muted">
        {label}
      </span>
      <AmountField label={label} value={value} onChange={onChange} className="min-h-12 bg-bg px-3">
        <SolUnit className="text-sm" />
      </AmountField>
    </div>
  );
}
