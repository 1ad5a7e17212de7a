import { decodeReply } from "../support/decode-reply.ts";
import {
  encodeSocketEvent,
  type SocketEventName,
  type SocketEventPayload,
} from "../../src/contract/wire/socket-events.ts";
import { approveRequest, rejectRequest } from "../../src/server/features/approvals/decide-approval.ts";
import { performOrAsk } from "../../src/server/features/approvals/perform-or-ask.ts";
import { openDepositProcessor } from "../../src/server/features/bets/deposit-processor.ts";
import { confirmBet } from "../../src/server/features/bets/confirm-bet.ts";
import { houseAddresses } from "../../src/server/features/bets/house-addresses.ts";
import { confirmDeposit } from "../../src/server/features/bets/confirm-deposit.ts";
import { prepareDeposit } from "../../src/server/features/bets/prepare-deposit.ts";
import { resumeRepeat } from "../../src/server/features/bets/repeats/resume-repeat.ts";
import { startRepeat } from "../../src/server/features/bets/repeats/start-repeat.ts";
import { stopRepeat } from "../../src/server/features/bets/repeats/stop-repeat.ts";
import { submitDeposit } from "../../src/server/features/bets/submit-deposit.ts";
import { paymentQuestions } from "../../src/server/features/bets/payment-questions.ts";
import { prepareBet } from "../../src/server/features/bets/prepare-bet.ts";
import { heldByWallets } from "../../src/server/features/bets/send-payment.ts";
import { submitBet } from "../../src/server/features/bets/submit-bet.ts";
import { depositJobs, repeatJobs } from "../../src/server/features/bets/open-bets.ts";
import { depositReader } from "../../src/server/features/bets/watch-deposits.ts";
import type { HouseRequest } from "../../src/contract/approvals/approvals.ts";
import { ok, refuse, type Result } from "../../src/domain/result.ts";
import { type Lamports, lamports, signedLamports } from "../../src/domain/lamports.ts";
import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import type { Queryable } from "../../src/server/foundation/db/database.ts";
import type { PerformOrAsk } from "../../src/server/foundation/house-actions.ts";
import type { HouseKeys } from "../../src/server/foundation/house-keys.ts";
import { changeMasterPassword } from "../../src/server/features/house-wallets/change-master-password.ts";
import { lockHouse, unlockHouse } from "../../src/server/features/house-wallets/lock-house.ts";
import { sweepHouse } from "../../src/server/features/house-wallets/sweep-house.ts";
import { processWithdrawals } from "../../src/server/features/house-wallets/withdrawals.ts";
import { addWallets } from "../../src/server/features/house-wallets/add-wallets.ts";
import { retireWallet } from "../../src/server/features/house-wallets/retire-wallet.ts";
import { manualTransferAction } from "../../src/server/features/house-wallets/transfer-manually.ts";
import { refillHotWallet } from "../../src/server/features/payouts/refill-hot-wallet.ts";
import { readDailyStats } from "../../src/server/features/players/read-daily-stats.ts";
import { readProfile } from "../../src/server/features/players/read-profile.ts";
import { banWallet } from "../../src/server/features/players/restrict-player.ts";
import { changeReferrerAction } from "../../src/server/features/players/change-referrer.ts";
import { changeRolesAction } from "../../src/server/features/players/change-roles.ts";
import { changeBalanceAction } from "../../src/server/features/players/set-balance.ts";
import { reopenFailedMemos } from "../../src/server/features/payouts/reopen-memos.ts";
import { advanceSome } from "../../src/server/features/payouts/send-payments.ts";
import { queueSweeps, type SweepOrder } from "../../src/server/features/payouts/sweep.ts";
import { type AnswerOnce, answersOnce } from "../../src/server/foundation/http/answer-once.ts";
import { leaderboard } from "../../src/server/features/leaderboard/leaderboard.ts";
import type { Period } from "../../src/server/features/leaderboard/read-standings.ts";
import type { Logger } from "../../src/server/foundation/log.ts";
import { acceptNotice, readNotice } from "../../src/server/features/own-limits/accept-notice.ts";
import { changeLimits, type LimitChanges } from "../../src/server/features/own-limits/change-limits.ts";
import { takeBreak } from "../../src/server/features/own-limits/take-break.ts";
import { liabilityJobs, requestTree } from "../../src/server/features/liabilities/open-liabilities.ts";
import { lockWallets, paymentJobs } from "../../src/server/features/payouts/open-payouts.ts";
import { reconciler } from "../../src/server/features/solvency/reconcile.ts";
import { claimReferrals } from "../../src/server/features/referrals/claim-referrals.ts";
import { listReferrals } from "../../src/server/features/referrals/list-referrals.ts";
import { solvencyJobs } from "../../src/server/features/solvency/open-solvency.ts";
import { resumePayments } from "../../src/server/features/solvency/resume-payments.ts";
import { sendAnchorAtOnce } from "../../src/server/features/payouts/send-at-once.ts";
import { retryPayment } from "../../src/server/features/payouts/retry-payment.ts";
import { readSolvency } from "../../src/server/features/solvency/read-solvency.ts";
import { withdraw } from "../../src/server/features/payouts/withdraw.ts";
import type { Broadcast, Clock, Entropy } from "../../src/server/foundation/ports.ts";
import { ENGINE_LEASE, runWhileLeader } from "../../src/server/foundation/leadership.ts";
import { raceJobs } from "../../src/server/features/races/open-races.ts";
import { listRaceBets } from "../../src/server/features/races/read/race-bets.ts";
import { raceReader } from "../../src/server/features/races/read/read-race.ts";
import { verifyRace } from "../../src/server/features/races/read/verify-race.ts";
import { betRefundAction, refundBet } from "../../src/server/features/races/settle/refund-bet.ts";
import { raceRefundAction, refundRace } from "../../src/server/features/races/settle/refund-race.ts";
import { takeBackBet } from "../../src/server/features/races/settle/take-back-bet.ts";
import { specialRaceAction } from "../../src/server/features/races/special/ask-special-race.ts";
import {
  cancelSpecialRace,
  orderSpecialRaces,
} from "../../src/server/features/races/special/change-queue.ts";
import { seedVault } from "../../src/server/features/races/seeds/seed-chain.ts";
import { houseSettings } from "../../src/server/features/settings/house-settings.ts";
import { listAdminWallets, readAdmins } from "../../src/server/features/sign-in/list-admin-wallets.ts";
import { changeSetting } from "../../src/server/foundation/settings/change-setting.ts";
import { logStanding } from "../../src/server/foundation/public-log/log-standing.ts";
import { logJobs } from "../../src/server/foundation/public-log/open-public-log.ts";
import { runLeaderJobs } from "../../src/server/run-jobs.ts";
import { feeBidder } from "../../src/server/foundation/chain/fee-bidder.ts";
import { readFeePolicy } from "../../src/server/foundation/settings/stored-settings.ts";
import { sparingChain } from "../../src/server/foundation/chain/sparing-chain.ts";
import type { KeyedPayment } from "./oracle/requests.ts";
import { chainOf } from "./chain-port.ts";
import { budgetedChain } from "./node-budget.ts";
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

