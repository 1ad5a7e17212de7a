import { Lock, LockOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { SignedLamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { Overview } from "./overview.ts";
import { overviewWords } from "./words.en.ts";

/** What the house owns and owes. */
export function KeyFigures({ overview }: { readonly overview: Overview }) {
  const { equity, bonusFund, reconciliation, house } = overview;
  const { t } = useWords(overviewWords);
  const isLocked = house === "locked";
  const Icon = isLocked ? Lock : LockOpen;
  return (
    <dl className="panel grid grid-cols-2 overflow-hidden wide:grid-cols-4">
      <Figure name={t("equity")} amount={equity} isMain />
      <Figure name={t("liabilities")} amount={reconciliation?.liabilities ?? null} />
      <Figure name={t("bonusFund")} amount={bonusFund} />
      <Figure name={t("hotWallet")} amount={reconciliation?.hotWallet ?? null}>
        <span className={`flex items-center gap-1 font-bold ${isLocked ? "text-bad" : "text-good"}`}>
          <Icon aria-hidden size={12} />
          {t(isLocked ? "locked" : "unlocked")}
        </span>
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  /** Null while it is unknown. */
  readonly amount: SignedLamports | null;
  readonly isMain?: boolean;
  readonly children?: ReactNode;
}

function Figure({ name, amount, isMain = false, children }: FigureProps) {
  const { signedSol, t } = useWords(overviewWords);
  return (
    <div className="min-w-0 border-hair px-4 py-3 not-first:border-l max-wide:nth-3:border-l-0 max-wide:nth-[n+3]:border-t">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <span
          translate="no"
          className={`figure text-lg break-words wide:text-xl ${isMain ? "text-bright" : ""}`}
        >
          {amount === null ? "–" : unsigned(signedSol(amount, 4))}
        </span>{" "}
        <span className="text-xs font-bold text-muted">SOL</span>
        <span className="block min-h-[1.15rem] text-xs text-muted">
          {amount === null ? t("notKnown") : children}
        </span>
      </dd>
    </div>
  );
}

/** Only differences show a plus. */
const unsigned = (text: string): string => text.replace(/^\+/, "");
