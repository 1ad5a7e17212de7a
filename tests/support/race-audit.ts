/**
 * Checks a finished race from the outside, lamport by lamport and hash by hash: reads only the published pages and the
 * chain, and uses none of the product's code.
 */
import { createHash, createHmac } from "node:crypto";
import { Connection, type ParsedTransactionWithMeta, PublicKey } from "@solana/web3.js";

// oxlint-disable-next-line typescript/no-explicit-any -- the wire is read here without the project's types
type Json = any;

export interface RaceAudit {
  /** What does not add up, in plain words; empty if all is well. */
  readonly problems: readonly string[];
  readonly bets: number;
  readonly payouts: number;
  readonly stakedLamports: bigint;
  readonly paidLamports: bigint;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The published algorithm, implemented again. */
export function winnerOf(seed: string, raceId: string, nonce: string): number {
  const combined = `${seed}:${raceId}:${nonce}`;
  let first: number | undefined;
  for (let counter = 0; counter <= 1000; counter++) {
    const hash = sha256(counter === 0 ? combined : `${combined}:${counter}`);
    for (let at = 0; at < 64; at += 8) {
      const value = Number.parseInt(hash.slice(at, at + 8), 16);
      first ??= value;
      if (value < 4294967292) return (value % 6) + 1;
    }
  }
  return ((first ?? 0) % 6) + 1;
}

export async function auditRace(
  baseUrl: string,
  raceId: string,
  rpcUrl = `${baseUrl}/rpc`,
): Promise<RaceAudit> {
  const problems: string[] = [];
  const must = (holds: boolean, otherwise: string) => void (holds || problems.push(otherwise));
  const chain = new Connection(rpcUrl, "confirmed");
  const read = async (path: string): Promise<Json> => (await fetch(`${baseUrl}/api${path}`)).json();

  const { race } = await read(`/races/verify/${raceId}`);
  const { race: card } = await read(`/races/${raceId}`);
  const books = race.settlement;
  must(sha256(race.server_seed) === race.server_seed_hash, "the seed does not match its hash");
  must(
    race.anchors.commit !== null &&
      (await memoOf(chain, race.anchors.commit.signature)) === race.anchors.commit.checkpoint,
    "the commitment is not on the chain",
  );
  if (race.entropy === "beacon" && race.beacon?.blockhash) {
    const block = await chain.getBlock(race.beacon.slot, { maxSupportedTransactionVersion: 1 });
    must(block?.blockhash === race.beacon.blockhash, "the beacon is not the block's hash");
    must(race.nonce.endsWith(`.${race.beacon.blockhash}`), "the final nonce does not end in the beacon");
  }
  if (race.status === "completed") checkOutcome(race, raceId, must);
  if (race.settings.ledger === "real") await checkLock(chain, race, must);

  const pool = sum(books.bets.map((bet: Json) => bet.stake));
  must(pool === BigInt(books.pool), `stakes add up to ${pool}, the pool says ${books.pool}`);
  for (const bet of books.bets) await checkStake(chain, race, bet, must);
  if (books.kind === "paid") checkBooks(race, card, books, pool, must);
  else
    for (const bet of books.bets)
      must(bet.result === "refunded" && bet.payout === bet.stake, `bet ${bet.id} was not refunded in full`);
  for (const payout of books.payouts) await checkPayout(chain, payout, must);

  return {
    problems,
    bets: books.bets.length,
    payouts: books.payouts.length,
    stakedLamports: pool,
    paidLamports: sum(books.payouts.map((payout: Json) => payout.lamports)),
  };
}

type Must = (holds: boolean, otherwise: string) => void;

function checkOutcome(race: Json, raceId: string, must: Must) {
  const winner = winnerOf(race.server_seed, raceId, race.nonce);
  must(winner === race.winning_horse, `the seed gives ${winner}, the race says ${race.winning_horse}`);
  must(race.places[0] === winner, "the first place is not the winner");
  must(
    [...race.places].sort((a: number, b: number) => a - b).join() === "1,2,3,4,5,6",
    "the places are not the six horses",
  );
  const motion = createHmac("sha256", race.server_seed)
    .update(`motion|${raceId}|${race.nonce}`)
    .digest("hex");
  must(motion.length === 64, "the motion seed cannot be computed");
}

function checkBooks(race: Json, card: Json, books: Json, pool: bigint, must: Must) {
  const edgeBps = BigInt(Math.round(card.house_edge * 100));
  const fee = (pool * edgeBps) / 10_000n;
  const net = pool - fee + BigInt(books.jackpot);
  const onWinner = books.bets.filter((bet: Json) => bet.horse_number === race.winning_horse);
  const winningStakes = sum(onWinner.map((bet: Json) => bet.stake));
  let paid = 0n;
  for (const bet of books.bets) {
    const won = bet.horse_number === race.winning_horse;
    const due = won ? (net * BigInt(bet.stake)) / winningStakes : 0n;
    paid += due;
    must(BigInt(bet.payout) === due, `bet ${bet.id} is due ${due}, the books say ${bet.payout}`);
    must(bet.result === (won ? "win" : "loss"), `bet ${bet.id} is a ${bet.result}`);
  }
  must(fee === BigInt(books.fee), `the fee is ${fee}, the books say ${books.fee}`);
  must(net - paid === BigInt(books.remainder), `the remainder is ${net - paid}, not ${books.remainder}`);
}

const digest = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

/** All bets were fixed on the chain at the close, and the slot where the lock memo landed decides the beacon. */
async function checkLock(chain: Connection, race: Json, must: Must) {
  const { lockedBets, betsRoot, anchors } = race;
  if (betsRoot === null) return must(race.status === "refunded", "the bets were not locked");
  const wallets = new Map<string, Json>(race.settlement.bets.map((bet: Json) => [bet.id, bet]));
  let level: Buffer[] = [];
  for (const { id, wallet_hash: walletHash, horse_number: horse, stake } of lockedBets.bets) {
    const bet = wallets.get(id);
    must(bet !== undefined, `${id} was locked and not settled`);
    must(
      !bet || (bet.horse_number === horse && bet.stake === stake),
      `${id} was settled otherwise than locked`,
    );
    must(!bet || sha256(`wallet:${bet.user_wallet}:${bet.salt}`) === walletHash, `${id} is another wallet's`);
    level.push(digest(Buffer.of(0), Buffer.from(`${id}:${walletHash}:${horse}:${stake}`)));
  }
  must(lockedBets.bets.length >= wallets.size, "a bet was settled that had not been locked");
  while (level.length > 1) {
    level = level.flatMap((left, at) => {
      const right = level[at + 1];
      return at % 2 === 1 ? [] : [right === undefined ? left : digest(Buffer.of(1), left, right)];
    });
  }
  const root = (level[0] ?? digest()).toString("hex");
  must(root === betsRoot, `the bets have the root ${root}, not ${betsRoot}`);
  const said = `furlong:1:lock race=${race.id} pool=${lockedBets.pool} bets=${lockedBets.bets.length} root=${root}`;
  if (anchors.lock === null) return must(race.status === "refunded", "the lock memo was not sent");
  must((await memoOf(chain, anchors.lock)) === said, "the lock memo says something else");
  const lock = await transactionOf(chain, anchors.lock);
  must(payerOf(lock) !== "" && payerOf(lock) === race.lock_wallet, "the lock memo is of another wallet");
  const slot = lock?.slot ?? Number.NaN;
  must(anchors.commit.slot < slot, `the lock landed in ${slot}, the commitment in ${anchors.commit.slot}`);
  if (race.entropy === "beacon" && race.status === "completed")
    must(
      race.beacon.announcedSlot === slot + 4,
      `the memo landed in ${slot}, the beacon is from ${race.beacon.announcedSlot}`,
    );
}

const payerOf = (found: ParsedTransactionWithMeta | null) =>
  found?.transaction.message.accountKeys[0]?.pubkey.toBase58() ?? "";

async function checkStake(chain: Connection, race: Json, bet: Json, must: Must) {
  // A stake from the balance has no payment.
  if (bet.signature === null) return;
  const found = await transactionOf(chain, bet.signature);
  const moved = transfersOf(found).filter(({ source }) => source === bet.user_wallet);
  must(moved.length === 1, `bet ${bet.id} has ${moved.length} payments`);
  must(
    moved[0]?.lamports === BigInt(bet.stake),
    `bet ${bet.id} paid ${moved[0]?.lamports}, not ${bet.stake}`,
  );
  const commitment = sha256(`bet:${race.id}:${bet.horse_number}:${bet.stake}:${bet.salt}`);
  must(
    (await memoOf(chain, bet.signature)) ===
      `furlong:bet ${commitment} ${race.anchors.commit?.checkpoint.split("\n")[2]}`,
    `the payment of ${bet.id} does not commit to it`,
  );
  if (race.beacon?.slot)
    must((found?.slot ?? Infinity) < race.beacon.slot, `bet ${bet.id} was paid after the beacon`);
}

async function checkPayout(chain: Connection, payout: Json, must: Must) {
  if (payout.status !== "completed") return must(false, `payout ${payout.id} is ${payout.status}`);
  const moved = transfersOf(await transactionOf(chain, payout.signature));
  must(
    moved.length === 1 &&
      moved[0]?.destination === payout.user_wallet &&
      moved[0]?.lamports === BigInt(payout.lamports),
    `payout ${payout.id} moved ${JSON.stringify(moved.map(String))}`,
  );
}

const sum = (amounts: readonly (string | bigint)[]) =>
  amounts.reduce((total: bigint, amount) => total + BigInt(amount), 0n);

const transactionOf = (chain: Connection, signature: string) =>
  chain.getParsedTransaction(signature, { commitment: "confirmed", maxSupportedTransactionVersion: 1 });

function transfersOf(transaction: ParsedTransactionWithMeta | null) {
  if (!transaction || transaction.meta?.err) return [];
  return transaction.transaction.message.instructions.flatMap((instruction) =>
    "parsed" in instruction && instruction.program === "system" && instruction.parsed.type === "transfer"
      ? [
          {
            source: String(instruction.parsed.info.source),
            destination: String(instruction.parsed.info.destination),
            lamports: BigInt(instruction.parsed.info.lamports),
          },
        ]
      : [],
  );
}

async function memoOf(chain: Connection, signature: string): Promise<string> {
  const found = await transactionOf(chain, signature);
  return (found?.transaction.message.instructions ?? [])
    .flatMap((instruction) =>
      "parsed" in instruction && instruction.program === "spl-memo" ? [String(instruction.parsed)] : [],
    )
    .join(" ");
}

/**
 * Every transfer that ever left the house to a player for a race, by memo: counts what was paid twice. `source` is the
 * address of the hot wallet.
 */
export async function paymentsFrom(baseUrl: string, source: string, rpcUrl = `${baseUrl}/rpc`) {
  const byMemo = new Map<string, { signature: string; destination: string; lamports: bigint }[]>();
  for (const { signature, memo, transaction } of await historyOf(rpcUrl, source)) {
    for (const moved of transfersOf(transaction)) {
      if (moved.source !== source || memo === null) continue;
      byMemo.set(memo, [...(byMemo.get(memo) ?? []), { signature, ...moved }]);
    }
  }
  return byMemo;
}

interface Happened {
  readonly signature: string;
  readonly memo: string | null;
  readonly error: unknown;
  readonly transaction: ParsedTransactionWithMeta | null;
}

const READ_AT_ONCE = 25;

/** Every transaction that ever touched an address, newest first. */
export async function historyOf(rpcUrl: string, address: string): Promise<readonly Happened[]> {
  const chain = new Connection(rpcUrl, "confirmed");
  const happened: Happened[] = [];
  for (let before: string | undefined; ;) {
    const page = await chain.getSignaturesForAddress(new PublicKey(address), {
      limit: 1000,
      ...(before && { before }),
    });
    for (let at = 0; at < page.length; at += READ_AT_ONCE) {
      const part = page.slice(at, at + READ_AT_ONCE).map(async ({ signature, memo, err }) => ({
        signature,
        memo: memo?.replace(/^\[\d+\] /, "") ?? null,
        error: err,
        transaction: await transactionOf(chain, signature),
      }));
      happened.push(...(await Promise.all(part)));
    }
    before = page.at(-1)?.signature;
    if (page.length < 1000) return happened;
  }
}
