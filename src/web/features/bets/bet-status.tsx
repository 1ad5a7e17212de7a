import { Check, LoaderCircle } from "lucide-react";
import { refusalText } from "../../foundation/lib/call-refused.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { phaseOf, type Phase } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useBetSlip } from "../../foundation/live/bet-slip.ts";
import type { BetStep } from "../../foundation/live/bet-slip.ts";
import { refuse } from "../../../domain/result.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { betWords } from "./words.en.ts";

/** How far along the bet is, what went wrong, or why no bet can be placed. */
export function BetStatus() {
  const step = useBetSlip((slip) => slip.step);
  const phase = useRace((state) => phaseOf(state).kind);
  const hasBet = useRace((state) => state.yourBet !== null);
  const isPlayer = usePlayer().kind === "player";
  useWords(betWords);

  if (step?.kind === "failed") return <Failure text={step.text} hint={step.hint} />;
  if (step !== null) return <Steps step={step} />;
  if (isPlayer && !hasBet && isClosed(phase)) {
    return <p className="text-sm text-muted">{refusalText(refuse("BETTING_CLOSED"))}</p>;
  }
  return null;
}

const isClosed = (phase: Phase["kind"]): boolean =>
  ["locked", "post", "racing", "finished", "completed", "refunded"].includes(phase);

function Failure({ text, hint }: { readonly text: string; readonly hint: string | null }) {
  return (
    <div role="alert" className="rounded-m border border-bad/70 bg-bad/10 p-3 text-sm">
      <p className="font-bold text-bad">{text}</p>
      {hint !== null && <p className="mt-1 text-text">{hint}</p>}
    </div>
  );
}

const steps = [
  { kind: "preparing", label: "preparing" },
  { kind: "signing", label: "signInWallet" },
  { kind: "sent", label: "sent" },
  { kind: "in", label: "betIn" },
] as const;

function Steps({ step }: { readonly step: BetStep }) {
  const at = steps.findIndex(({ kind }) => kind === (step.kind === "unseen" ? "sent" : step.kind));
  const { t } = useWords(betWords);
  const note = step.kind === "unseen" ? t("notSeenYet") : step.kind === "signing" ? step.note : null;
  return (
    <div>
      <ol
        aria-label={t("yourBetsWay")}
        className="grid grid-cols-[repeat(auto-fit,minmax(4.2rem,1fr))] gap-1.5"
      >
        {steps.map(({ kind, label }, index) => (
          <li
            key={kind}
            aria-current={index === at ? "step" : undefined}
            className={classNames(
              "flex flex-col gap-1 border-t-2 pt-1.5 text-xs",
              index < at && "border-good text-good",
              index === at && "border-accent font-bold text-text",
              index > at && "border-divider text-muted",
            )}
          >
            <span className="flex items-center gap-1">
              {index < at && <Check aria-hidden size={12} />}
              {index === at && <LoaderCircle aria-hidden size={12} className="animate-spin" />}
              {t(label)}
            </span>
          </li>
        ))}
      </ol>
      {note !== null && <output className="mt-2 block text-sm text-muted">{note}</output>}
      {step.kind === "signing" && (
        <Button look="quiet" onClick={step.giveUp} className="mt-1 w-full">
          {t(step.goOn === undefined ? "stopWaiting" : "cancel")}
        </Button>
      )}
    </div>
  );
}
