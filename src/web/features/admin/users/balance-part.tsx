import { useState } from "react";
import { type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { formatSol, parseSol } from "../../../../domain/sol-amount.ts";
import { AmountField, SolUnit } from "../../../foundation/ui/amount-field.tsx";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Sol } from "../kit/bits.tsx";
import { ReasonField, reasonLength, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { useLeftAlone } from "../kit/use-left-alone.ts";
import type { AdminUser } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

/** Whose balance it is: a player's, or that of a wallet without a profile. */
type Holder = Pick<AdminUser, "wallet_address" | "username" | "balance" | "onchain_balance">;

/** What the player holds here and on the chain, with a way to set it. */
export function BalancePart({ user }: { readonly user: Holder }) {
  const { t, sol } = useWords(usersWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-hair px-5 py-3">
      <dl className="mr-auto grid grid-cols-[auto_auto] gap-x-6">
        <dt className="text-xs text-muted">{t("balanceHere")}</dt>
        <dt className="text-xs text-muted">{t("onChain")}</dt>
        <dd translate="no" className="figure text-lg">
          <Sol amount={user.balance} /> <span className="text-xs text-muted">SOL</span>
        </dd>
        <dd translate="no" className="figure text-lg">
          {user.onchain_balance === null ? t("unknown") : sol(user.onchain_balance, 4)}
        </dd>
      </dl>
      <Button onClick={() => setOpen(true)}>{t("setBalance")}</Button>
      {isOpen && <BalanceDialog user={user} onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Sets a balance: the balance that the admin saw is sent along, so that a balance that has changed meanwhile is not
 * overwritten. Text that is not an amount, or the present amount, is not sent. After a refusal it stays open with what
 * was typed.
 */
function BalanceDialog({ user, onClose }: { readonly user: Holder; readonly onClose: () => void }) {
  const { t, sol, signedSol } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  // The balance when the dialog opened, or the newer one that was taken over: what the decision is based on.
  const [seen, setSeen] = useState(user.balance);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const typed = parseSol(text);
  const difference = typed.ok ? signedLamports(typed.value - seen) : null;
  const isChange = difference !== null && difference !== 0n;
  const set = useChange({
    call: "setBalance",
    purpose: "balances",
    stale: ["listUsers", "getUserDetails", "listUnprofiledWallets", "getUnprofiledWallet"],
    done: t("balanceSet"),
    failed: t("balanceFailed"),
  });
  return (
    <Dialog open onClose={onClose} title={t("setBalanceOf", { name: user.username })}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!typed.ok || !isChange) return;
          set.mutate(
            {
              body: {
                adminWallet,
                walletAddress: user.wallet_address,
                newBalance: typed.value,
                expectedBalance: seen,
                reason: reasonOf(reason),
              },
            },
            { onSuccess: onClose },
          );
        }}
      >
        <p className="flex items-baseline justify-between">
          <span className="text-muted">{t("seenBalance")}</span>
          <span translate="no" className="figure text-lg">
            {sol(seen)} SOL
          </span>
        </p>
        {user.balance !== seen && (
          <p className="flex flex-wrap items-center justify-between gap-3 text-sm text-warn">
            {t("balanceMoved", { amount: sol(user.balance) })}
            <Button onClick={() => setSeen(user.balance)}>{t("takeBalance")}</Button>
          </p>
        )}
        <div>
          <p aria-hidden className="mb-1 text-xs text-muted">
            {t("newBalance")}
          </p>
          <AmountField
            label={t("newBalance")}
            value={text}
            onChange={setText}
            placeholder={formatSol(seen)}
            className="min-h-[54px] bg-bg px-4"
          >
            <SolUnit />
          </AmountField>
          <p className="mt-1 min-h-5 text-sm" aria-live="polite">
            {isChange && (
              <>
                <span className={difference > 0n ? "font-bold text-good" : "font-bold text-bad"}>
                  {signedSol(difference)} SOL
                </span>{" "}
                <span className="text-muted">{t(difference > 0n ? "fromEquity" : "toEquity")}</span>
              </>
            )}
          </p>
          {isChange && <Notes difference={difference} />}
        </div>
        <ReasonField label={t("reason")} aside={reasonLength(reason)} value={reason} onChange={setReason} />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {set.error !== null && errorText(set.error, t("balanceFailed"))}
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Button className="min-h-[54px]" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button look="primary" type="submit" disabled={!isChange || set.isPending}>
            {t("setBalance")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What stands in the way of a change, or has to follow it: too little equity, another admin's approval. */
function Notes({ difference }: { readonly difference: SignedLamports }) {
  const { t, sol } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const limit = useLeftAlone();
  const equity = useAnswer("getRevenue", { query: { walletAddress } }).data?.statement.closingEquity;
  const needsAnother = limit !== null && (difference > limit || 0n - difference > limit);
  return (
    <div aria-live="polite" className="text-sm">
      {equity !== undefined && difference > equity && <p className="text-bad">{t("notCovered")}</p>}
      {needsAnother && <p className="text-warn">{t("needsAnother", { limit: sol(limit) })}</p>}
    </div>
  );
}
