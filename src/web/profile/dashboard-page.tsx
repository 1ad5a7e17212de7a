import { Navigate } from "react-router";
import type { User } from "../../contract/users.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { useBalance } from "../lib/balance.ts";
import { usePlayer } from "../lib/player.ts";
import { Panel } from "../ui/panel.tsx";
import { Skeleton, Spinner } from "../ui/skeleton.tsx";
import { NotificationList } from "./notification-list.tsx";
import { RecentRaces } from "./recent-races.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

/** The player's own page; who is not signed in is sent to the race. */
export function DashboardPage() {
  const player = usePlayer();
  switch (player.kind) {
    case "connecting":
      return <Spinner label="Loading" />;
    case "visitor":
    case "unproven":
    case "newcomer":
      return <Navigate to="/" replace />;
    case "player":
      return (
        <main className="mx-auto flex max-w-[880px] flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
          <h1 className="text-2xl">{player.user.username}</h1>
          <div className="grid gap-4 tablet:grid-cols-2">
            <BalancePanel address={player.address} />
            <StatsPanel user={player.user} />
          </div>
          <RecentRaces address={player.address} />
          <Panel heading="Notifications">
            <div className="p-4 pt-1">
              <NotificationList address={player.address} />
            </div>
          </Panel>
        </main>
      );
  }
}

function BalancePanel({ address }: { readonly address: string }) {
  const balance = useBalance(address);
  return (
    <Panel heading="Balance">
      <div className="flex flex-col gap-3 p-4 pt-1">
        {balance === undefined ? (
          <Skeleton className="h-10" />
        ) : (
          <>
            <dl className="flex gap-8">
              <Amount
                name="In your wallet"
                value={balance.wallet === null ? "–" : formatSol(balance.wallet, 4)}
              />
              <Amount name="Held here for you" value={formatSol(balance.server, 4)} />
            </dl>
            <WithdrawForm available={balance.server} />
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
  const amount = (value: Lamports | null) => (value === null ? "***" : `${formatSol(value, 4)} SOL`);
  const stats = [
    ["Total wagered", amount(total_wagered)],
    ["Total won", amount(total_won)],
    ["Races played", races_played === null ? "***" : String(races_played)],
    ["Win streak", String(current_win_streak)],
  ] as const;
  return (
    <Panel heading="Your races">
      <dl className="grid grid-cols-2 gap-3 p-4 pt-1">
        {stats.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figure text-lg">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
