import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import { betCommitment } from "../../../domain/bet-commitment.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { LedgerName } from "../../../domain/ledger.ts";
import { betMemo } from "../../../domain/memo.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import {
  type Accepted,
  acceptBets,
  type AcceptRefusal,
  type AskedBet,
  type BetRequest,
} from "./accept-bet.ts";
import { insertPreparedBets, type PreparedRow, type WaitingBet } from "./queries.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { BidFor } from "../../foundation/chain/fee-bidder.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { checkCountry } from "../../foundation/books/age-notices.ts";
import { readEarlierEffect } from "../../foundation/db/keyed-transaction.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import type { Chain, RecentBlockhash } from "../../foundation/ports.ts";
import { chooseDepositWallet, type DepositWallets } from "./choose-deposit-wallet.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { composeHousePayment, versionOf, wireOfMessage } from "./bet-transaction.ts";
import { drawBet, placeAtOnce, type PlacedBet, type PlacePorts } from "./place-at-once.ts";

export interface PreparePorts extends PlacePorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "latestBlockhash">;
  readonly bidFor: BidFor;
  readonly depositProcessor: Pick<DepositProcessor, "knownBets">;
  readonly vault: DepositWallets;
}

export type PrepareRefusal =
  | AcceptRefusal
  | "COUNTRY_BLOCKED"
  | "INSUFFICIENT_BALANCE"
  | "STEP_UP_REQUIRED"
  | "NOT_READY"
  | "CHAIN_UNAVAILABLE";

export interface PreparedBet {
  readonly betId: string;
  /** Opens the commitment to the bet (rule BET-13). */
  readonly salt: string;
  readonly stake: Lamports;
  readonly ledger: LedgerName;
  /**
   * Null when the bet is already placed, with nothing to sign: in testing mode, and from the balance (rules BET-10 and
   * BET-14).
   */
  readonly payment: {
    /** base64, with an empty slot for the player's signature. */
    readonly wire: string;
    readonly lastValidBlockHeight: bigint;
    readonly depositAddress: string;
    /** The parts of its memo (rule BET-13). */
    readonly commitment: string;
    readonly root: string;
  } | null;
}

/** Half of a blockhash's life: a prepared bet with less than that left is prepared again. */
const REUSABLE_FOR_BLOCKS = 75n;

/**
 * Prepares a bet: checks that it would be accepted now and hands out the transaction that pays for it, with the salt of
 * the commitment in its memo (rules BET-1, BET-13 and BET-28). The ledger is not touched; the bet counts once its payment is on
 * the chain. Asking again for the same bet returns the same transaction while it is fresh. In testing mode, and with a
 * stake from the balance, the bet is placed at once (rules BET-10 and BET-14). Maintenance refuses it (rule BET-11),
 * and so does a blocked country (rule BET-18).
 */
export async function prepareBet(
  ports: PreparePorts,
  request: BetRequest,
): Promise<Result<PreparedBet, PrepareRefusal>> {
  // The checks would refuse a second bet, and so the first one's repetition (rule IDEM-2).
  const earlier = await readEarlierEffect<PlacedBet>(ports.db);
  if (earlier?.ok) return ok({ ...earlier.value, payment: null });
  const blocked = await checkCountry(ports.db, request.country ?? null);
  if (blocked) return blocked;
  const accepted = await inBatchesOf(ports.db).accept({ ...request, at: new Date(ports.clock.now()) });
  if (!accepted.ok) return accepted;
  const { bet } = accepted.value;
  if (bet.ledger === "real" && request.from !== "balance") {
    return preparePayment(ports, accepted.value, request);
  }
  const placed = await placeAtOnce(ports, bet);
  if (!placed.ok) return placed;
  return ok({ ...placed.value, payment: null });
}

interface Batches {
  readonly accept: (request: AskedBet) => Promise<Result<Accepted, AcceptRefusal>>;
  readonly insert: (row: PreparedRow) => Promise<void>;
}

