import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { pagePaths } from "../../../../contract/pages.ts";
import { referralOrders } from "../../../../contract/referrals/referrals.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { copyText } from "../../../foundation/ui/copy-button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { Facts, Prefix, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { refetchAnswers } from "../kit/use-change.ts";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { usersWords } from "./words.en.ts";

type Profile = Reply<Api["getReferralProfile"]>;
type Referral = Profile["referrals"][number];

const PAGE = 50;

/** A player, found by username or wallet, and the players whom they referred. */
export function ReferralLookup() {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const [text, setText] = useState("");
  const lookup = useMutation({
    mutationFn: (identifier: string) =>
      fetchApi("getReferralProfile", { body: { adminWallet, identifier, limit: 1 } }),
    onSuccess: () => {
      banner.good(t("profileLoaded"));
      // The list of the same player may be from an earlier lookup.
      return refetchAnswers(adminWallet, "getReferralProfile");
    },
    onError: (error) => banner.bad(errorText(error, t("profileFailed"))),
  });
  const profile = lookup.data;
  return (
    <Part heading={t("referralLookup")}>
      <form
        className="flex flex-wrap gap-3 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") lookup.mutate(text.trim());
        }}
      >
        <SearchField label={t("usernameOrWallet")} value={text} onChange={setText} className="flex-1" />
        <Button type="submit" disabled={text.trim() === "" || lookup.isPending}>
          {t("lookUp")}
        </Button>
      </form>
      {profile !== undefined && <ReferralProfile key={profile.user.wallet_address} profile={profile} />}
    </Part>
  );
}

function ReferralProfile({ profile: { user, totals } }: { readonly profile: Profile }) {
  const { t, sol, whole } = useWords(usersWords);
  const link = `${location.origin}${pagePaths.referral.replace(":code", encodeURIComponent(user.username))}`;
  return (
    <div className="border-t border-hair">
      <Facts
        facts={[
          [t("user"), user.username],
          [t("totalEarnings"), sol(totals.totalEarnings, 4)],
          [t("totalReferredWager"), sol(totals.totalReferredWager, 4)],
          [t("referrals"), whole(totals.totalReferrals)],
        ]}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hair px-4 py-2 text-sm">
        <span className="text-muted">{t("referralLink")}</span>
        <code className="min-w-0 font-mono text-xs break-all">{link}</code>
        <Button look="quiet" onClick={() => void copyText(link, t("linkCopied"))}>
          {t("copyLink")}
        </Button>
        <Prefix text={user.wallet_address} label={user.username} />
      </p>
      <Referrals identifier={user.wallet_address} />
    </div>
  );
}

/** The players whom somebody referred, sorted and searched by the server. */
function Referrals({ identifier }: { readonly identifier: string }) {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const { listQuery, text, setText, isSearchable, serverOrder } = useListSearch(referralOrders);
  const list = usePages(
    "getReferralProfile",
    { identifier, ...listQuery },
    async (page) => {
      const body = { adminWallet, identifier, limit: PAGE, ...page, ...listQuery };
      const { referrals, nextCursor } = await fetchApi("getReferralProfile", { body });
      return { rows: referrals, nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <div className="border-t border-hair">
      {isSearchable(list.rows) && (
        <SearchField label={t("referralSearch")} value={text} onChange={setText} className="m-4 mb-3" />
      )}
      <DataTable
        label={t("referrals")}
        list={list}
        columns={useReferralColumns()}
        keyOf={(referral) => referral.id}
        serverOrder={serverOrder}
        empty={t(text === "" ? "broughtNobody" : "noReferralFound")}
        failed={t("profileFailed")}
      />
    </div>
  );
}

function useReferralColumns(): readonly Column<Referral>[] {
  const { t, day } = useWords(usersWords);
  return [
    { id: "user", head: t("user"), onCard: "title", cell: ({ username }) => username },
    {
      id: "wallet",
      head: t("wallet"),
      onCard: "foot",
      cell: ({ referred_wallet: wallet, username }) => <Prefix text={wallet} label={username} />,
    },
    { id: "joined", head: t("joined"), sortBy: "server", cell: ({ created_at: at }) => day(at) },
    {
      id: "wagered",
      head: t("wagered"),
      isFigure: true,
      sortBy: "server",
      cell: ({ total_referred_wager: amount }) => (amount === null ? "***" : <Sol amount={amount} />),
    },
    {
      id: "earned",
      head: t("earned"),
      isFigure: true,
      sortBy: "server",
      cell: ({ total_earned: amount }) => (amount === null ? "***" : <Sol amount={amount} />),
    },
  ];
}
