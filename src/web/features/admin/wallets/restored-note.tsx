import { CircleCheck } from "lucide-react";
import { houseWalletKinds } from "../../../../domain/ledger.ts";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Part } from "../kit/tab-page.tsx";
import { walletsWords } from "./words.en.ts";

export type Restored = Reply<Api["restoreHouseWallets"]>;

interface RestoredNoteProps {
  readonly restored: Restored;
  readonly onClose: () => void;
}

/** What came with an export, and how much: it stays until the admin has read it. */
export function RestoredNote({ restored: { wallets, equity, locked }, onClose }: RestoredNoteProps) {
  const { t, sol, signedSol } = useWords(walletsWords);
  return (
    <Part
      heading={
        <span className="flex items-center gap-2">
          <CircleCheck aria-hidden size={18} className="text-good" />
          {t("restoredTitle", { count: wallets.length })}
        </span>
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-3 px-4 pt-1 pb-4">
        <div className="min-w-0">
          <p>{t("restoredEquity", { amount: sol(equity) })}</p>
          <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {houseWalletKinds.map((kind) => {
              const ofKind = wallets.filter(({ type }) => type === kind);
              const balance = ofKind.reduce((total, { dbBalance }) => total + dbBalance, 0n);
              return (
                <div key={kind} className="flex gap-2">
                  <dt className="text-muted">
                    {t(kind)}, {t("walletCount", { count: ofKind.length })}
                  </dt>
                  <dd className="font-bold">{signedSol(signedLamports(balance)).replace(/^\+/, "")} SOL</dd>
                </div>
              );
            })}
          </dl>
          <p className="mt-2 text-sm text-muted">{t(locked ? "restoredLocked" : "restoredUnlocked")}</p>
        </div>
        <Button className="max-tablet:w-full" onClick={onClose}>
          {t("restoredRead")}
        </Button>
      </div>
    </Part>
  );
}
