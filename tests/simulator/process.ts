import { decodeReply } from "../support/decode-reply.ts";
import {
  encodeSocketEvent,
  type SocketEventName,
  type SocketEventPayload,
} from "../../src/contract/wire/socket-events.ts";
import { approveRequest, rejectRequest } from "../../src/server/approvals/decide-approval.ts";
import { performOrAsk } from "../../src/server/approvals/perform-or-ask.ts";
import { openDepositProcessor } from "../../src/server/bets/deposit-processor.ts";
import { confirmBet } from "../../src/server/bets/confirm-bet.ts";
import { houseAddresses } from "../../src/server/bets/house-addresses.ts";
import { confirmDeposit } from "../../src/server/bets/confirm-deposit.ts";
import { prepareDeposit } from "../../src/server/bets/prepare-deposit.ts";
import { startRepeat } from "../../src/server/bets/repeats/start-repeat.ts";
import { stopRepeat } from "../../src/server/bets/repeats/stop-repeat.ts";
import { submitDeposit } from "../../src/server/bets/submit-deposit.ts";
import { paymentQuestions } from "../../src/server/bets/payment-questions.ts";
import { prepareBet } from "../../src/server/bets/prepare-bet.ts";
import { submitBet } from "../../src/server/bets/submit-bet.ts";
import { depositJobs, repeatJobs } from "../../src/server/bets/open-bets.ts";
import { depositWatcher } from "../../src/server/bets/watch-deposits.ts";
import type { HouseRequest } from "../../src/contract/approvals/approvals.ts";
import { ok } from "../../src/domain/result.ts";
import { lamports } from "../../src/domain/lamports.ts";
import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import type { HouseKeys } from "../../src/server/house-keys.ts";
import { changeMasterPassword } from "../../src/server/house-wallets/change-master-password.ts";
import { lockHouse, unlockHouse } from "../../src/server/house-wallets/lock-house.ts";
import { sweepHouse } from "../../src/server/house-wallets/sweep-house.ts";
import { processWithdrawals } from "../../src/server/house-wallets/withdrawals.ts";
import { addWallets } from "../../src/server/house-wallets/add-wallets.ts";
import { retireWallet } from "../../src/server/house-wallets/retire-wallet.ts";
import { manualTransferAction } from "../../src/server/house-wallets/transfer-manually.ts";
import { refillHotWalletAction } from "../../src/server/payouts/refill-hot-wallet.ts";
import { readDailyStats } from "../../src/server/players/read-daily-stats.ts";
import { readProfile } from "../../src/server/players/read-profile.ts";
import { restrictPlayer } from "../../src/server/players/restrict-player.ts";
import { setBalanceAction } from "../../src/server/players/set-balance.ts";
import { reopenFailedMemos } from "../../src/server/payouts/reopen-memos.ts";
import { advanceSome } from "../../src/server/payouts/send-payments.ts";
import { queueSweeps, type SweepOrder } from "../../src/server/payouts/sweep.ts";
import { leaderboard } from "../../src/server/leaderboard/leaderboard.ts";
import type { Period } from "../../src/server/leaderboard/read-standings.ts";
import type { Logger } from "../../src/server/log.ts";
import { acceptNotice, readNotice } from "../../src/server/own-limits/accept-notice.ts";
import { changeLimits, type LimitChanges } from "../../src/server/own-limits/change-limits.ts";
import { takeBreak } from "../../src/server/own-limits/take-break.ts";
import { liabilityJobs, requestTree } from "../../src/server/liabilities/open-liabilities.ts";
import { paymentJobs } from "../../src/server/payouts/open-payouts.ts";
import { reconciler } from "../../src/server/solvency/reconcile.ts";
import { claimReferrals } from "../../src/server/referrals/claim-referrals.ts";
import { listReferrals } from "../../src/server/referrals/list-referrals.ts";
import { solvencyJobs } from "../../src/server/solvency/open-solvency.ts";
import { resumePayments } from "../../src/server/solvency/resume-payments.ts";
import { sendAnchorAtOnce } from "../../src/server/payouts/send-at-once.ts";
import { retryPayment } from "../../src/server/payouts/retry-payment.ts";
import { readSolvency } from "../../src/server/solvency/read-solvency.ts";
import { withdraw } from "../../src/server/payouts/withdraw.ts";
import type { Broadcast, Clock, Entropy } from "../../src/server/ports.ts";
import { ENGINE_LEASE, runWhileLeader } from "../../src/server/leadership.ts";
import { raceJobs } from "../../src/server/races/open-races.ts";
import { listRaceBets } from "../../src/server/races/read/race-bets.ts";
import { raceReader } from "../../src/server/races/read/read-race.ts";
import { verifyRace } from "../../src/server/races/read/verify-race.ts";
import { refundBet } from "../../src/server/races/settle/refund-bet.ts";
import { refundRace } from "../../src/server/races/settle/refund-race.ts";
import { specialRaceAction } from "../../src/server/races/special/ask-special-race.ts";
import { cancelSpecialRace, orderSpecialRaces } from "../../src/server/races/special/change-queue.ts";
import { seedVault } from "../../src/server/races/seeds/seed-chain.ts";
import { changeSetting } from "../../src/server/settings/change-setting.ts";
import { runLeaderJobs } from "../../src/server/run-jobs.ts";
import { feeBidder } from "../../src/server/chain/fee-bidder.ts";
import { readFeePolicy } from "../../src/server/settings/stored-settings.ts";
import { sparingChain } from "../../src/server/chain/sparing-chain.ts";
import { chainOf } from "./chain-port.ts";
import { changesOf } from "./changes-port.ts";
import { databaseOf } from "./database.ts";
import { newsOf } from "./news-port.ts";
import { type SimulatedVault, simulatedVault } from "./vault.ts";
import type { Random } from "./random.ts";
import { SEED_KEY } from "./secrets.ts";
import type { Environment } from "./environment.ts";
import type { Actor } from "./world.ts";

