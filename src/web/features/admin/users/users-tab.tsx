import { Suspense, useState } from "react";
import { playerFlags, playerOrders } from "../../../../contract/players/admin-players.ts";
import { parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { later } from "../../../foundation/lib/later.ts";
import { Slot } from "../../../foundation/live/slots.tsx";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Chips } from "../kit/fields.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { AdminSessions } from "./admin-sessions.tsx";
import { Admins } from "./admins.tsx";
import { ReferralLookup } from "./referral-lookup.tsx";
import { UnprofiledWallets } from "./unprofiled-wallets.tsx";
import { type AdminUser, Marks } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

const UserDrawer = later(async () => (await import("./user-drawer.tsx")).UserDrawer);

const PAGE = 50;

const flags = ["all", ...playerFlags] as const;
const flagWords = {
  all: "all",
  muted: "muted",
  banned: "banned",
  moderator: "moderators",
  streamer: "streamers",
  partner: "partners",
} as const;

/**
 * All players: searched, filtered, listed, one of them opened next to the list, and reported messages.
 */
export function UsersTab() {
  const initialSearch = useAddress()[0].get("search") ?? "";
  // A different search in the address starts over.
  return <UserList key={initialSearch} initialSearch={initialSearch} />;
}

function UserList({ initialSearch }: { readonly initialSearch: string }) {
  const { t } = useWords(usersWords);
  const [address, change] = useAddress();
  const opened = address.get("wallet");
  const openedUnprofiled = address.get("unprofiled");
  // One drawer at a time.
  const open = (wallet: string | null) => change({ wallet, unprofiled: null });
  const isBeside = opened !== null || openedUnprofiled !== null;
  const { listQuery, text, setText, serverOrder } = useListSearch(playerOrders, initialSearch);
  const [flag, setFlag] = useState<(typeof flags)[number]>("all");
  const walletAddress = useAdminAddress();
  const usersQuery = { ...listQuery, ...(flag !== "all" && { flag }) };
  const list = usePages(
    "listUsers",
    usersQuery,
    async (page) => {
      const reply = await fetchApi("listUsers", {
        query: { walletAddress, limit: PAGE, ...page, ...usersQuery },
      });
      return { rows: reply.users, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  const search = text.trim();
  const userOfName = list.rows?.find(({ username }) => username.toLowerCase() === search.toLowerCase());
  const wallet = parseWalletAddress(search).ok ? search : userOfName?.wallet_address;
  const step = (by: 1 | -1) => {
    const at = list.rows?.findIndex((user) => user.wallet_address === opened) ?? -1;
    const next = list.rows?.[at + by];
    if (at !== -1 && next !== undefined) open(next.wallet_address);
  };
  return (
    <TabPage title={t("title")}>
      <div className={isBeside ? "wide:mr-[452px]" : ""}>
        <div className="flex flex-col gap-3">
          <search>
            <form
              className="flex flex-wrap gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                if (wallet !== undefined) open(wallet);
              }}
            >
              <SearchField label={t("search")} value={text} onChange={setText} className="flex-1" />
              <Button type="submit" disabled={wallet === undefined}>
                {t("loadUser")}
              </Button>
            </form>
          </search>
          <Chips
            label={t("show")}
            value={flag}
            onChange={setFlag}
            options={flags.map((value) => ({ value, label: t(flagWords[value]) }))}
          />
          <Part heading={t("allUsers")}>
            <DataTable
              serverOrder={serverOrder}
              remembers="users"
              label={t("allUsers")}
              list={list}
              columns={useColumns()}
              keyOf={(user) => user.wallet_address}
              empty={t("nobody")}
              failed={t("failed")}
              open={(user) => open(user.wallet_address)}
              isOpen={(user) => user.wallet_address === opened}
              isNarrow={isBeside}
            />
          </Part>
          <UnprofiledWallets
            opened={openedUnprofiled}
            open={(wallet) => change({ unprofiled: wallet, wallet: null })}
          />
          <Admins />
          <AdminSessions />
          <Slot name="admin-users" given={{ address: walletAddress }} />
          <ReferralLookup />
        </div>
      </div>
      {opened !== null && (
        <Suspense>
          <UserDrawer key={opened} wallet={opened} onClose={() => open(null)} step={step} />
        </Suspense>
      )}
    </TabPage>
  );
}

function useColumns(): readonly Column<AdminUser>[] {
  const { t, day } = useWords(usersWords);
  return [
    {
      id: "username",
      head: t("user"),
      onCard: "title",
      sortBy: "server",
      cell: (user) => (
        <>
          <span className="max-w-44 truncate">{user.username}</span>
          <Marks user={user} />
        </>
      ),
    },
    {
      id: "wallet",
      head: t("wallet"),
      onCard: "foot",
      sortBy: "server",
      cell: (user) => <Prefix text={user.wallet_address} label={user.username} />,
    },
    {
      id: "balance",
      head: t("balance"),
      isFigure: true,
      sortBy: "server",
      cell: (user) => <Sol amount={user.balance} />,
    },
    {
      id: "wagered",
      head: t("wagered"),
      isFigure: true,
      sortBy: "server",
      cell: (user) => <Sol amount={user.total_wagered} />,
    },
    {
      id: "won",
      head: t("won"),
      isFigure: true,
      isExtra: true,
      sortBy: "server",
      cell: (user) => <Sol amount={user.total_won} />,
    },
    {
      id: "joined",
      head: t("joined"),
      isExtra: true,
      onCard: "none",
      sortBy: "server",
      cell: (user) => <span className="text-muted">{day(user.created_at)}</span>,
    },
  ];
}
