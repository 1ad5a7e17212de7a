import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../domain/wallet-funds.ts";
import { openAnnouncements } from "./announcements/open-announcements.ts";
import { approvalsOnNetwork } from "./approvals/approvals-on-network.ts";
import { openApprovals } from "./approvals/open-approvals.ts";
import { openAudit } from "./audit/open-audit.ts";
import { feeBidder } from "./chain/fee-bidder.ts";
import { betsOnNetwork } from "./bets/bets-on-network.ts";
import { openBets } from "./bets/open-bets.ts";
import { booksOnNetwork } from "./books/books-on-network.ts";
import { notifyChatStanding } from "./chat/chat-standing.ts";
import { openChat } from "./chat/open-chat.ts";
import type { PublicNetwork } from "../domain/genesis-hashes.ts";
import type { NodeNews } from "./chain/node-news.ts";
import type { RpcUrls } from "./chain/node-url.ts";
import { lowPriority } from "./chain/urgency.ts";
import type { Network } from "../contract/settings/runtime.ts";
import type { Db, Queryable } from "./db/database.ts";
import { openEmotes } from "./emotes/open-emotes.ts";
import { joinFeatures } from "./feature.ts";
import { openExport } from "./export/open-export.ts";
import { openHealth } from "./health/open-health.ts";
import { openHouseWallets } from "./house-wallets/open-house-wallets.ts";
import { manualTransferAction } from "./house-wallets/transfer-manually.ts";
import type { Vault } from "./house-wallets/vault.ts";
import { openLeaderboard } from "./leaderboard/open-leaderboard.ts";
import type { Logger } from "./log.ts";
import { openLiabilities } from "./liabilities/open-liabilities.ts";
import { openNotifications } from "./notifications/open-notifications.ts";
import { openOwnLimits } from "./own-limits/open-own-limits.ts";
import { openOverview } from "./overview/open-overview.ts";
import { openPayouts } from "./payouts/open-payouts.ts";
import { refillHotWalletAction } from "./payouts/refill-hot-wallet.ts";
import { findWallet } from "./players/find-referrer.ts";
import { openPlayers } from "./players/open-players.ts";
import { setBalanceAction } from "./players/set-balance.ts";
import type { Broadcast, Chain, Clock, Entropy } from "./ports.ts";
import { openRaces } from "./races/open-races.ts";
import { readRaceRecord } from "./races/read/race-record.ts";
import { racesOnNetwork } from "./races/races-on-network.ts";
import { specialRaceAction } from "./races/special/ask-special-race.ts";
import type { SeedVault } from "./races/seeds/seed-chain.ts";
import { openReferrals } from "./referrals/open-referrals.ts";
import { openRevenue } from "./revenue/open-revenue.ts";
import { openRuleLog } from "./rule-log/open-rule-log.ts";
import { houseSettings } from "./settings/house-settings.ts";
import { openSettings } from "./settings/open-settings.ts";
import { setModerator } from "./settings/set-moderator.ts";
import { readFeePolicy, readSettings } from "./settings/stored-settings.ts";
import { listAdminWallets } from "./sign-in/list-admin-wallets.ts";
import { openSignIn } from "./sign-in/open-sign-in.ts";
import { openSolvency } from "./solvency/open-solvency.ts";
import { openTitles } from "./titles/open-titles.ts";
import { readActiveTitles } from "./titles/read-titles.ts";

export interface FeaturePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Chain;
  /** Events that the node pushes without being asked. */
  readonly news: NodeNews;
  readonly log: Logger;
  readonly broadcast: Broadcast;
  readonly vault: Vault;
  readonly seeds: SeedVault;
  /** Admin wallets from the environment. */
  readonly adminWallets: readonly string[];
  /** Wallets whose payments are the house's own money. */
  readonly houseSources: ReadonlySet<string>;
  /** The network that the chain belongs to. */
  readonly network: Network;
  readonly isLocal: boolean;
  /** Why this installation cannot hold the books of a network; null if it can. */
  readonly refusesNetwork: (network: PublicNetwork) => string | null;
  /** Opens the node that would be used on a network. */
  readonly openNetwork: (network: PublicNetwork) => Promise<Chain>;
  /** The environment's nodes. */
  readonly rpcUrls: RpcUrls;
  /** Opens a node that an admin names. */
  readonly openNode: (url: string) => Chain;
  /** Whether the URL of a node that an admin names leads to a public address, as far as it tells. */
  readonly mayOpenNode: (url: string) => boolean;
  /** The program's version. */
  readonly version: string;
}

