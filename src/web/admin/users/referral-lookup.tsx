import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../../contract/api.ts";
import { pagePaths } from "../../../contract/pages.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../lib/api.ts";
import { errorText } from "../../lib/call-refused.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { Facts, Prefix, Sol } from "../kit/bits.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { loadedRows, type Rows } from "../kit/use-rows.ts";
import { usersWords } from "./words.en.ts";

type Profile = Reply<Api["getReferralProfile"]>;
type Referral = Profile["referrals"][number];

const PAGE = 50;

interface Asked {
  readonly identifier: string;
  /** Cursor of the page; the first page if absent. */
  readonly cursor?: string;
}

/** The players whom a player referred, found by username or wallet, by pages (rules ADMIN-11 and REFERRAL-13). */
export function ReferralLookup() {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const [text, setText] = useState("");
  const [pages, setPages] = useState<readonly Profile[]>([]);
  const lookup = useMutation({
    mutationFn: (asked: Asked) =>
      fetchApi("getReferralProfile", { body: { adminWallet, limit: PAGE, ...asked } }),
    onMutate: ({ cursor }) => {
      if (cursor === undefined) setPages([]);
    },
    onSuccess: (page, { cursor }) => {
      setPages((before) => [...before, page]);
      if (cursor === undefined) banner.good(t("profileLoaded"));
    },
    onError: (error) => banner.bad(errorText(error, t("profileFailed"))),
  });
  const [profile] = pages;
  const cursor = pages.at(-1)?.nextCursor ?? null;
  return (
    <Part heading={t("referralLookup")}>
      <form
        className="flex flex-wrap gap-3 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") lookup.mutate({ identifier: text.trim() });
        }}
      >
        <SearchField label={t("usernameOrWallet")} value={text} onChange={setText} className="flex-1" />
        <Button type="submit" disabled={text.trim() === "" || lookup.isPending}>
          {t("lookUp")}
        </Button>
      </form>
      {profile !== undefined && (
        <ReferralProfile
          profile={profile}
          referrals={{
            ...loadedRows(pages.flatMap((page) => page.referrals)),
            more:
              cursor === null
                ? null
                : () => lookup.mutate({ identifier: profile.user.wallet_address, cursor }),
            isLoadingMore: lookup.isPending,
          }}
        />
      )}
    </Part>
  );
}

interface ReferralProfileProps {
  readonly profile: Profile;
  readonly referrals: Rows<Referral>;
}

function ReferralProfile({ profile: { user, totals }, referrals }: ReferralProfileProps) {
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
      <div className="border-t border-hair">
        <DataTable
          label={t("referrals")}
          list={referrals}
          columns={useReferralColumns()}
          keyOf={(referral) => referral.id}
          empty={t("broughtNobody")}
          failed={t("profileFailed")}
        />
      </div>
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
    { id: "joined", head: t("joined"), cell: ({ created_at: at }) => day(at) },
    {
      id: "wager",
      head: t("wagered"),
      isFigure: true,
      cell: ({ total_referred_wager: amount }) => (amount === null ? "***" : <Sol amount={amount} />),
    },
    {
      id: "earned",
      head: t("earned"),
      isFigure: true,
      cell: ({ total_earned: amount }) => (amount === null ? "***" : <Sol amount={amount} />),
    },
  ];
}
