import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Api } from "../../../contract/api.ts";
import type { User } from "../../../contract/players/players.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { closeDialog, useDialogs } from "../../foundation/lib/dialogs.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { Silk } from "../../foundation/ui/silk.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { statTexts } from "./stats.ts";
import { playerWords } from "./words.en.ts";

type LastRaces = NonNullable<Reply<Api["getLastRaces"]>["races"]>;

/** Who somebody is: what everybody may know about a player, and what can be done about them (rule PAGE-10). */
export function PlayerCard() {
  const player = useDialogs((state) => state.player);
  return player === undefined ? null : (
    <Dialog open onClose={closeDialog} title={player.name}>
      <Content wallet={player.wallet} />
      <Slot name="player-card" given={player} />
    </Dialog>
  );
}

function Content({ wallet }: { readonly wallet: string }) {
  const viewer = usePlayer();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.playerCard("address" in viewer ? viewer.address : null, wallet),
    queryFn: async () => {
      const params = { wallet };
      const [{ user }, { races }] = await Promise.all([
        fetchApi("getUser", { params }),
        fetchApi("getLastRaces", { params }),
      ]);
      return { user, races };
    },
    // Each opening asks, since a player may have hidden figures meanwhile.
    refetchOnMount: "always",
  });
  const { t } = useWords(playerWords);
  if (data === undefined && isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
        {t("cardFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
      </p>
    );
  }
  if (data === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="flex flex-col gap-4">
      <Tags user={data.user} />
      <Facts user={data.user} />
      {data.races === null ? (
        <p className="text-sm text-muted">{t("hidesFigures")}</p>
      ) : (
        <section aria-labelledby="card-races">
          <h3 id="card-races" className="mb-1 text-base">
            {t("recentRaces")}
          </h3>
          <Races races={data.races} />
        </section>
      )}
    </div>
  );
}

/** The title that the player wears, and what they are. */
function Tags({ user }: { readonly user: User }) {
  const { t } = useWords(playerWords);
  return (
    <p className="-mt-3 flex flex-wrap gap-2 empty:hidden">
      {user.active_title !== null && <Tag tone="accent">[{user.active_title}]</Tag>}
      {user.is_streamer && <Tag tone="info">{t("streamer")}</Tag>}
      {user.is_partner && <Tag tone="info">{t("partner")}</Tag>}
      {user.isChatModerator && <Tag>{t("moderator")}</Tag>}
    </p>
  );
}

function Facts({ user }: { readonly user: User }) {
  const inWords = useWords(playerWords);
  const { t, whole, day } = inWords;
  const { racesPlayed, totalWagered, totalWon } = statTexts(user, inWords);
  const count = (value: number | null) => (value === null ? "***" : whole(value));
  const facts = [
    [t("racesPlayed"), racesPlayed],
    [t("racesWon"), count(user.races_won)],
    [`${t("totalWagered")} · SOL`, totalWagered],
    [`${t("totalWon")} · SOL`, totalWon],
    [t("winStreak"), count(user.current_win_streak)],
    [t("joined"), day(user.created_at)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd translate="no" className="text-base font-bold">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Races({ races }: { readonly races: LastRaces }) {
  const { t, signedSol } = useWords(playerWords);
  if (races.length === 0) return <p className="text-sm text-muted">{t("noRaces")}</p>;
  return (
    <ol>
      {races.map((race) => {
        const net = signedLamports(race.payout_amount - race.bet_amount);
        const label = raceLabel(race.race_id);
        return (
          <li key={race.race_id} className="border-t border-hair first:border-t-0">
            <Link
              to={`/race/${race.race_id}`}
              title={t("replayOf", { race: label })}
              onClick={closeDialog}
              className="flex min-h-9 items-center gap-2.5 text-sm hover:text-bright max-tablet:min-h-11"
            >
              <Silk number={race.horse_number} color={race.horse_color} size={24} />
              <span translate="no" className="min-w-0 flex-1">
                {race.horse_name}
              </span>
              {race.testing && <Tag>{t("playMoney")}</Tag>}
              <span className="text-xs text-muted">{label}</span>
              <span
                translate="no"
                className={`min-w-14 text-right font-bold ${net > 0n ? "text-good" : "text-muted"}`}
              >
                {signedSol(net, 4)}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
