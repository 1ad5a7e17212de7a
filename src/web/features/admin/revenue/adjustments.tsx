import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { Link } from "wouter";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import type { Rows } from "../kit/use-rows.ts";
import { adminTabPath } from "../tab-path.ts";
import { SignedSol } from "../kit/signed-sol.tsx";
import { revenueWords } from "./words.en.ts";

type Revenue = Reply<Api["getRevenue"]>;
type Gift = Revenue["adminGifts"][number];
type Adjustment = Revenue["recentAdjustments"][number];

/** Which admin gave away how much. */
export function AdminGifts({ list }: { readonly list: Rows<Gift> }) {
  const { t, whole } = useWords(revenueWords);
  const columns: readonly Column<Gift>[] = [
    {
      id: "admin",
      head: t("admin"),
      onCard: "title",
      cell: ({ admin_wallet: wallet }) => <Prefix text={wallet} label={t("admin")} />,
    },
    {
      id: "count",
      head: t("adjustments"),
      isFigure: true,
      sortBy: (row) => row.adjustment_count,
      cell: (row) => whole(row.adjustment_count),
    },
    {
      id: "total",
      head: t("totalAmount"),
      isFigure: true,
      sortBy: (row) => row.total_amount,
      cell: (row) => <SignedSol amount={row.total_amount} />,
    },
  ];
  return (
    <Part heading={t("adminGifts")}>
      <DataTable
        label={t("adminGifts")}
        list={list}
        columns={columns}
        keyOf={(row) => row.admin_wallet}
        empty={t("noAdjustments")}
        failed={t("failed")}
      />
    </Part>
  );
}

/** The latest balances that admins set. */
export function RecentAdjustments({ list }: { readonly list: Rows<Adjustment> }) {
  const { t } = useWords(revenueWords);
  return (
    <Part heading={t("recentAdjustments")}>
      <DataTable
        label={t("recentAdjustments")}
        list={list}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={t("noAdjustments")}
        failed={t("failed")}
      />
    </Part>
  );
}

function useColumns(): readonly Column<Adjustment>[] {
  const { t, dayAndTime } = useWords(revenueWords);
  return [
    {
      id: "user",
      head: t("username"),
      onCard: "title",
      cell: (row) => (
        <Link
          to={`${adminTabPath("users")}?wallet=${row.user_wallet}`}
          className="inline-flex min-h-6 items-center underline decoration-transparent underline-offset-4 hover:decoration-current"
        >
          {row.username ?? row.user_wallet.slice(0, 8)}
        </Link>
      ),
    },
    {
      id: "date",
      head: t("date"),
      sortBy: (row) => row.created_at.getTime(),
      cell: (row) => <span className="text-muted">{dayAndTime(row.created_at)}</span>,
    },
    {
      id: "admin",
      head: t("admin"),
      cell: (row) => <Prefix text={row.admin_wallet} label={t("admin")} />,
    },
    {
      id: "previous",
      head: t("previous"),
      isFigure: true,
      cell: (row) => <Sol amount={row.previous_balance} />,
    },
    { id: "new", head: t("new"), isFigure: true, cell: (row) => <Sol amount={row.new_balance} /> },
    {
      id: "adjustment",
      head: t("adjustment"),
      isFigure: true,
      onCard: "aside",
      sortBy: (row) => row.adjustment_amount,
      cell: ({ adjustment_amount: amount }) => (
        <span className={amount < 0n ? "text-bad" : "text-good"}>
          <SignedSol amount={amount} />
        </span>
      ),
    },
    {
      id: "reason",
      head: t("reason"),
      onCard: "foot",
      cell: ({ reason }) =>
        reason === null || reason === "" ? (
          <span className="text-muted">{t("noReason")}</span>
        ) : (
          <span
            title={reason}
            className="line-clamp-2 max-w-64 min-w-32 text-xs break-words whitespace-normal"
          >
            {reason}
          </span>
        ),
    },
  ];
}
