/**
 * A bettor that plays over the public API alone. In each race's last minute it backs the horse that would pay it most,
 * as most races are lost: an example of the calls, not a way to win. It stops after `--races` bets.
 *
 *     npm install @solana/kit tsx
 *     npx tsx bettor.ts --url http://localhost:3000 --key bettor.json --amount 0.05 --races 3
 *
 * The key file is the one that `solana-keygen` writes; it is made if there is none.
 */
import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  address,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  lamports,
  partiallySignTransaction,
  signBytes,
  type Transaction,
} from "@solana/kit";

const LAMPORTS_PER_SOL = 1_000_000_000;
const BET_IN_LAST_MS = 60_000;
/** A payment needs about a second to be final; what comes after the close is credited to the balance. */
const TOO_LATE_MS = 3_000;
const LOOK_EVERY_MS = 2_000;

/**
 * What to do about each refusal of a call that this program makes.
 * repeat: the same call again after a pause: it is safe to repeat, and a bet is counted once
 * look: nothing to do in this state of things: look at the open race again and decide anew. What was paid too late
 * (BET_CREDITED) is in the balance
 * sign-in: the session is over: sign in and go on
 * fund: the wallet has too little
 * rename: another name for the profile
 * stop: only a person can help (NOTICE_REQUIRED: confirm the age on the page), or this program is wrong
 */
const codesOf = {
  repeat: `
    RATE_LIMITED UNAVAILABLE CHAIN_UNAVAILABLE NOT_READY INTERNAL_ERROR REQUEST_TIMEOUT
    NOT_FINAL_YET
  `,
  look: `
    MAINTENANCE BETTING_CLOSED ALREADY_BET RACE_NOT_FOUND BET_EXPIRED BET_CREDITED PAYMENT_FAILED
    NO_JACKPOT_FOR_ADMINS PROFILE_EXISTS
  `,
  "sign-in": `
    NOT_SIGNED_IN NONCE_INVALID
  `,
  fund: "INSUFFICIENT_BALANCE",
  rename: `
    USERNAME_TAKEN USERNAME_RESERVED
  `,
  stop: `
    PROFILE_REQUIRED PROFILE_NOT_FOUND USERNAME_REQUIRED USERNAME_TOO_SHORT USERNAME_TOO_LONG
    USERNAME_INVALID NOTICE_REQUIRED BANNED ON_BREAK
    STAKE_LIMIT_REACHED LOSS_LIMIT_REACHED COUNTRY_BLOCKED ORIGIN_NOT_ALLOWED STEP_UP_REQUIRED
    WRONG_WALLET SIGNATURE_INVALID INVALID_INPUT INVALID_JSON TOO_LARGE UNSUPPORTED_MEDIA_TYPE
    HORSE_NOT_IN_RACE BET_INPUT_MISSING INVALID_BET_AMOUNT BET_TOO_SMALL BET_TOO_LARGE BET_NOT_FOUND
    TRANSACTION_INVALID TRANSACTION_NOT_YOURS PAYMENT_MISMATCH IDEMPOTENCY_CONFLICT
    IDEMPOTENCY_KEYS_FULL
  `,
} as const;
const stepOf = new Map<string, string>(
  Object.entries(codesOf).flatMap(([step, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, step]),
  ),
);

class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- its shapes are in /api/openapi.json
type Json = any;

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:3000" },
    key: { type: "string", default: "bettor.json" },
    amount: { type: "string", default: "0.05" },
    races: { type: "string", default: "3" },
  },
});
const stake = Math.round(Number(options.amount) * LAMPORTS_PER_SOL);
const races = Number(options.races);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

const cookies = new Map<string, string>();

/** One call; throws `Refused` for a refusal that repeating does not help. */
async function call(method: string, path: string, body?: object): Promise<Json> {
  for (;;) {
    const answer = await callOnce(method, path, body);
    if (answer.success) return answer;
    if (stepOf.get(answer.code) !== "repeat") throw new Refused(answer.code, answer.message);
    await pause(answer.retryAfterMs ?? 1_000);
  }
}

async function callOnce(method: string, path: string, body?: object): Promise<Json> {
  try {
    const response = await fetch(new URL(path, options.url), {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      cookies.set(name, value.join("="));
    }
    return await response.json();
  } catch (error) {
    // No answer, or none of the game: the server or what stands before it is away for a moment.
    return { success: false, code: "UNAVAILABLE", message: String(error) };
  }
}

/** The key that `solana-keygen` wrote, 64 bytes as a JSON array; makes one if there is no file. */
function openKey(file: string): Promise<KeyPairSigner> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const fresh = [
    ...privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32),
    ...publicKey.export({ format: "der", type: "spki" }).subarray(-32),
  ];
  try {
    writeFileSync(file, JSON.stringify(fresh), { flag: "wx", mode: 0o600 });
  } catch {
    // It is there already, or cannot be written: then it cannot be read either, and that says so.
  }
  return createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, "utf8"))));
}

/** Sign In With Solana: the wallet signs a text that names the site, itself and a nonce of one use. */
async function signIn({ keyPair, address: wallet }: KeyPairSigner): Promise<void> {
  const { input } = await call("POST", "/api/auth/nonce");
  const text = [
    `${input.domain} wants you to sign in with your Solana account:`,
    wallet,
    "",
    input.statement,
    "",
    `URI: ${input.uri}`,
    `Version: ${input.version}`,
    `Chain ID: ${input.chainId}`,
    `Nonce: ${input.nonce}`,
    `Issued At: ${input.issuedAt}`,
    `Expiration Time: ${input.expirationTime}`,
  ].join("\n");
  const message = new TextEncoder().encode(text);
  const signature = await signBytes(keyPair.privateKey, message);
  await call("POST", "/api/auth/verify", {
    address: wallet,
    nonce: input.nonce,
    signedMessage: Buffer.from(message).toString("base64"),
    signature: Buffer.from(signature).toString("base64"),
  });
}

