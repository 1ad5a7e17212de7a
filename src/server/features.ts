import type { Lamports } from "../domain/lamports.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../domain/wallet-funds.ts";
import { openAnnouncements } from "./features/announcements/open-announcements.ts";
import { approvalsOnNetwork } from "./features/approvals/approvals-on-network.ts";
import { openApprovals } from "./features/approvals/open-approvals.ts";
import { openAudit } from "./features/audit/open-audit.ts";
import { feeBidder } from "./foundation/chain/fee-bidder.ts";
import { betsOnNetwork } from "./features/bets/bets-on-network.ts";
import { openBets } from "./features/bets/open-bets.ts";
import { booksOnNetwork } from "./foundation/books/books-on-network.ts";
import { notifyChatRights } from "./features/chat/chat-rights.ts";
import { openChat } from "./features/chat/open-chat.ts";
import type { Network, PublicNetwork } from "../domain/networks.ts";
import type { NodeNews } from "./foundation/chain/node-news.ts";
import type { RpcUrls } from "./foundation/chain/node-url.ts";
import { lowPriority } from "./foundation/chain/caller.ts";
import type { Db, Queryable } from "./foundation/db/database.ts";
import { databaseProblem } from "./foundation/db/read-only.ts";
import { openEmotes } from "./features/emotes/open-emotes.ts";
import { joinFeatures } from "./foundation/feature.ts";
import { openExport } from "./features/export/open-export.ts";
import { openHealth } from "./features/health/open-health.ts";
import { openHouseWallets } from "./features/house-wallets/open-house-wallets.ts";
import { manualTransferAction } from "./features/house-wallets/transfer-manually.ts";
import type { Vault } from "./features/house-wallets/vault.ts";
import { openLeaderboard } from "./features/leaderboard/open-leaderboard.ts";
import type { Logger } from "./foundation/log.ts";
import { openLiabilities } from "./features/liabilities/open-liabilities.ts";
import { openNotifications } from "./features/notifications/open-notifications.ts";
import { openOwnLimits } from "./features/own-limits/open-own-limits.ts";
import { openOverview } from "./features/overview/open-overview.ts";
import { openPayouts } from "./features/payouts/open-payouts.ts";
import { findWallet } from "./features/players/find-referrer.ts";
import { openPreviews } from "./foundation/previews/open-previews.ts";
import { openPlayers } from "./features/players/open-players.ts";
import { changeReferrerAction } from "./features/players/change-referrer.ts";
import { changeRolesAction } from "./features/players/change-roles.ts";
import { changeBalanceAction } from "./features/players/set-balance.ts";
import type { Broadcast, Chain, Clock, Entropy } from "./foundation/ports.ts";
import { openRaces } from "./features/races/open-races.ts";
import { readRaceRecord } from "./features/races/read/race-record.ts";
import { racesOnNetwork } from "./features/races/races-on-network.ts";
import { betRefundAction } from "./features/races/settle/refund-bet.ts";
import { raceRefundAction } from "./features/races/settle/refund-race.ts";
import { specialRaceAction } from "./features/races/special/ask-special-race.ts";
import type { SeedVault } from "./features/races/seeds/seed-chain.ts";
import { raceReader } from "./features/races/read/read-race.ts";
import { openReferrals } from "./features/referrals/open-referrals.ts";
import { openRevenue } from "./features/revenue/open-revenue.ts";
import { openRuleLog } from "./features/rule-log/open-rule-log.ts";
import { nodeAction } from "./features/settings/change-rpc-url.ts";
import { houseSettings } from "./features/settings/house-settings.ts";
import { openSettings } from "./features/settings/open-settings.ts";
import { setModerator } from "./features/settings/set-moderator.ts";
import { isTextSignedBy } from "./foundation/chain/text-signature.ts";
import { readDiffersSince } from "./foundation/public-log/log-standing.ts";
import { logOnNetwork } from "./foundation/public-log/log-on-network.ts";
import { openPublicLog } from "./foundation/public-log/open-public-log.ts";
import { readFeePolicy } from "./foundation/settings/stored-settings.ts";
import { listAdminWallets, readAdmins } from "./features/sign-in/list-admin-wallets.ts";
import { openSignIn } from "./features/sign-in/open-sign-in.ts";
import { openSolvency } from "./features/solvency/open-solvency.ts";
import { openTitles } from "./features/titles/open-titles.ts";
import { readActiveTitles } from "./features/titles/read-titles.ts";

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
  /** What one admin may move alone in 24 hours, from the environment; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
  /** Wallets whose payments are the house's own money. */
  readonly houseSources: ReadonlySet<string>;
  /** Whether Redis does not count now; null where none is configured. */
  readonly isRedisSilent: (() => boolean) | null;
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
  /** Where the public log is read, without a scheme. */
  readonly publicHost: string;
}

