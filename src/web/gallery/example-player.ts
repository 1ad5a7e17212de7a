import { QueryClient } from "@tanstack/react-query";
import type { WalletAccount } from "@wallet-standard/base";
import type { User } from "../../contract/players/players.ts";
import type { Player } from "../foundation/lib/player.ts";
import type { Runtime } from "../foundation/lib/runtime.ts";
import { T0 } from "../foundation/live/testing/example-race.ts";
import { sol } from "../foundation/live/testing/sol.ts";
import { queryKeys } from "../foundation/lib/query-keys.ts";

export const address = "7Yp1mK3fQ2c9dRk8sVtUwXzAbCdEfGhJkLmNpQrStUvW";

const user: User = {
  wallet_address: address,
  username: "galloping_gus",
  username_changeable_at: null,
  balance: sol("0.0713"),
  onchain_balance: sol("4.2"),
  created_at: new Date(T0),
  is_streamer: false,
  is_partner: false,
  isChatModerator: false,
  streamer_privacy_enabled: false,
  referrer: null,
  total_wagered: sol("12.5"),
  total_won: sol("11.25"),
  races_played: 41,
  races_won: 9,
  referral_earnings: sol("0"),
  current_win_streak: 2,
  active_title: "Night Owl",
};

const runtime: Runtime = {
  maintenance: false,
  network: "localnet",
  rpcMainnet: null,
  rpcDevnet: null,
  rpcLocal: null,
  genesisHash: null,
  devnetBanner: false,
  testing: false,
  minBet: sol("0.01"),
  maxBet: sol("10"),
  minWithdrawal: sol("0.01"),
  priorityFeeCap: sol("0.0001"),
  minimumAge: null,
  serverNow: new Date(T0),
  version: "0",
};

export const players = {
  visitor: { kind: "visitor" },
  connecting: { kind: "connecting" },
  "not signed in": { kind: "unproven", address },
  newcomer: { kind: "newcomer", address },
  player: { kind: "player", address, user, isAdmin: false },
} as const satisfies Readonly<Record<string, Player>>;

export const account: WalletAccount = {
  address,
  publicKey: new Uint8Array(32),
  chains: ["solana:localnet"],
  features: [],
};

/** Answers of the server, so that the gallery needs no backend. */
export function answeredQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, enabled: false } },
  });
  const newest = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };
  const horse = (number: number, color: string) => ({ ...newest, number, color });
  const winners = [
    newest,
    horse(1, "#D7263D"),
    horse(6, "#E9E4F2"),
    horse(3, "#FFD23F"),
    horse(2, "#3E8BFF"),
  ];
  client.setQueryData(queryKeys.runtime(), runtime);
  client.setQueryData(queryKeys.session(), { wallet: address, isAdmin: false, isModerator: false });
  client.setQueryData(queryKeys.user(address), { user });
  client.setQueryData(queryKeys.chatBlocks(address), {
    blocked: [{ wallet_address: "pump", username: "pump_now77", blocked_at: new Date(T0) }],
  });
  client.setQueryData(queryKeys.balanceHere(address), {
    balance: user.balance,
    onchain_balance: user.onchain_balance,
  });
  client.setQueryData(queryKeys.lastRaces(), {
    races: winners.map((winning_horse, index) => ({ id: `race-${6 - index}`, winning_horse })),
  });
  client.setQueryData(queryKeys.notifications(address), {
    pageParams: [null],
    pages: [
      {
        unread: 1,
        nextCursor: null,
        notifications: [
          {
            id: "1",
            type: "race_won",
            title: "You won",
            body: "Your horse won race #6: 0.7125 SOL are on their way to your wallet.",
            created_at: new Date(T0),
            read_at: null,
          },
          {
            id: "2",
            type: "bet_refunded",
            title: "Bet refunded",
            body: "Race #5 was refunded: your 0.25 SOL were returned to your balance.",
            created_at: new Date(T0),
            read_at: new Date(T0),
          },
        ],
      },
    ],
  });
  return client;
}
