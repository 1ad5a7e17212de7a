import { Link } from "wouter";
import type * as z from "zod/mini";
import type { payout as payoutShape } from "../../../../contract/payouts/admin-payouts.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, Prefix, prefixOf, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { spanText } from "../kit/time-span.ts";
import { TransactionLink } from "../kit/transaction-link.tsx";
import { useChange } from "../kit/use-change.ts";
import { useServerNow } from "../kit/use-server-now.ts";
import { kitWords } from "../kit/words.en.ts";
import { adminTabPath } from "../tab-path.ts";
import { payoutsWords } from "./words.en.ts";

type Payout = z.output<typeof payoutShape>;

const tones = { completed: "good", failed: "bad", pending: "warn" } as const;

/** What the list of payments shows of each, with the retry. */
export function usePayoutColumns(): readonly Column<Payout>[] {
  const { t, dayAndTime, whole } = useWords(payoutsWords);
  return [
    {
      id: "created",
      head: t("date"),
      onCard: "title",
      sortBy: "server",
      cell: (payout) => dayAndTime(payout.processed_at ?? payout.created_at),
    },
    {
      id: "user",
      head: t("userWallet"),
      cell: ({ user_wallet: wallet }) =>
        wallet === null ? "–" : <Prefix text={wallet} label={t("userWallet")} />,
    },
    {
      id: "to",
      head: t("toAddress"),
      cell: ({ to_address: to }) => (to === null ? "–" : <Prefix text={to} label={t("toAddress")} />),
    },
    {
      id: "amount",
      head: t("amount"),
      isFigure: true,
      sortBy: "server",
      cell: ({ amount }) => <Sol amount={amount} decimals={6} />,
    },
    {
      id: "status",
      head: t("status"),
      onCard: "aside",
      cell: (payout) => (
        <Chip tone={tones[payout.status]}>
          {t(payout.state === "unknown" || payout.state === "cancelled" ? payout.state : payout.status)}
        </Chip>
      ),
    },
    {
      id: "tx",
      head: t("tx"),
      cell: ({ solana_tx_signature: signature }) => <TransactionLink signature={signature} label={t("tx")} />,
    },
    {
      id: "race",
      head: t("race"),
      cell: ({ race_id: id }) =>
        id === null ? (
          <span className="text-muted">–</span>
        ) : (
          <Link
            to={`${adminTabPath("races")}?race=${id}`}
            className="relative z-1 inline-flex min-h-6 items-center font-bold underline underline-offset-4"
          >
            {raceLabel(id)}
          </Link>
        ),
    },
    {
      id: "error",
      head: t("errorOrWait"),
      onCard: "foot",
      cell: (payout) => <PaymentState payout={payout} />,
    },
    { id: "retries", head: t("retries"), isFigure: true, cell: (payout) => whole(payout.retry_count) },
    {
      id: "retry",
      head: t("action"),
      onCard: "foot",
      cell: (payout) => (canRetry(payout) ? <RetryButton payout={payout} /> : null),
    },
  ];
}

/** What a payment waits for, and what lets it continue. */
const waitTexts = {
  unknown: ["whyUnknown", "thenUnknown"],
  "no-leader": ["whyNoLeader", "thenNoLeader"],
  "chain-silent": ["whyChainSilent", "thenChainSilent"],
  confirming: ["whyConfirming", "thenConfirming"],
  locked: ["whyLocked", "thenLocked"],
  halted: ["whyHalted", "thenHalted"],
  pausing: ["whyPausing", "thenPausing"],
  "hot-wallet-short": ["whyHotWalletShort", "thenHotWalletShort"],
  queued: ["whyQueued", "thenQueued"],
} as const satisfies Record<NonNullable<Payout["waits_for"]>, readonly [string, string]>;

/** What went wrong, or what a payment waits for and what lets it continue (rule PAYOUTS-4). */
function PaymentState({ payout }: { readonly payout: Payout }) {
  const { error_message: error, waits_for: reason, next_try_at: nextTry } = payout;
  const { t } = useWords(payoutsWords);
  if (error === null && reason === null) return null;
  return (
    <span className="block max-w-72 min-w-44 py-1.5 text-xs whitespace-normal">
      {error !== null && (
        <span title={error} className="line-clamp-3 text-bad">
          {error}
        </span>
      )}
      {reason !== null && (
        <>
          <span className="block font-bold">{t(waitTexts[reason][0])}</span>
          <span className="block text-muted">
            {t(waitTexts[reason][1])}
            {nextTry !== null && <NextTry at={nextTry} />}
          </span>
        </>
      )}
    </span>
  );
}

/** How long until the worker retries automatically. */
function NextTry({ at }: { readonly at: Date }) {
  const { t } = useWords(payoutsWords);
  const kit = useWords(kitWords);
  const now = useServerNow();
  return <> {t("nextTry", { time: spanText(at.getTime() - now, kit) })}</>;
}

/**
 * The worker alone retries what the house sends to itself or to nobody. A transfer that has failed is made again under
 * House Wallets, with all that confirms one (rule PAYOUTS-2).
 */
const canRetry = ({ status, kind }: Payout) =>
  status !== "completed" &&
  kind !== "sweep" &&
  kind !== "notary" &&
  kind !== "anchor" &&
  !(status === "failed" && kind === "manual");

function RetryButton({ payout }: { readonly payout: Payout }) {
  const { t, sol } = useWords(payoutsWords);
  const adminWallet = useAdminAddress();
  const retry = useChange({
    call: "retryPayout",
    stale: ["listPayouts"],
    done: t("retried"),
    unchanged: ({ payout: { waits_for: reason } }) =>
      t("retryWaits", { reason: t(reason === null ? "whyQueued" : waitTexts[reason][0]) }),
    failed: t("retryFailed"),
  });
  return (
    <Button
      look="quiet"
      className="relative z-1 -mx-3 underline underline-offset-4"
      aria-label={t("retryOf", {
        amount: sol(payout.amount, 6),
        address: prefixOf(payout.to_address ?? payout.id),
      })}
      disabled={retry.isPending}
      onClick={() => retry.mutate({ params: { id: payout.id }, body: { adminWallet } })}
    >
      {t("retry")}
    </Button>
  );
}