/** Opens every feature of the server. What one feature needs from another is passed in here. */
export function openFeatures(ports: FeaturePorts) {
  const { db, chain, vault } = ports;
  const bidFor = feeBidder({ ...ports, readPolicy: () => readFeePolicy(db) });
  /** For values that are only shown or compared; calls for payments and races go first. */
  const lowPriorityPorts = { ...ports, chain: lowPriority(chain) };
  const listAdmins = (q: Queryable) => listAdminWallets(q, ports.adminWallets);
  const reader = raceReader(ports);
  const refundPorts = { ...ports, reader };
  const approvals = openApprovals({
    ...ports,
    readAdmins: (q) => readAdmins(q, { configured: ports.adminWallets, isLocal: ports.isLocal }),
    isSignedBy: isTextSignedBy,
    actions: {
      ...houseSettings(ports),
      "node-setting": nodeAction(ports),
      balance: changeBalanceAction(ports),
      roles: changeRolesAction(ports),
      referrer: changeReferrerAction,
      "special-race": specialRaceAction(ports),
      "bet-refund": betRefundAction(refundPorts),
      "race-refund": raceRefundAction(refundPorts),
      "manual-transfer": manualTransferAction(ports),
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
    chatRightsChanged: (wallet) => notifyChatRights(chat, wallet),
  });
  const payouts = openPayouts({ ...ports, bidFor });
  const publicLog = openPublicLog({
    ...ports,
    bidFor,
    host: ports.publicHost,
    keys: vault,
    makeNotary: vault.makeNotary,
  });
  const races = openRaces({
    ...refundPorts,
    listAdmins,
    performOrAsk,
    mayOpenRace: publicLog.isProven,
    sendAtOnce: payouts.sendAtOnce,
    lockWallets: payouts.lockWallets,
  });
  const bets = openBets({
    ...ports,
    listAdmins,
    bidFor,
    raceChanged: races.raceChanged,
    readNewestRace: () => reader.readNewestForAll(),
  });
  const solvency = openSolvency({
    ...lowPriorityPorts,
    readDeposits: bets.readDeposits,
    adminWallets: () => listAdmins(db),
  });
  const previews = openPreviews({ ...ports, readRace: (id) => reader.readOne(id, null), findWallet });
  const joined = joinFeatures([
    openSignIn(ports),
    players,
    // Before the races, whose engine asks it in its first round.
    publicLog,
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
      queueRefill: payouts.queueRefill,
      performOrAsk,
    }),
    openNotifications(ports),
    openSettings({
      ...ports,
      performOrAsk,
      // The books come last: a race that ends queues an anchor, which is then cancelled with the others.
      networkParts: [
        betsOnNetwork,
        racesOnNetwork(ports),
        approvalsOnNetwork(ports),
        logOnNetwork,
        booksOnNetwork,
      ],
    }),
    openHealth({
      ...ports,
      checks: {
        database: { ask: () => databaseProblem(db) },
        "public log": {
          ask: async () =>
            (await readDiffersSince(db)) === null ? null : "does not continue what is anchored",
        },
        chain: { ask: () => ports.chain.slot().then(() => null), mayWait: true },
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
    previews,
  ]);
  return { ...joined, previews: previews.previews };
}
