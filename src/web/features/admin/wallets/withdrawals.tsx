import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { withdrawalOrders } from "../../../../contract/house-wallets/house-wallets.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { REFRESH_MS } from "./house.ts";
import { statusTones } from "./status-tones.ts";
import { walletsWords } from "./words.en.ts";

type Queue = Reply<Api["getWithdrawalQueue"]>;
type Withdrawal = Queue["withdrawals"][number];

const PAGE = 50;

/** The withdrawals that are not final, oldest first, and what all of them come to. */
export function Withdrawals() {
  const { t, sol } = useWords(walletsWords);
  const walletAddress = useAdminAddress();
  const [waiting, setWaiting] = useState<Queue["waiting"] | null>(null);
  const { listQuery, text, setText, serverOrder } = useListSearch(withdrawalOrders);
  const list = usePages(
    "getWithdrawalQueue",
    listQuery,
    async (page) => {
      const query = { walletAddress, limit: PAGE, ...page, ...listQuery };
      const reply = await fetchApi("getWithdrawalQueue", { query });
      setWaiting(reply.waiting);
      return { rows: reply.withdrawals, nextCursor: reply.nextCursor };
    },
    { keepsRows: true, everyMs: () => REFRESH_MS },
  );
  return (
    <Part
      heading={t("withdrawals")}
      aside={
        waiting === null || waiting.count === 0
          ? undefined
          : t("waitingSum", { amount: sol(waiting.amount, 4), count: waiting.count })
      }
    >
      {((waiting?.count ?? 0) > 1 || text !== "") && (
        <SearchField label={t("withdrawalSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
      )}
      <DataTable
        label={t("withdrawals")}
        list={list}
        columns={useColumns()}
        keyOf={({ id }) => id}
        serverOrder={serverOrder}
        remembers="withdrawals"
        empty={t(text === "" ? "noWithdrawals" : "noWithdrawalFound")}
        failed={t("loadFailed")}
      />
    </Part>
  );
}

function useColumns(): readonly Column<Withdrawal>[] {
  const { t, dayAndTime } = useWords(walletsWords);
  return [
    { id: "id", head: t("id"), onCard: "foot", cell: ({ id }) => <Prefix text={id} label={t("id")} /> },
    {
      id: "user",
      head: t("username"),
      onCard: "title",
      sortBy: ({ username }) => username?.toLowerCase() ?? "",
      cell: ({ username }) =>
        username === null ? (
          <span className="font-normal text-muted">{t("noName")}</span>
        ) : (
          <span className="block max-w-44 truncate font-bold">{username}</span>
        ),
    },
    {
      id: "wallet",
      head: t("userWallet"),
      cell: ({ user_wallet: wallet }) => <Prefix text={wallet} label={t("userWallet")} />,
    },
    {
      id: "amount",
      head: t("amount"),
      isFigure: true,
      sortBy: "server",
      cell: ({ amount }) => <Sol amount={amount} />,
    },
    {
      id: "destination",
      head: t("destination"),
      cell: ({ destination_address: to }) => <Prefix text={to} label={t("destination")} />,
    },
    {
      id: "status",
      head: t("status"),
      onCard: "aside",
      cell: ({ status }) => <Chip tone={statusTones[status]}>{t(status)}</Chip>,
    },
    {
      id: "created",
      head: t("created"),
      sortBy: "server",
      cell: ({ created_at: at }) => <span className="text-muted">{dayAndTime(at)}</span>,
    },
  ];
}
