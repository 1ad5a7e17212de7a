import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Lamports } from "../../../domain/lamports.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { Card } from "../../foundation/ui/card.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { ClaimCard } from "./claim-card.tsx";
import { CopyLink } from "./copy-link.tsx";
import { ReferredPlayers } from "./referred-players.tsx";
import { referralWords } from "./words.en.ts";

const PAGE = 20;
/** Percent of the fee, until the server has named its own rate. */
const DEFAULT_RATE = 5;

/**
 * What the player's link has brought in, and how to claim it; refetched each time the tab is selected.
 */
export function ReferralsTab({ address }: { readonly address: string }) {
  const player = usePlayer();
  const { t, percent } = useWords(referralWords);
  const rate = useQuery({
    queryKey: queryKeys.referralRate(),
    queryFn: () => fetchApi("getReferralRate", {}),
    refetchOnMount: "always",
  });
  const referrals = useInfiniteQuery({
    queryKey: queryKeys.referrals(address),
    queryFn: ({ pageParam: cursor }) =>
      fetchApi("getReferrals", {
        params: { wallet: address },
        query: { limit: PAGE, ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
  if (player.kind !== "player") return null;
  const totals = referrals.data?.pages[0];
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-lg">{t("yourLink")}</h2>
          <p className="text-sm text-muted">
            {t("rate", { rate: percent(rate.data?.referralRate ?? DEFAULT_RATE) })}
          </p>
        </div>
        <CopyLink user={player.user} />
      </section>
      <div className="grid gap-4 tablet:grid-cols-[minmax(0,1fr)_292px]">
        <Card heading={t("earnedSoFar")}>
          <dl className="grid flex-1 content-around pb-2">
            <Figure name={t("totalEarnings")} amount={totals?.totalEarnings} isMain />
            <Figure name={t("totalVolume")} amount={totals?.totalReferredWager} />
            <Figure name={t("totalReferrals")} count={totals?.totalReferrals} />
          </dl>
        </Card>
        <ClaimCard address={address} />
      </div>
      <ReferredPlayers
        pages={referrals.data?.pages ?? null}
        hasFailed={referrals.isError}
        retry={() => void referrals.refetch()}
        more={referrals.hasNextPage ? () => void referrals.fetchNextPage() : null}
      />
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly amount?: Lamports | undefined;
  readonly count?: number | undefined;
  readonly isMain?: boolean;
}

/** A dash until the server has answered: the page does not report that it did not. */
function Figure({ name, amount, count, isMain = false }: FigureProps) {
  const { sol, whole } = useWords(referralWords);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-t border-hair px-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd translate="no" className={`figure whitespace-nowrap ${isMain ? "text-xl text-bright" : "text-lg"}`}>
        {count !== undefined && whole(count)}
        {amount !== undefined && (
          <>
            {sol(amount, 4)} <span className="font-ui text-xs font-bold text-muted">SOL</span>
          </>
        )}
        {count === undefined && amount === undefined && "–"}
      </dd>
    </div>
  );
}
