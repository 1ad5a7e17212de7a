import { Link } from "wouter";
import { lamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Part } from "../kit/tab-page.tsx";
import { spanText } from "../kit/time-span.ts";
import { kitWords } from "../kit/words.en.ts";
import { adminTabPath } from "../tab-path.ts";
import type { Overview } from "./overview.ts";
import { overviewWords } from "./words.en.ts";

type Waiting = Overview["waitingPayments"][number];

const kinds = {
  payout: "kindPayout",
  withdrawal: "kindWithdrawal",
  referral: "kindReferral",
  manual: "kindManual",
  sweep: "kindSweep",
  notary: "kindNotary",
  anchor: "kindAnchor",
} as const satisfies Record<Waiting["kind"], string>;

const reasons = {
  unknown: { text: "whyUnknown", look: "text-bad" },
  "no-leader": { text: "whyNoLeader", look: "text-bad" },
  "chain-silent": { text: "whyChainSilent", look: "text-bad" },
  confirming: { text: "whyConfirming", look: "text-muted" },
  locked: { text: "whyLocked", look: "text-bad" },
  halted: { text: "whyHalted", look: "text-bad" },
  "hot-wallet-short": { text: "whyHotWalletShort", look: "text-warn" },
  pausing: { text: "whyPausing", look: "text-warn" },
  queued: { text: "whyQueued", look: "text-muted" },
} as const satisfies Record<Waiting["why"], { readonly text: string; readonly look: string }>;

const linkLook =
  "flex min-h-11 items-center border-t border-hair px-4 text-sm font-bold underline underline-offset-4";

/** Of the house, which are listed with the house wallets and not among the payouts. */
const isOwn = ({ kind }: Waiting) => kind === "sweep" || kind === "notary" || kind === "anchor";

/** Outgoing payments, by what they wait for. */
export function WaitingPayments({ overview, now }: { readonly overview: Overview; readonly now: number }) {
  const { waitingPayments } = overview;
  const { t, sol, whole } = useWords(overviewWords);
  const inKit = useWords(kitWords);
  const total = waitingPayments.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <Part
      heading={t("payoutsWaiting")}
      aside={
        total > 0n && (
          <>
            <b className="text-text">{sol(lamports(total), 4)}</b> SOL
          </>
        )
      }
    >
      {waitingPayments.length === 0 ? (
        <p className="px-4 pb-4 text-muted">{t("noneWaiting")}</p>
      ) : (
        <ul>
          {waitingPayments.map(({ kind, why, count, amount, oldest }) => (
            <li
              key={`${kind} ${why}`}
              className="flex min-h-11 items-center justify-between gap-3 border-t border-hair px-4 py-1.5 text-sm"
            >
              <span className="min-w-0">
                <b>{t(kinds[kind])}</b> <span className="text-muted">× {whole(count)}</span>
                <span className={`block text-xs ${reasons[why].look}`}>
                  {t(reasons[why].text)}
                  <span className="text-muted">
                    {" · "}
                    {spanText(now - oldest.getTime(), inKit)}
                  </span>
                </span>
              </span>
              {amount > 0n && <b>{sol(lamports(amount), 4)}</b>}
            </li>
          ))}
        </ul>
      )}
      {waitingPayments.some((one) => !isOwn(one)) && (
        <Link to={`${adminTabPath("payouts")}?status=pending`} className={linkLook}>
          {t("openPending")}
        </Link>
      )}
      {waitingPayments.some(isOwn) && (
        <Link to={adminTabPath("wallets")} className={linkLook}>
          {t("openWallets")}
        </Link>
      )}
    </Part>
  );
}
