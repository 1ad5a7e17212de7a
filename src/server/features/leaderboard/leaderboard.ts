import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";
import { type Period, type Standing, readStandings } from "./read-standings.ts";

export interface LeaderboardPorts {
  readonly db: Db;
  readonly clock: Clock;
  /** The names of the titles that these wallets wear; wallets without one are left out. */
  readonly readActiveTitles: (
    q: Queryable,
    wallets: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}

/** Every page that shows the board asks after a race: they are all answered from one read. */
const FRESH_MS = 2_000;
const SHOWN = 50;

interface Board {
  readonly top: readonly Standing[];
  readonly ranked: number;
  readonly byWallet: ReadonlyMap<string, Standing>;
}

type Answer = Reply<Api["getLeaderboard"]>;

/** The leaderboard as one caller sees it (rules BOARD-2 and BOARD-3). */
export function leaderboard({ db, clock, readActiveTitles }: LeaderboardPorts) {
  const boards = new Map<Period, { readonly readAt: number; readonly board: Promise<Board> }>();

  function boardOf(period: Period): Promise<Board> {
    const known = boards.get(period);
    const nowMs = clock.now();
    if (known !== undefined && nowMs - known.readAt < FRESH_MS) return known.board;
    const board = readStandings(db, { period, nowMs }).then(asBoard);
    boards.set(period, { readAt: nowMs, board });
    board.catch(() => boards.delete(period));
    return board;
  }

  return {
    async read(period: Period, caller: string | null): Promise<Answer> {
      const { top, ranked, byWallet } = await boardOf(period);
      const own = caller === null ? undefined : byWallet.get(caller);
      const wallets = [...top, ...(own === undefined ? [] : [own])].map(({ wallet }) => wallet);
      const titles = await readActiveTitles(db, wallets);
      return {
        period,
        ranked,
        leaderboard: top.map((standing) => onTheWire(standing, titles)),
        own: own === undefined ? null : { ...onTheWire(own, titles), is_hidden: own.isHidden },
      };
    },
  };
}

function asBoard(standings: readonly Standing[]): Board {
  const seen = standings.filter(({ isHidden }) => !isHidden);
  return {
    top: seen.slice(0, SHOWN),
    ranked: seen.length,
    byWallet: new Map(standings.map((standing) => [standing.wallet, standing])),
  };
}

const onTheWire = (
  { wallet, username, net, wagered, streak, rank, isStreamer, isPartner }: Standing,
  titles: ReadonlyMap<string, string>,
): Answer["leaderboard"][number] => ({
  rank,
  wallet_address: wallet,
  username,
  net_profit: net,
  total_wagered: wagered,
  current_win_streak: streak,
  active_title: titles.get(wallet) ?? null,
  is_streamer: isStreamer,
  is_partner: isPartner,
});
