import type { User } from "../../../contract/players/players.ts";
import { refetchBalance, useBalance, useHasBalanceFailed } from "../../foundation/lib/balance.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { PrivacySwitch } from "./privacy-switch.tsx";
import { ProfitCard } from "./profit-card.tsx";
import { RecentRaces } from "./recent-races.tsx";
import { statTexts } from "./stats.ts";
import { playerWords } from "./words.en.ts";

/** The dashboard's first tab: news, money, figures, the latest races. */
export function DashboardTab({ address }: { readonly address: string }) {
  const player = usePlayer();
  if (player.kind !== "player") return null;
  const { user } = player;
  return (
    <div className="flex flex-col gap-3">
      <Slot name="dashboard-news" given={{ address }} />
      <section className="card grid tablet:grid-cols-[318px_minmax(0,1fr)]">
        <BalanceFigure address={address} />
        <StatStrip user={user} />
      </section>
      <div className="grid gap-3 tablet:grid-cols-[minmax(0,1fr)_292px]">
        <ProfitCard address={address} />
        <Slot name="dashboard" given={{ address }} />
      </div>
      <RecentRaces address={address} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Slot name="dashboard-referral" given={{ user }} />
        {user.is_streamer && <PrivacySwitch user={user} />}
      </div>
    </div>
  );
}

/** If nothing is known of the balance, only the log says why. */
function BalanceFigure({ address }: { readonly address: string }) {
  const balance = useBalance(address);
  const hasFailed = useHasBalanceFailed(address);
  const { t, sol } = useWords(playerWords);
  return (
    <div className="flex flex-col gap-2 border-divider px-4 py-2 max-tablet:border-b tablet:border-r">
      <div>
        <h2 className="font-ui text-xs font-medium text-muted">{t("balance")}</h2>
        {balance === undefined && !hasFailed && <Skeleton className="h-12" />}
        {balance === undefined && hasFailed && (
          <p className="flex min-h-12 items-center justify-between gap-2">
            <span translate="no" className="figure text-xl text-muted">
              –
            </span>
            <Button onClick={() => void refetchBalance()}>{t("tryAgain")}</Button>
          </p>
        )}
        {balance !== undefined && (
          <>
            <p translate="no" className="figure text-xl text-bright max-tablet:text-2xl">
              {sol(balance.headline, 4)} <span className="font-ui text-xs font-bold text-muted">SOL</span>
            </p>
            <p className="text-xs text-muted">
              {t("walletAndHere", {
                wallet: balance.wallet === null ? "–" : sol(balance.wallet, 4),
                here: sol(balance.server, 4),
              })}
            </p>
          </>
        )}
      </div>
      {balance !== undefined && <Slot name="dashboard-balance" given={{ balance: balance.server }} />}
      <Slot name="dashboard-owed" given={{ address }} />
    </div>
  );
}

function StatStrip({ user }: { readonly user: User }) {
  const inWords = useWords(playerWords);
  const { t } = inWords;
  const stats = statTexts(user, inWords);
  return (
    <dl className="grid grid-cols-2 max-tablet:items-center">
      {(["totalWagered", "totalWon", "winRate", "racesPlayed"] as const).map((name) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-2 border-hair px-4 odd:border-r nth-[n+3]:border-t max-tablet:min-h-10 max-tablet:items-center tablet:flex-col tablet:justify-center tablet:py-2.5"
        >
          <dt className="text-xs whitespace-nowrap text-muted">{t(name)}</dt>
          <dd
            translate="no"
            className="figure text-xl whitespace-nowrap max-tablet:font-ui max-tablet:text-base max-tablet:font-bold"
          >
            {stats[name]}
          </dd>
        </div>
      ))}
    </dl>
  );
}