/** Opens every feature of the server. What one feature needs from another is passed in here. */
export function openFeatures(ports: FeaturePorts) {
  const { db, chain, vault } = ports;
  const bidFor = feeBidder({ ...ports, readPolicy: () => readFeePolicy(db) });
  /** For values that are only shown or compared; calls for payments and races go first. */
  const lowPriorityPorts = { ...ports, chain: lowPriority(chain) };
  const listAdmins = (q: Queryable) => listAdminWallets(q, ports.adminWallets);
  const approvals = openApprovals({
    ...ports,
    listAdmins,
    actions: {
      ...houseSettings(ports),
      balance: setBalanceAction(ports),
      "special-race": specialRaceAction(ports),
      "manual-transfer": manualTransferAction(ports),
      "hot-wallet-refill": refillHotWalletAction(ports),
    },
  });
  const { performOrAsk } = approvals;
  const chat = { ...ports, listAdmins, readActiveTitles };
  const players = openPlayers({
    ...lowPriorityPorts,
    readActiveTitles,
    listAdmins,
    performOrAsk,
    setModerator: (change) => setModerator(ports, change),
    chatStandingChanged: (wallet) => notifyChatStanding(chat, wallet),
  });
  const payouts = openPayouts({ ...ports, bidFor });
  const races = openRaces({ ...ports, listAdmins, performOrAsk, sendAtOnce: payouts.sendAtOnce });
  const bets = openBets({ ...ports, bidFor, raceChanged: races.raceChanged });
  const solvency = openSolvency({
    ...lowPriorityPorts,
    readDeposits: bets.watchDeposits,
    adminWallets: () => listAdmins(db),
  });
  return joinFeatures([
    openSignIn(ports),
    players,
    races,
    bets,
    openOwnLimits(ports),
    payouts,
    openAudit(ports),
    openExport({ ...ports, readRace: readRaceRecord }),
    openRuleLog(ports),
    approvals,
    solvency,
    openLiabilities({ ...ports, readHoldings: solvency.latestSolvency }),
    openOverview({
      ...lowPriorityPorts,
      isHouseUnlocked: () => vault.isUnlocked(),
      latestSolvency: solvency.latestSolvency,
      reserve: { wallet: RENT_EXEMPT_MINIMUM, fee: SIGNATURE_FEE },
    }),
    openHouseWallets({
      ...lowPriorityPorts,
      advancePayments: payouts.advancePayments,
      reopenFailedMemos: payouts.reopenFailedMemos,
      queueSweeps: payouts.queueSweeps,
      refillAction: payouts.refillAction,
      performOrAsk,
    }),
    openNotifications(ports),
    openSettings({
      ...ports,
      performOrAsk,
      // The books come last: a race that ends queues an anchor, which is then cancelled with the others.
      networkParts: [betsOnNetwork, racesOnNetwork(ports), approvalsOnNetwork(ports), booksOnNetwork],
    }),
    openHealth({
      ...lowPriorityPorts,
      checks: {
        database: () => readSettings(db),
        chain: () => lowPriorityPorts.chain.slot("confirmed"),
      },
      isHouseUnlocked: () => vault.isUnlocked(),
    }),
    openChat(chat),
    openTitles(ports),
    openReferrals({
      ...ports,
      findWallet,
      readUser: (wallet, caller) => players.readUser(wallet, caller),
    }),
    openEmotes(ports),
    openAnnouncements(ports),
    openLeaderboard({ ...ports, readActiveTitles }),
    openRevenue({
      ...ports,
      adminWallets: () => listAdmins(db),
    }),
  ]);
}