/** A running server: the product's own parts, over simulated ports. */
export interface ServerProcess extends Actor {
  readonly use: ReturnType<typeof useCases>;
  /** The difference between its clock and the world's, in milliseconds. */
  skewMs: number;
  /** Stops it as SIGTERM does. */
  stop(): void;
  /** Resolves with the call's answer; rejects if the process dies first. */
  call<T>(work: () => Promise<T>): Promise<T>;
}

class ConnectionReset extends Error {}

interface Options {
  readonly name: string;
  readonly isAlone: boolean;
  readonly skewMs: number;
}

export const ADMIN = "SimuLatedAdmin11111111111111111111111111111";
export const OTHER_ADMINS = [
  "SecondAdmin11111111111111111111111111111111",
  "ThirdAdmin111111111111111111111111111111111",
];

export function openProcess(environment: Environment, { name, isAlone, skewMs }: Options): ServerProcess {
  const { random } = environment;
  const stopping = new AbortController();
  const calls = new Set<(error: Error) => void>();
  const process: Actor & { skewMs: number } = { name, isAlive: true, pausedUntilMs: 0, skewMs };
  const clock = clockOf(process, environment);
  const entropy = entropyOf(random.stream(`entropy ${name}`));
  const broadcast = broadcastOf(process, environment);
  const db = databaseOf(process, environment);
  const chain = sparingChain(chainOf(process, environment), clock);
  const news = newsOf(process, environment);
  const vault = simulatedVault(environment, { db });
  const log: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const bidFor = feeBidder({ chain, clock, log, readPolicy: () => readFeePolicy(db) });

  const reader = raceReader({ db, clock });
  const addresses = houseAddresses(db, "localnet");
  const board = leaderboard({ db, clock, readActiveTitles: () => Promise.resolve(new Map()) });
  const raceChanged = () => reader.invalidate();
  const listAdmins = () => Promise.resolve([ADMIN, ...OTHER_ADMINS]);
  const money = {
    db,
    log,
    clock,
    entropy,
    chain,
    broadcast,
    raceChanged,
    houseAddresses: addresses,
    listAdmins,
    bidFor,
  };
  const { houseSources } = environment;
  const depositProcessor = openDepositProcessor({ ...money, houseSources, network: "localnet" });
  // Not local mode: the simulated chain has forks.
  const ways = { news, isLocal: false };
  const watchPorts = { ...money, ...ways, depositProcessor };
  const watchDeposits = depositWatcher(watchPorts);
  const solvencyPorts = { db, clock, chain, readDeposits: watchDeposits };
  const seeds = seedVault({ clock, entropy, seedKey: SEED_KEY, chainLength: environment.seedChainLength });
  const reconcile = reconciler({
    ...solvencyPorts,
    ...ways,
    entropy,
    broadcast,
    log,
    adminWallets: () => Promise.resolve([ADMIN]),
  });

  const { signal } = stopping;
  const draws = random.stream(`rounds ${name}`);
  // A round of these makes a dozen calls and mostly finds nothing new: most rounds are skipped, as if the loop were
  // slow.
  const seldom = (step: () => Promise<unknown>) => async () => void (draws.chance(0.4) && (await step()));
  const sending = { ...money, ...ways, log, vault };
  const sendAtOnce = (paymentId: string) => sendAnchorAtOnce(sending, paymentId);
  const parts = { ...sending, seeds, reader, board, sendAtOnce };
  const jobs = [
    ...raceJobs(parts),
    ...depositJobs(watchPorts),
    ...repeatJobs(money),
    ...paymentJobs(parts),
    ...solvencyJobs({ beginReconciling: () => seldom(reconcile) }),
    ...liabilityJobs({ ...parts, readHoldings: () => readSolvency(solvencyPorts) }),
  ];
  void runWhileLeader(
    { db, clock, log },
    { terms: ENGINE_LEASE, holder: name, signal, isAlone },
    (leadership) => runLeaderJobs(jobs, { clock, changes: changesOf(process, environment), ...leadership }),
  );

  const server = {
    use: useCases({ ...parts, depositProcessor, solvencyPorts, questions: paymentQuestions() }),
    stop: () => stopping.abort(),
    call: <T>(work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (!process.isAlive) return reject(new ConnectionReset("the server is gone"));
        calls.add(reject);
        work()
          .finally(() => calls.delete(reject))
          .then(resolve, reject);
      }),
  };
  environment.onDeath(process, () => {
    for (const reject of calls) reject(new ConnectionReset("the server died"));
    calls.clear();
  });
  return Object.assign(process, server);
}