const MAX_IN_A_BATCH = 64;
const batchesByDatabase = new WeakMap<Db, Batches>();

/** Concurrent preparations share their statements and their commit. */
function inBatchesOf(db: Db): Batches {
  const known = batchesByDatabase.get(db);
  if (known) return known;
  const made: Batches = {
    accept: inBatches(MAX_IN_A_BATCH, (requests: readonly AskedBet[]) => acceptBets(db, requests)),
    insert: inBatches(MAX_IN_A_BATCH, async (rows: readonly PreparedRow[]) => {
      await insertPreparedBets(db, rows);
      return rows.map(() => undefined);
    }),
  };
  batchesByDatabase.set(db, made);
  return made;
}

async function preparePayment(
  { db, chain, bidFor, entropy, log, vault, depositProcessor }: PreparePorts,
  {
    bet: { raceId, wallet, horseId, horseNumber, horseName, stake, at },
    commitRoot: root,
    waiting,
  }: Accepted,
  { version = 0, isUnproven = false }: Pick<BetRequest, "version"> & { readonly isUnproven?: boolean },
): Promise<Result<PreparedBet, "NOT_READY" | "CHAIN_UNAVAILABLE">> {
  if (root === null) throw new Error(`${raceId} takes bets without an anchor`);
  const { betId, salt } = drawBet(entropy);
  const depositAddress = await chooseDepositWallet(vault, betId);
  if (!depositAddress) return refuse("NOT_READY");
  const lifetime = await orUnavailable(chain.latestBlockhash());
  if (!lifetime) return refuse("CHAIN_UNAVAILABLE");

  const again = waiting && !isUnproven && preparedAgain(waiting, { horseId, stake, lifetime, version });
  if (again) return ok(again);

  const commitment = betCommitment({ raceId, horseNumber, stake, salt });
  const memo = betMemo(commitment, root);
  const transfer = { destination: depositAddress, lamports: stake };
  const bid = await bidFor({
    source: wallet,
    houseWallet: depositAddress,
    transfer,
    memo,
    signings: 0,
  });
  const { message, wire } = composeHousePayment({
    wallet,
    depositAddress,
    lamports: stake,
    memo,
    lifetime,
    bid,
    version,
  });
  const { lastValidBlockHeight } = lifetime;
  const terms = {
    id: betId,
    raceId,
    wallet,
    horseNumber,
    horseId,
    stake,
    ledger: "real",
    source: "wallet",
    salt,
    message: isUnproven ? null : message,
    memo,
    depositAddress,
  } as const;
  await inBatchesOf(db).insert({ ...terms, lastValidBlockHeight, preparedAt: at });
  depositProcessor.knownBets.remember({ ...terms, horseName });
  log.info({ betId, raceId, lamports: String(stake) }, "bet prepared");
  return ok({
    betId,
    salt,
    stake,
    ledger: "real",
    payment: { wire, lastValidBlockHeight, depositAddress, commitment, root },
  });
}

/** What was prepared earlier for the same bet, if its transaction can still land in time. */
function preparedAgain(
  { id, horseId, stake, salt, message, memo, depositAddress, lastValidBlockHeight }: WaitingBet,
  terms: {
    readonly horseId: number;
    readonly stake: Lamports;
    readonly lifetime: RecentBlockhash;
    readonly version: TransactionVersion;
  },
): PreparedBet | null {
  if (depositAddress === null || lastValidBlockHeight === null) return null;
  if (horseId !== terms.horseId || BigInt(stake) !== terms.stake) return null;
  if (versionOf(message) !== terms.version) return null;
  if (BigInt(lastValidBlockHeight) + REUSABLE_FOR_BLOCKS < terms.lifetime.lastValidBlockHeight) return null;
  const wire = wireOfMessage(message);
  const [, commitment = "", root = ""] = memo.split(" ");
  return {
    betId: id,
    salt,
    stake: terms.stake,
    ledger: "real",
    payment: { wire, lastValidBlockHeight: BigInt(lastValidBlockHeight), depositAddress, commitment, root },
  };
}
