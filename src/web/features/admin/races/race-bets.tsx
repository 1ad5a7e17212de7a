import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { raceBetOrders } from "../../../../contract/races/admin-races.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, Sol } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { NamedTransaction } from "../kit/transaction-link.tsx";
import { useChange } from "../kit/use-change.ts";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { netResult } from "./net-result.ts";
import { type AdminRace, refreshMs } from "./race-status.tsx";
import { racesWords } from "./words.en.ts";

type Bet = Reply<Api["getRaceDetails"]>["bets"][number];

const PAGE = 50;

/** The bets of a race with the result of each, each with its refund. */
export function RaceBets({ race, isNarrow }: { readonly race: AdminRace; readonly isNarrow: boolean }) {
  const { t } = useWords(racesWords);
  const walletAddress = useAdminAddress();
  const [refunded, setRefunded] = useState<Bet | null>(null);
  const { listQuery, text, setText, serverOrder } = useListSearch(raceBetOrders);
  const list = usePages(
    "getRaceDetails",
    { id: race.id, bets: true, ...listQuery },
    async (page) => {
      const reply = await fetchApi("getRaceDetails", {
        params: { id: race.id },
        query: { walletAddress, limit: PAGE, ...page, ...listQuery },
      });
      return { rows: reply.bets, nextCursor: reply.nextCursor };
    },
    { keepsRows: true, everyMs: () => refreshMs(race) },
  );
  return (
    <Part heading={t("bets")}>
      <SearchField label={t("betSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
      <DataTable
        label={t("bets")}
        list={list}
        columns={useColumns(race, setRefunded)}
        keyOf={(bet) => bet.id}
        isNarrow={isNarrow}
        serverOrder={serverOrder}
        remembers="bets"
        empty={t(text === "" ? "noBets" : "noBetFound")}
        failed={t("detailsFailed")}
      />
      {refunded !== null && <RefundBet race={race} bet={refunded} onClose={() => setRefunded(null)} />}
    </Part>
  );
}

const resultTones = { win: "good", loss: "plain", refunded: "info", pending: "plain" } as const;

/** Why a bet cannot be refunded individually (rule MONEY-23); null if it can. */
function whyKept(race: AdminRace, { result }: Bet): "winningKept" | "lockedKept" | null {
  if (result === "win") return "winningKept";
  const isLocked = race.status === "active" || (race.status === "completed" && result === null);
  return isLocked ? "lockedKept" : null;
}

function useColumns(race: AdminRace, refund: (bet: Bet) => void): readonly Column<Bet>[] {
  const { t, signedSol } = useWords(racesWords);
  const who = (bet: Bet) => bet.username ?? t("noProfile");
  return [
    { id: "user", head: t("user"), onCard: "title", cell: who },
    {
      id: "wallet",
      head: t("wallet"),
      onCard: "none",
      cell: (bet) => <Prefix text={bet.user_wallet} label={who(bet)} />,
    },
    {
      id: "horse",
      head: t("horse"),
      cell: (bet) =>
        bet.horse_name === null ? (
          <span className="text-muted">{t("hidden")}</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <svg aria-hidden width="10" height="10" viewBox="0 0 10 10" className="shrink-0">
              <circle cx="5" cy="5" r="5" fill={bet.horse_color ?? "none"} />
            </svg>
            {bet.horse_name}
          </span>
        ),
    },
    {
      id: "stake",
      head: t("betAmount"),
      isFigure: true,
      sortBy: "server",
      cell: (bet) =>
        bet.bet_amount === null ? (
          <span className="text-muted">{t("hidden")}</span>
        ) : (
          <Sol amount={bet.bet_amount} />
        ),
    },
    {
      id: "payout",
      head: t("payout"),
      isFigure: true,
      sortBy: "server",
      cell: (bet) => <Sol amount={bet.payout_amount} />,
    },
    {
      id: "net",
      head: t("netResult"),
      isFigure: true,
      sortBy: (bet) => netResult(bet) ?? signedLamports(0n),
      cell: (bet) => {
        const net = netResult(bet);
        if (net === null) return <span className="text-muted">{t("hidden")}</span>;
        return (
          <span className={net > 0n ? "text-good" : net === 0n ? "font-normal text-muted" : ""}>
            {signedSol(net, 4)}
          </span>
        );
      },
    },
    {
      id: "result",
      head: t("result"),
      onCard: "aside",
      cell: (bet) => <Tag tone={resultTones[bet.result ?? "pending"]}>{t(bet.result ?? "undecided")}</Tag>,
    },
    {
      id: "transactions",
      head: t("transactions"),
      isExtra: true,
      cell: (bet) => (
        <span className="flex gap-3">
          <NamedTransaction signature={bet.bet_signature} label={t("stake")} />
          <NamedTransaction signature={bet.payout_signature} label={t("payout")} />
        </span>
      ),
    },
    {
      id: "refund",
      head: t("action"),
      onCard: "foot",
      cell: (bet) => {
        if (bet.result === "refunded") return null;
        const why = whyKept(race, bet);
        if (why !== null)
          return (
            <span title={t(why)} className="text-muted">
              <span aria-hidden className="max-tablet:hidden">
                –
              </span>
              <span className="tablet:sr-only">{t(why)}</span>
            </span>
          );
        return (
          <Button
            look="quiet"
            className="-mx-3 underline underline-offset-4"
            aria-label={t("refundBetOf", { name: who(bet) })}
            onClick={() => refund(bet)}
          >
            {t("refund")}
          </Button>
        );
      },
    },
  ];
}

interface RefundBetProps {
  readonly race: AdminRace;
  readonly bet: Bet;
  readonly onClose: () => void;
}

/** Asks before one bet is refunded; after the settlement, at the house's cost, for its amount to be typed. */
function RefundBet({ race, bet, onClose }: RefundBetProps) {
  const { t, sol } = useWords(racesWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const change = useChange({
    call: "refundBet",
    stale: ["getRaceDetails", "listAllRaces", "previewRaceRefund"],
    done: t("betRefunded"),
    failed: t("refundBetFailed"),
  });
  return (
    <ConfirmDialog
      title={t("refundBetOf", { name: bet.username ?? t("noProfile") })}
      action={bet.bet_amount === null ? t("refund") : t("refundAmount", { amount: sol(bet.bet_amount, 4) })}
      isDanger
      {...(race.status === "completed" && bet.bet_amount !== null && { phrase: formatSol(bet.bet_amount) })}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          { body: { adminWallet, betId: bet.id, reason: reasonOf(reason) } },
          { onSettled: onClose },
        )
      }
    >
      <p className="mb-4">{t("refundBetAbout")}</p>
      <ReasonField
        label={t("reasonOptional")}
        aside={t("reasonPublic")}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
