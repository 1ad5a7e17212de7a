import { unprofiledOrders } from "../../../../contract/players/unprofiled-wallets.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, prefixOf, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Drawer } from "../kit/drawer.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { useAnswer, usePages } from "../kit/use-rows.ts";
import { BalancePart } from "./balance-part.tsx";
import { BanOfWallet } from "./restrictions.tsx";
import { usersWords } from "./words.en.ts";

interface UnprofiledWallet {
  readonly wallet_address: string;
  readonly balance: Lamports;
}

/** Wallets that hold money here without a profile: what they hold, and a way to set it. */
export function UnprofiledWallets({
  opened,
  open,
}: {
  readonly opened: string | null;
  readonly open: (wallet: string | null) => void;
}) {
  const { t } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, isSearchable, serverOrder } = useListSearch(unprofiledOrders);
  const list = usePages(
    "listUnprofiledWallets",
    listQuery,
    async (page) => {
      const reply = await fetchApi("listUnprofiledWallets", {
        query: { walletAddress, ...page, ...listQuery },
      });
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
      <BannedWallets open={open} />
      {opened !== null && <OneWallet key={opened} wallet={opened} onClose={() => open(null)} />}
    </Part>
  );
}

function useColumns(): readonly Column<UnprofiledWallet>[] {
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

/** Those that are banned, whether they hold anything or not; nothing while there are none. */
function BannedWallets({ open }: { readonly open: (wallet: string) => void }) {
  const { t, moment } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { data } = useAnswer("listBannedWallets", { query: { walletAddress } });
  return (
    <ul aria-label={t("banned")} className="-mb-px border-t border-hair empty:hidden">
      {data?.wallets.map(({ wallet_address: wallet, banned_until: until, reason }) => (
        <li key={wallet} className="flex flex-wrap items-center gap-x-3 border-b border-hair px-4 py-1">
          <Button
            look="quiet"
            className="-ml-3 font-mono text-xs underline underline-offset-4"
            onClick={() => open(wallet)}
          >
            {prefixOf(wallet)}
          </Button>
          <span className="text-sm text-bad">{t("bannedUntil", { time: moment(until) })}</span>
          <span className="min-w-0 text-sm break-words text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** A wallet without a profile: its balance, if it ever had one, and its ban. */
export function OneWallet({ wallet, onClose }: { readonly wallet: string; readonly onClose: () => void }) {
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
      {data !== undefined && (
        <>
          {data.wallet.balance === null ? (
            <p className="border-t border-hair px-5 py-4 text-sm text-muted">{t("neverHeld")}</p>
          ) : (
            <BalancePart
              user={{ ...data.wallet, balance: data.wallet.balance, username: prefixOf(wallet) }}
            />
          )}
          <BanOfWallet wallet={data.wallet} />
        </>
      )}
    </Drawer>
  );
}