/** Who robs the house as far as one admin can, with a wallet of the environment like the others. */
export const THIEF = "ThievingAdmin1111111111111111111111111111111";
const ADMINS = [ADMIN, ...OTHER_ADMINS, THIEF];

export function openProcess(environment: Environment, { name, isAlone, skewMs }: Options): ServerProcess {
  const { random } = environment;
  const stopping = new AbortController();
  const calls = new Set<(error: Error) => void>();
  const process: Actor & { skewMs: number } = { name, isAlive: true, pausedUntilMs: 0, skewMs };
  const clock = clockOf(process, environment);
  const entropy = entropyOf(random.stream(`entropy ${name}`));
  const broadcast = broadcastOf(process, environment);
  const db = databaseOf(process, environment);
  const chain = sparingChain(
    budgetedChain(chainOf(process, environment), { db, clock, world: environment.world }),
    clock,
  );
  const news = newsOf(process, environment);
  const vault = simulatedVault(environment, { db });
  const log: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const bidFor = feeBidder({ chain, clock, log, readPolicy: () => readFeePolicy(db) });

  const reader = raceReader({ db, clock });
  const addresses = houseAddresses(db, "localnet");
  const board = leaderboard({ db, clock, readActiveTitles: () => Promise.resolve(new Map()) });
  const raceChanged = () => reader.invalidate();
  const listAdmins = (q: Queryable) => listAdminWallets(q, ADMINS);
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
    readAdmins: (q: Queryable) => readAdmins(q, { configured: ADMINS, isLocal: false }),
    secondAdminAbove: null,
    bidFor,
  };
  // Simulated admins have no keys.
  const approving = { isSignedBy: () => true };
  const { houseSources } = environment;
  const depositProcessor = openDepositProcessor({
    ...money,
    houseSources,
    adminWallets: [],
    isLocal: false,
    network: "localnet",
  });
  // Not local mode: the simulated chain has several nodes.
  const ways = { news, isLocal: false };
  // Small, so that a flood is more than a round lists and than memory holds.
  const limits = { pageSize: 20, maxWaiting: 30 };
  const watchPorts = { ...money, ...ways, ...limits, depositProcessor };
  const deposits = depositReader(watchPorts);
  const solvencyPorts = { db, clock, chain, readDeposits: deposits.round };
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
  const ask = performOrAsk(money);
  const place = { network: "localnet", host: "localhost" } as const;
  const standing = logStanding({ ...sending, ...place });
  const mayOpenRace = () => standing.isProven();
  const parts = {
    ...sending,
    ...approving,
    seeds,
    reader,
    board,
    sendAtOnce,
    lockWallets: lockWallets(sending),
    mayOpenRace,
    performOrAsk: ask,
  };
  const logPorts = { ...sending, ...place, keys: vault, standing };
  const jobs = [
    // It is open from the start.
    ...logJobs({ ...logPorts, makeNotary: () => refuse("HOUSE_LOCKED") }),
    ...raceJobs(parts),
    ...depositJobs({ ...watchPorts, reader: deposits }),
    ...repeatJobs({ ...money, isLocal: false }),
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
    use: useCases({
      ...parts,
      answerOnce: answersOnce({ db, clock }),
      depositProcessor,
      solvencyPorts,
      questions: paymentQuestions(),
      heldBy: heldByWallets({ chain, clock }),
    }),
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
    Pick<Parameters<typeof submitBet>[0], "heldBy">,
    Omit<Parameters<typeof retryPayment>[0], "db" | "clock" | "entropy" | "chain"> {
  readonly reader: ReturnType<typeof raceReader>;
  readonly board: ReturnType<typeof leaderboard>;
  readonly seeds: ReturnType<typeof seedVault>;
  readonly solvencyPorts: Parameters<typeof readSolvency>[0];
  readonly chain: Parameters<typeof retryPayment>[0]["chain"];
  readonly vault: SimulatedVault;
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
  readonly readAdmins: Parameters<typeof approveRequest>[0]["readAdmins"];
  readonly isSignedBy: () => boolean;
  readonly secondAdminAbove: null;
  readonly performOrAsk: PerformOrAsk;
}

const PAGE = 100;
const adminOrigins = { adminWallets: ADMINS, isLocal: false };
const stranger = { wallet: null, isAdmin: false };

/** For what an admin does with the master password: the worker's own steps, with the keys that it opened. */
const withKeys = (ports: UsedPorts) => ({
  ...ports,
  queueSweeps: (order: SweepOrder) => queueSweeps(ports, order),
  advancePayments: (ids: readonly string[], vault: HouseKeys) => advanceSome({ ...ports, vault }, ids),
  reopenFailedMemos,
});

/** How the HTTP layer answers a call with an idempotency key, with the amount as its content. */
async function withKey(
  answerOnce: AnswerOnce,
  call: string,
  { caller, key, lamports: content }: KeyedPayment,
  handle: () => Promise<Result<{ readonly id: string | null }>>,
) {
  const request = { wallet: caller, call, key, content: content.toString() };
  return answerOnce(request, async () => {
    const result = await handle();
    return result.ok
      ? { status: 201, body: { id: result.value.id } }
      : { status: 409, body: { code: result.code } };
  });
}

/** The use cases behind the HTTP API, through which players and admins come in. */
const useCases = ({ answerOnce, ...ports }: UsedPorts & { readonly answerOnce: AnswerOnce }) => ({
  prepare: (request: Parameters<typeof prepareBet>[1]) => prepareBet(ports, request),
  submit: (bet: Parameters<typeof submitBet>[1]) => submitBet(ports, bet),
  confirm: (confirmation: Parameters<typeof confirmBet>[1]) => confirmBet(ports, confirmation),
  prepareDeposit: (request: Parameters<typeof prepareDeposit>[1]) => prepareDeposit(ports, request),
  submitDeposit: (request: Parameters<typeof submitDeposit>[1]) => submitDeposit(ports, request),
  confirmDeposit: (request: Parameters<typeof confirmDeposit>[1]) => confirmDeposit(ports, request),
  startRepeat: (request: Parameters<typeof startRepeat>[1]) => startRepeat(ports, request),
  resumeRepeat: (request: Parameters<typeof resumeRepeat>[1]) => resumeRepeat(ports, request),
  stopRepeat: (wallet: string) => stopRepeat(ports, wallet),
  takeBack: (request: Parameters<typeof takeBackBet>[1]) => takeBackBet(ports, request),
  changeLimits: (wallet: string, changes: LimitChanges) => changeLimits(ports, wallet, changes),
  takeBreak: (wallet: string, request: Parameters<typeof takeBreak>[2]) => takeBreak(ports, wallet, request),
  confirmNotice: async (wallet: string) => acceptNotice(ports, wallet, await readNotice(ports.db, wallet)),
  withdraw: (request: Parameters<typeof withdraw>[1]) => withdraw(ports, request),
  withdrawWithKey: (payment: KeyedPayment) =>
    withKey(answerOnce, "withdraw", payment, () =>
      withdraw(ports, { wallet: payment.caller, amount: lamports(payment.lamports), isAdmin: false }),
    ),
  transferWithKey: (payment: KeyedPayment) =>
    withKey(answerOnce, "transferManually", payment, async () => {
      const request = { playerWallet: payment.destination, amount: lamports(payment.lamports) };
      const asked = { request, by: payment.caller, reason: null };
      const outcome = await performOrAsk(ports)(manualTransferAction(ports), asked);
      return outcome.ok ? ok({ id: outcome.value.done }) : outcome;
    }),
  claim: (wallet: string) => claimReferrals(ports, { wallet, isAdmin: false }),
  listReferrals: (wallet: string) => listReferrals(ports.db, { wallet, limit: PAGE }),
  refundRace: (request: { readonly raceId: string; readonly reason: string }, by = ADMIN) =>
    refundRace(ports, { ...request, by }),
  refundBet: (betId: string, by = ADMIN) =>
    refundBet(ports, { betId, reason: "it should not have counted", by }),
  askSpecialRace: (request: HouseRequest<"special-race">, by = ADMIN) =>
    ports.performOrAsk(specialRaceAction(ports), { request, by, reason: null }),
  transferManually: (request: HouseRequest<"manual-transfer">, by = ADMIN) =>
    ports.performOrAsk(manualTransferAction(ports), { request, by, reason: null }),
  refillHotWallet: (amount: Lamports) => refillHotWallet(ports, { amount, by: ADMIN, reason: "for payouts" }),
  setBalance: (
    { wallet, seen, wanted }: { readonly wallet: string; readonly seen: bigint; readonly wanted: bigint },
    by = ADMIN,
  ) =>
    ports.performOrAsk(changeBalanceAction(ports, lamports(seen)), {
      request: { walletAddress: wallet, change: signedLamports(wanted - seen) },
      by,
      reason: null,
    }),
  setJackpot: (settingValue: string, by = ADMIN) =>
    ports.performOrAsk(houseSettings(ports)["jackpot-setting"], {
      request: { settingValue },
      by,
      reason: null,
    }),
  setLimit: (settingValue: string, by = ADMIN) =>
    ports.performOrAsk(houseSettings(ports)["limit-setting"], {
      request: { settingValue },
      by,
      reason: null,
    }),
  setAdmin: (walletAddress: string, isAdmin: boolean, by = ADMIN) =>
    ports.performOrAsk(changeRolesAction(adminOrigins), {
      request: { walletAddress, isAdmin },
      by,
      reason: null,
    }),
  setReferrer: (request: HouseRequest<"referrer">, by = ADMIN) =>
    ports.performOrAsk(changeReferrerAction, { request, by, reason: null }),
  cancelSpecialRace: (id: string) => cancelSpecialRace(ports, { id, by: ADMIN }),
  approveRequest: (id: string, by: string, lateMs = 0) =>
    approveRequest(
      {
        ...ports,
        clock: { ...ports.clock, now: () => ports.clock.now() + lateMs },
        actions: {
          ...houseSettings(ports),
          "special-race": specialRaceAction(ports),
          "manual-transfer": manualTransferAction(ports),
          "bet-refund": betRefundAction(ports),
          "race-refund": raceRefundAction(ports),
          balance: changeBalanceAction(ports),
          roles: changeRolesAction(adminOrigins),
          referrer: changeReferrerAction,
        },
      },
      { id, by, reason: null, signature: { signature: new Uint8Array() } },
    ),
  rejectRequest: (id: string, by: string) => rejectRequest(ports, { id, by, reason: null }),
  banPlayer: (ban: { readonly wallet: string; readonly hours: number }) =>
    banWallet(ports, { ...ban, by: ADMIN, reason: null }),
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
