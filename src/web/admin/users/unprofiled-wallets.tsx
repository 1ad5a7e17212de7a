import { unprofiledOrders } from "../../../contract/players/unprofiled-wallets.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { fetchApi } from "../../lib/api.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, prefixOf, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Drawer } from "../kit/drawer.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { useAnswer, usePages } from "../kit/use-rows.ts";
import { BalancePart } from "./balance-part.tsx";
import { usersWords } from "./words.en.ts";

interface Held {
  readonly wallet_address: string;
  readonly balance: Lamports;
}

/** Wallets that hold money here without a profile: what they hold, and a way to set it (rule ADMIN-64). */
export function UnprofiledWallets({
  opened,
  open,
}: {
  readonly opened: string | null;
  readonly open: (wallet: string | null) => void;
}) {
  const { t } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { asked, text, setText, isSearchable, serverOrder } = useListSearch(unprofiledOrders);
  const list = usePages(
    "listUnprofiledWallets",
    asked,
    async (page) => {
      const reply = await fetchApi("listUnprofiledWallets", { query: { walletAddress, ...page, ...asked } });
      return { rows: reply.wallets, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <Part heading={t("unprofiled")} aside={t("unprofiledAbout")}>
      {isSearchable(list.rows) && (
        <SearchField label={t("walletSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
      )}
      <DataTable
        label={t("unprofiled")}
        list={list}
        columns={useColumns()}
        keyOf={(one) => one.wallet_address}
        serverOrder={serverOrder}
        empty={t(text === "" ? "noUnprofiled" : "noWalletFound")}
        failed={t("failed")}
        open={(one) => open(one.wallet_address)}
        isOpen={(one) => one.wallet_address === opened}
      />
      {opened !== null && <OneWallet key={opened} wallet={opened} onClose={() => open(null)} />}
    </Part>
  );
}

function useColumns(): readonly Column<Held>[] {
  const { t } = useWords(usersWords);
  return [
    {
      id: "wallet",
      head: t("wallet"),
      onCard: "title",
      sortBy: "server",
      cell: (one) => (
        <>
          <span className="font-mono text-xs">{prefixOf(one.wallet_address)}</span>
          <Tag>{t("noProfile")}</Tag>
        </>
      ),
    },
    {
      id: "balance",
      head: t("balance"),
      isFigure: true,
      onCard: "aside",
      sortBy: "server",
      cell: ({ balance }) => <Sol amount={balance} />,
    },
  ];
}

function OneWallet({ wallet, onClose }: { readonly wallet: string; readonly onClose: () => void }) {
  const { t } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { data, error, refetch } = useAnswer("getUnprofiledWallet", {
    params: { wallet },
    query: { walletAddress },
  });
  return (
    <Drawer title={t("noProfile")} onClose={onClose}>
      <div className="flex items-center gap-3 px-5 py-3 text-muted">
        <Prefix text={wallet} label={t("wallet")} />
      </div>
      {data === undefined && error === null && <Skeleton className="m-5 h-24" />}
      {data === undefined && error !== null && (
        <LoadFailure error={error} fallback={t("detailsFailed")} retry={refetch} />
      )}
      {data !== undefined && <BalancePart user={{ ...data.wallet, username: prefixOf(wallet) }} />}
    </Drawer>
  );
}
