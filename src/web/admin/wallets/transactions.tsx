import { useState } from "react";
import { useWords } from "../../words/use-words.ts";
import { Chip, Prefix, Sol } from "../kit/bits.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import { loadedRows } from "../kit/use-rows.ts";
import { TransactionLink } from "../kit/transaction-link.tsx";
import type { House, HouseTransaction } from "./house.ts";
import { statusTones } from "./status-tones.ts";
import { walletsWords } from "./words.en.ts";

const SHOWN_AT_FIRST = 10;

const typeTexts = {
  anchor: "anchorTransaction",
  deposit: "depositTransaction",
  manual: "manualTransaction",
  payout: "payoutTransaction",
  referral: "referralTransaction",
  sweep: "sweepTransaction",
  withdrawal: "withdrawalTransaction",
} as const satisfies Readonly<Record<HouseTransaction["transaction_type"], string>>;

/** The latest incoming and outgoing transactions, newest first (rule ADMIN-22). */
export function Transactions({ house }: { readonly house: House }) {
  const { t } = useWords(walletsWords);
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? house.recentTransactions : house.recentTransactions.slice(0, SHOWN_AT_FIRST);
  return (
    <Part heading={t("transactions")}>
      <DataTable
        label={t("transactions")}
        list={{
          ...loadedRows(rows),
          more: rows.length < house.recentTransactions.length ? () => setWhole(true) : null,
        }}
        columns={useColumns(new Map(house.wallets.map(({ address, type }) => [address, type])))}
        keyOf={({ id }) => id}
        empty={t("noTransactions")}
        failed={t("loadFailed")}
      />
    </Part>
  );
}

function useColumns(
  own: ReadonlyMap<string, House["wallets"][number]["type"]>,
): readonly Column<HouseTransaction>[] {
  const { t, dayAndTime } = useWords(walletsWords);
  const address = (of: string | null, label: string) => {
    if (of === null) return <span className="text-muted">–</span>;
    const kind = own.get(of);
    return kind === undefined ? (
      <Prefix text={of} label={label} />
    ) : (
      <span className="text-muted">{t(kind)}</span>
    );
  };
  return [
    {
      id: "type",
      head: t("type"),
      onCard: "title",
      sortBy: ({ transaction_type: type }) => type,
      cell: ({ transaction_type: type }) => t(typeTexts[type]),
    },
    {
      id: "amount",
      head: t("amount"),
      isFigure: true,
      sortBy: ({ amount }) => amount,
      cell: ({ amount }) => <Sol amount={amount} />,
    },
    { id: "from", head: t("from"), cell: ({ from_address: from }) => address(from, t("from")) },
    { id: "to", head: t("to"), cell: ({ to_address: to }) => address(to, t("to")) },
    {
      id: "status",
      head: t("status"),
      onCard: "aside",
      cell: ({ status }) => <Chip tone={statusTones[status]}>{t(status)}</Chip>,
    },
    {
      id: "tx",
      head: t("tx"),
      cell: ({ signature }) => <TransactionLink signature={signature} label={t("tx")} />,
    },
    {
      id: "created",
      head: t("created"),
      sortBy: ({ created_at: at }) => at.getTime(),
      cell: ({ created_at: at }) => <span className="text-muted">{dayAndTime(at)}</span>,
    },
  ];
}