const quiet = () => undefined;

interface UsedPorts
  extends
    Pick<Parameters<typeof prepareBet>[0], "db" | "clock" | "entropy" | "chain" | "raceChanged">,
    Omit<Parameters<typeof confirmBet>[0], "chain" | "clock">,
    Omit<Parameters<typeof retryPayment>[0], "db" | "clock" | "entropy" | "chain"> {
  readonly reader: ReturnType<typeof raceReader>;
  readonly board: ReturnType<typeof leaderboard>;
  readonly seeds: ReturnType<typeof seedVault>;
  readonly solvencyPorts: Parameters<typeof readSolvency>[0];
  readonly chain: Parameters<typeof retryPayment>[0]["chain"];
  readonly vault: SimulatedVault;
  readonly listAdmins: () => Promise<readonly string[]>;
}

const PAGE = 100;
const stranger = { wallet: null, isAdmin: false };

/** For what an admin does with the master password: the worker's own steps, with the keys that it opened. */
const withKeys = (ports: UsedPorts) => ({
  ...ports,
  queueSweeps: (order: SweepOrder) => queueSweeps(ports, order),
  advancePayments: (ids: readonly string[], vault: HouseKeys) => advanceSome({ ...ports, vault }, ids),
  reopenFailedMemos,
});

/** The use cases behind the HTTP API, through which players and admins come in. */
const useCases = (ports: UsedPorts) => ({
  prepare: (request: Parameters<typeof prepareBet>[1]) => prepareBet(ports, request),
  submit: (bet: Parameters<typeof submitBet>[1]) => submitBet(ports, bet),
  confirm: (confirmation: Parameters<typeof confirmBet>[1]) => confirmBet(ports, confirmation),
  prepareDeposit: (request: Parameters<typeof prepareDeposit>[1]) => prepareDeposit(ports, request),
  submitDeposit: (request: Parameters<typeof submitDeposit>[1]) => submitDeposit(ports, request),
  confirmDeposit: (request: Parameters<typeof confirmDeposit>[1]) => confirmDeposit(ports, request),
  startRepeat: (request: Parameters<typeof startRepeat>[1]) => startRepeat(ports, request),
  stopRepeat: (wallet: string) => stopRepeat(ports, wallet),
  changeLimits: (wallet: string, changes: LimitChanges) => changeLimits(ports, wallet, changes),
  takeBreak: (wallet: string, request: Parameters<typeof takeBreak>[2]) => takeBreak(ports, wallet, request),
  confirmNotice: async (wallet: string) => acceptNotice(ports, wallet, await readNotice(ports.db, wallet)),
  withdraw: (request: Parameters<typeof withdraw>[1]) => withdraw(ports, request),
  claim: (wallet: string) => claimReferrals(ports, { wallet, isAdmin: false }),
  listReferrals: (wallet: string) => listReferrals(ports.db, { wallet, limit: PAGE }),
  refundRace: (request: { readonly raceId: string; readonly reason: string }) =>
    refundRace(ports, { ...request, by: ADMIN, isSteppedUp: true }),
  refundBet: (betId: string) =>
    refundBet(ports, { betId, reason: "it should not have counted", by: ADMIN, isSteppedUp: true }),
  askSpecialRace: (request: HouseRequest<"special-race">) =>
    performOrAsk(ports)(specialRaceAction(ports), { request, by: ADMIN, reason: null }),
  transferManually: (request: HouseRequest<"manual-transfer">) =>
    performOrAsk(ports)(manualTransferAction(ports), { request, by: ADMIN, reason: null }),
  refillHotWallet: (request: HouseRequest<"hot-wallet-refill">) =>
    performOrAsk(ports)(refillHotWalletAction(ports), { request, by: ADMIN, reason: null }),
  setBalance: (request: HouseRequest<"balance">) =>
    performOrAsk(ports)(setBalanceAction(ports), { request, by: ADMIN, reason: null }),
  cancelSpecialRace: (id: string) => cancelSpecialRace(ports, { id, by: ADMIN }),
  approveRequest: (id: string, by: string, lateMs = 0) =>
    approveRequest(
      {
        ...ports,
        clock: { ...ports.clock, now: () => ports.clock.now() + lateMs },
        actions: {
          "special-race": specialRaceAction(ports),
          "manual-transfer": manualTransferAction(ports),
          "hot-wallet-refill": refillHotWalletAction(ports),
          balance: setBalanceAction(ports),
        },
      },
      { id, by, reason: null },
    ),
  rejectRequest: (id: string, by: string) => rejectRequest(ports, { id, by, reason: null }),
  banPlayer: (ban: { readonly wallet: string; readonly hours: number }) =>
    restrictPlayer(ports, { ...ban, kind: "ban", by: ADMIN, reason: null }),
  changeSetting: (change: Parameters<typeof changeSetting>[1]) => changeSetting(ports, change),
  retryPayment: (paymentId: string) => retryPayment(ports, { paymentId, by: "admin" }),
  addWallets: (kind: HouseWalletKind, count: number, by: string) =>
    addWallets({ ...ports, vault: ports.vault.keysOf(kind) }, { masterPassword: "", kind, count, by }),
  retireWallet: (address: string, by: string) =>
    retireWallet({ ...ports, vault: { check: async () => ok() } }, { masterPassword: "", address, by }),
  sweepHouse: (masterPassword: string) =>
    sweepHouse(withKeys(ports), { masterPassword, minAmount: lamports(1_000_000n), by: ADMIN }),
  processWithdrawals: (masterPassword: string) =>
    processWithdrawals(withKeys(ports), { masterPassword, batchSize: 10, by: ADMIN }),
  lockHouse: () => lockHouse(ports, ADMIN),
  unlockHouse: (masterPassword: string) => unlockHouse(ports, { masterPassword, by: ADMIN }),
  changePassword: (masterPassword: string, newPassword: string) =>
    changeMasterPassword(ports, { masterPassword, newPassword, by: ADMIN }),
  orderSpecialRaces: (ids: readonly string[]) => orderSpecialRaces(ports, { ids, by: ADMIN }),
  activeRace: async (viewer: string | null) =>
    decodeReply("getActiveRace", await ports.reader.readNewest(viewer)),
  readRace: (raceId: string) => ports.reader.readOne(raceId, null),
  listRaceBets: (raceId: string) => listRaceBets(ports.db, { raceId, nowMs: ports.clock.now(), limit: PAGE }),
  verifyRace: (raceId: string) => verifyRace(ports.db, raceId),
  readLeaderboard: (period: Period) => ports.board.read(period, null),
  readProfile: (wallet: string) => readProfile(ports.solvencyPorts, wallet, stranger),
  readDailyStats: (wallet: string) => readDailyStats(ports, { wallet, period: "all", seesAll: false }),
  readSolvency: () => readSolvency(ports.solvencyPorts),
  requestLiabilities: () => requestTree(ports),
  resumePayments: () =>
    resumePayments(
      { ...ports.solvencyPorts, entropy: ports.entropy, vault: { check: () => Promise.resolve(ok()) } },
      { masterPassword: "", reason: null, by: ADMIN },
    ),
});

/** A sleeping loop is woken late, as on a busy machine: this lets a race pass in few turns. */
function clockOf(process: Actor & { skewMs: number }, { world, random, pace }: Environment): Clock {
  const draws = random.stream(`clock ${process.name}`);
  return {
    now: () => Math.floor(world.nowMs() + process.skewMs),
    sleep: (ms, signal) => world.sleep(process, pace(ms, draws, signal !== undefined), signal),
  };
}

export const entropyOf = (random: Random): Entropy => ({ bytes: (length) => random.bytes(length) });

function broadcastOf(process: Actor, { world, oracle }: Environment): Broadcast {
  function record<Name extends SocketEventName>(to: string, name: Name, payload: SocketEventPayload<Name>) {
    if (!process.isAlive) return;
    const text = JSON.stringify(encodeSocketEvent(name, payload));
    world.note(`${process.name} sends ${name} to ${to}`);
    oracle.heard(name, text);
    if (to === "everyone") oracle.shown(`the event ${name}`, payload);
  }
  return {
    toEveryone: (name, payload) => record("everyone", name, payload),
    toWallet: (wallet, name, payload) => record(wallet.slice(0, 8), name, payload),
  };
}