async function ensureProfile(wallet: string): Promise<void> {
  try {
    await call("GET", `/api/users/${wallet}`);
    return;
  } catch (error) {
    if (!(error instanceof Refused && error.code === "PROFILE_NOT_FOUND")) throw error;
  }
  for (;;) {
    try {
      const username = `bettor-${randomUUID().slice(0, 8)}`;
      await call("POST", "/api/users", { walletAddress: wallet, username });
      return;
    } catch (error) {
      if (error instanceof Refused && error.code === "PROFILE_EXISTS") return;
      if (!(error instanceof Refused && stepOf.get(error.code) === "rename")) throw error;
    }
  }
}

/** In local mode the chain has a faucet. False elsewhere: the wallet's owner sends SOL. */
async function ensureFunds(wallet: string): Promise<boolean> {
  const { rpcLocal } = await call("GET", "/api/public/runtime");
  if (rpcLocal === null) return false;
  const rpc = createSolanaRpc(new URL(rpcLocal, options.url).href);
  const { value } = await rpc.getBalance(address(wallet), { commitment: "finalized" }).send();
  if (value < stake + LAMPORTS_PER_SOL)
    await rpc.requestAirdrop(address(wallet), lamports(BigInt(stake + 5 * LAMPORTS_PER_SOL))).send();
  return true;
}

/** The horse that would pay most, counting the own stake: the winners share the pool less the edge by their stakes. */
function chooseHorse(race: Json): Json {
  const pool = race.totalPool * LAMPORTS_PER_SOL + stake;
  const net = pool * (1 - race.house_edge / 100) + race.jackpotAmount * LAMPORTS_PER_SOL;
  const pays = (horse: Json) => net / ((horse.totalBetAmount ?? 0) * LAMPORTS_PER_SOL + stake);
  return race.horses.reduce((best: Json, horse: Json) => (pays(horse) > pays(best) ? horse : best));
}

/**
 * Throws unless the transaction does what was asked for and nothing else: one transfer of the stake to the house and one
 * memo that commits to race, horse and stake, paid by this wallet. A program that signs what it is sent can be robbed.
 */
function checkTransaction(transaction: Transaction, wallet: string, terms: Json): void {
  const message = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(transaction.messageBytes),
  );
  const { raceId, horseNumber, houseWallet, salt } = terms;
  const committed = `bet:${raceId}:${horseNumber}:${stake}:${salt}`;
  const commitment = createHash("sha256").update(committed).digest("hex");
  const [transfer, memo, ...others] = message.instructions;
  const data = Buffer.from(transfer?.data ?? []);
  const isAsked =
    message.feePayer.address === wallet &&
    others.length === 0 &&
    transfer?.programAddress === "11111111111111111111111111111111" &&
    data.length === 12 &&
    data.readUInt32LE(0) === 2 &&
    data.readBigUInt64LE(4) === BigInt(stake) &&
    transfer.accounts?.[0]?.address === wallet &&
    transfer.accounts[1]?.address === houseWallet &&
    memo?.programAddress === "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr" &&
    Buffer.from(memo.data ?? [])
      .toString()
      .split(" ")
      .includes(commitment);
  if (!isAsked) throw new Error("The transaction is not the bet that was asked for; nothing was signed.");
}

/** Prepares, signs, submits and confirms one bet. */
async function bet({ keyPair, address: wallet }: KeyPairSigner, race: Json): Promise<void> {
  const horse = chooseHorse(race);
  const path = `/api/races/${race.id}/bet`;
  const prepared = await call("POST", `${path}/prepare`, {
    walletAddress: wallet,
    horseId: horse.id,
    amount: stake / LAMPORTS_PER_SOL,
    version: 0,
    // A repeated call whose answer was lost prepares the same bet.
    idempotencyKey: randomUUID(),
  });
  const { betId, houseWallet, salt, serializedTransaction } = prepared;
  if (serializedTransaction !== null) {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(serializedTransaction));
    checkTransaction(transaction, wallet, { raceId: race.id, horseNumber: horse.number, houseWallet, salt });
    const signedTransaction = getBase64EncodedWireTransaction(
      await partiallySignTransaction([keyPair], transaction),
    );
    const { signature } = await call("POST", `${path}/submit`, { betId, signedTransaction });
    await call("POST", `${path}/confirm`, { betId, walletAddress: wallet, txSignature: signature });
  }
  say(`race ${race.id}: ${options.amount} SOL on ${horse.name}`);
}

const isLastMinute = ({ status, countdownEndsAt, serverNow }: Json): boolean => {
  const left = Date.parse(countdownEndsAt) - Date.parse(serverNow);
  return status === "countdown" && left < BET_IN_LAST_MS && left > TOO_LATE_MS;
};

async function play(key: KeyPairSigner): Promise<void> {
  for (let placed = 0; placed < races;) {
    try {
      const { race, yourBet } = await call("GET", "/api/races/active");
      if (race !== null && yourBet === null && isLastMinute(race)) {
        await bet(key, race);
        placed++;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const step = stepOf.get(error.code);
      say(error.message);
      if (step === "sign-in") await signIn(key);
      else if (step === "fund" ? !(await ensureFunds(key.address)) : step !== "look") throw error;
    }
    await pause(LOOK_EVERY_MS);
  }
}

try {
  const key = await openKey(options.key);
  await signIn(key);
  await ensureProfile(key.address);
  await ensureFunds(key.address);
  say(`${key.address} plays at ${options.url}`);
  await play(key);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
