import { Navigate } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import type { User } from "../../contract/players/players.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { useBalance } from "../lib/balance.ts";
import { usePlayer } from "../lib/player.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeleton, Spinner } from "../ui/skeleton.tsx";
import { RecentRaces } from "./recent-races.tsx";
import { Slot } from "../live/slots.tsx";
import { useWords } from "../words/use-words.ts";
import { playerWords } from "./words.en.ts";

/** The player's own page; who is not signed in is sent to the race. */
export function DashboardPage() {
  const player = usePlayer();
  switch (player.kind) {
    case "connecting":
      return <Spinner />;
    case "visitor":
    case "unproven":
    case "newcomer":
      return <Navigate to={pagePaths.home} replace />;
    case "unknown":
      return <ProfileUnknown retry={player.retry} />;
    case "player":
      return (
        <main className="mx-auto flex max-w-[880px] flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
          <h1 className="text-2xl">{player.user.username}</h1>
          <div className="grid gap-4 tablet:grid-cols-2">
            <BalancePanel address={player.address} />
            <StatsPanel user={player.user} />
          </div>
          <RecentRaces address={player.address} />
          <Slot name="dashboard" given={{ address: player.address }} />
        </main>
      );
  }
}

/** The server does not say whose profile this is. */
function ProfileUnknown({ retry }: { readonly retry: () => void }) {
  const { t } = useWords(playerWords);
  return (
    <main className="grid min-h-[50dvh] place-items-center px-3">
      <div className="panel flex max-w-md flex-col items-center gap-4 p-8 text-center text-balance">
        <p role="alert">{t("profileUnknown")}</p>
        <Button onClick={retry}>{t("tryAgain")}</Button>
      </div>
    </main>
  );
}

function BalancePanel({ address }: { readonly address: string }) {
  const balance = useBalance(address);
  const { t, sol } = useWords(playerWords);
  return (
    <Panel heading={t("balance")}>
      <div className="flex flex-col gap-3 p-4 pt-1">
        {balance === undefined ? (
          <Skeleton className="h-10" />
        ) : (
          <>
            <dl className="flex gap-8">
              <Amount
                name={t("inYourWallet")}
                value={balance.wallet === null ? "–" : sol(balance.wallet, 4)}
              />
              <Amount name={t("heldHere")} value={sol(balance.server, 4)} />
            </dl>
            <Slot name="dashboard-balance" given={{ available: balance.server }} />
          </>
        )}
      </div>
    </Panel>
  );
}

function Amount({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figure text-xl">
        {value} <span className="font-ui text-sm text-muted">SOL</span>
      </dd>
    </div>
  );
}

function StatsPanel({ user }: { readonly user: User }) {
  const { total_wagered, total_won, races_played, current_win_streak } = user;
  const { t, sol, whole } = useWords(playerWords);
  const amount = (value: Lamports | null) => (value === null ? "***" : `${sol(value, 4)} SOL`);
  const stats = [
    ["totalWagered", amount(total_wagered)],
    ["totalWon", amount(total_won)],
    ["racesPlayed", races_played === null ? "***" : whole(races_played)],
    ["winStreak", current_win_streak === null ? "***" : whole(current_win_streak)],
  ] as const;
  return (
    <Panel heading={t("yourRaces")}>
      <dl className="grid grid-cols-2 gap-3 p-4 pt-1">
        {stats.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(name)}</dt>
            <dd className="figure text-lg">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
