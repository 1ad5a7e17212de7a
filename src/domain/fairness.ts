import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { HORSE_COUNT } from "./horse-count.ts";

/** The largest multiple of 6 within 32 bits; values below it fall on each horse equally often (rule FAIR-2). */
export const MAX_VALUE = 4_294_967_292;
const CHUNK_DIGITS = 8;
const LAST_COUNTER = 1000;

/** Every step from the three public texts to the winner, as the verifier shows it (rule FAIR-4). */
export interface FairnessTrace {
  /** `server_seed:race_id:nonce` */
  readonly combined: string;
  /** Which hash decided: 0 is that of `combined`, n that of `combined:n`. */
  readonly counter: number;
  /** The deciding hash, 64 hex digits. */
  readonly hash: string;
  /** A chunk below this value is accepted. */
  readonly maxValue: number;
  /** The deciding hash in eight chunks of eight hex digits. */
  readonly chunks: readonly string[];
  /** Place of the deciding chunk, from 0. */
  readonly chunkIndex: number;
  /** The deciding chunk's eight hex digits. */
  readonly usedChunk: string;
  /** The deciding chunk as a number. */
  readonly usedValue: number;
  /** Number of the winning horse, 1 to 6. */
  readonly winner: number;
}

export interface RaceOutcome {
  readonly trace: FairnessTrace;
  readonly winner: number;
  /** Horse numbers in finishing order; the first is the winner (rule RACE-7). */
  readonly places: readonly number[];
  /** 32 hex digits that shape the motion (rule FAIR-14). */
  readonly motionSeed: string;
}

/** SHA-256 of a text's UTF-8 bytes as 64 lower-case hex digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The commitment to a seed: SHA-256 of the seed's text (rule FAIR-6). */
export const seedHash = (serverSeed: string): string => sha256Hex(serverSeed);

/** Whether a text has the form of a server seed: 64 lower-case hex digits. */
export const isServerSeed = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The text that is hashed first (rule FAIR-1). */
export const combine = (serverSeed: string, raceId: string, nonce: string): string =>
  `${serverSeed}:${raceId}:${nonce}`;

/**
 * The nonce that decides: the published nonce joined with the beacon's blockhash, or the published
 * nonce alone for a race with sealed entropy (rule FAIR-10).
 */
export const finalNonce = (nonce: string, blockhash: string | null): string =>
  blockhash === null ? nonce : `${nonce}.${blockhash}`;

/** Computes the winner with every intermediate value (rules FAIR-1 to FAIR-4). */
export const traceOutcome = (serverSeed: string, raceId: string, nonce: string): FairnessTrace =>
  traceCombined(combine(serverSeed, raceId, nonce), sha256Hex);

/**
 * `traceOutcome` from the combined text on, with the hash as a parameter, because a SHA-256 whose
 * eight chunks are all refused cannot be found to test with.
 */
export function traceCombined(combined: string, hashHex: (text: string) => string): FairnessTrace {
  for (let counter = 0; ; counter += 1) {
    const hash = hashHex(counter === 0 ? combined : `${combined}:${counter}`);
    const chunks = splitHash(hash);
    const accepted = firstAcceptedChunk(chunks);
    if (accepted === null && counter < LAST_COUNTER) continue;
    const chunkIndex = accepted ?? 0;
    const usedChunk = chunks[chunkIndex] ?? "";
    const usedValue = Number.parseInt(usedChunk, 16);
    const winner = (usedValue % HORSE_COUNT) + 1;
    return { combined, counter, hash, maxValue: MAX_VALUE, chunks, chunkIndex, usedChunk, usedValue, winner };
  }
}

function splitHash(hash: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < hash.length; at += CHUNK_DIGITS) chunks.push(hash.slice(at, at + CHUNK_DIGITS));
  return chunks;
}

/** Index of the first chunk that is below `MAX_VALUE`; null when all are refused (rule FAIR-2). */
export function firstAcceptedChunk(chunks: readonly string[]): number | null {
  const index = chunks.findIndex((chunk) => Number.parseInt(chunk, 16) < MAX_VALUE);
  return index < 0 ? null : index;
}

/**
 * The whole race: winner, places and motion seed. `nonce` is the final nonce (see `finalNonce`), so
 * with a beacon none of it is known to anybody before betting has closed.
 */
export function raceOutcome(serverSeed: string, raceId: string, nonce: string): RaceOutcome {
  const trace = traceOutcome(serverSeed, raceId, nonce);
  const motion = keyedHash(serverSeed, `motion|${raceId}|${nonce}`);
  return {
    trace,
    winner: trace.winner,
    places: placesFrom(trace.winner, (block) =>
      keyedHash(serverSeed, `places|${raceId}|${nonce}${block === 0 ? "" : `|${block}`}`),
    ),
    motionSeed: bytesToHex(motion.subarray(0, 16)),
  };
}

/** HMAC-SHA256 keyed with the UTF-8 bytes of the seed's text. */
const keyedHash = (serverSeed: string, message: string): Uint8Array =>
  hmac(sha256, utf8ToBytes(serverSeed), utf8ToBytes(message));

/**
 * The finishing order: the winner, then the other numbers shuffled (rule FAIR-14).
 *
 * The five others are in ascending order in a list of places 0 to 4. For `last` = 4, 3, 2, 1 a whole
 * number `pick` from 0 to `last` is drawn and the entries at `pick` and `last` are swapped. The
 * list is then places 2 to 6.
 *
 * A draw reads the stream of bytes `block(0)`, `block(1)`, … one byte at a time. With m = last + 1, a
 * byte below 256 − (256 mod m) is accepted and `pick` is the byte modulo m; any other byte is skipped.
 * The stream continues from draw to draw, so a byte is used at most once.
 *
 * @param block the bytes of HMAC-SHA256(seed, "places|raceId|nonce"), and for n ≥ 1 those of
 * HMAC-SHA256(seed, "places|raceId|nonce|n"), which are needed only after 32 bytes are used up.
 */
export function placesFrom(winner: number, block: (index: number) => Uint8Array): readonly number[] {
  const rest: number[] = [];
  for (let number = 1; number <= HORSE_COUNT; number += 1) if (number !== winner) rest.push(number);
  const bytes = byteStream(block);
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const pick = drawBelow(last + 1, bytes);
    const moved = rest[pick];
    const other = rest[last];
    if (moved === undefined || other === undefined) throw new RangeError(`draw ${pick} outside 0..${last}`);
    rest[pick] = other;
    rest[last] = moved;
  }
  return [winner, ...rest];
}

function drawBelow(bound: number, bytes: Iterator<number, never>): number {
  for (;;) {
    const byte = bytes.next().value;
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}

function* byteStream(block: (index: number) => Uint8Array): Generator<number, never> {
  for (let index = 0; ; index += 1) yield* block(index);
}
