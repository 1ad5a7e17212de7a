import { LRUCache } from "lru-cache";
import { decodeBase58, encodeBase58 } from "../../domain/base58.ts";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { composeTransaction } from "../chain/compose-transaction.ts";
import type { PriorityBid } from "../chain/priority-fee.ts";
import type { RecentBlockhash } from "../ports.ts";

export interface PaymentTerms {
  readonly wallet: string;
  readonly depositAddress: string;
  readonly lamports: Lamports;
  readonly memo: string;
  readonly lifetime: RecentBlockhash;
  readonly bid: PriorityBid | null;
}

/** The message of a payment, and where in it stands what differs from one payment to the next. */
interface Template {
  readonly bytes: Buffer;
  readonly walletAt: number;
  readonly blockhashAt: number;
  readonly lamportsAt: number;
  readonly memoAt: number;
}

const MOST_TEMPLATES = 100;
const templates = new LRUCache<string, Template>({ max: MOST_TEMPLATES });
const ADDRESS_BYTES = 32;

/** Values that stand nowhere else in a message. */
const marks = {
  wallet: Buffer.from(Array.from({ length: ADDRESS_BYTES }, (_, at) => 0x80 + at)),
  blockhash: Buffer.from(Array.from({ length: ADDRESS_BYTES }, (_, at) => 0xc0 + at)),
  lamports: 0x0a0b0c0d0e0fn,
  memoCharacter: "\u007f",
};

/**
 * The bytes of `composeTransaction`'s message for a payment to the house. To compose one takes half a millisecond, so it is done
 * once for each deposit wallet, bid and length of the memo, and the wallet, the amount, the blockhash and the memo of each
 * payment are put in their places.
 */
export function paymentMessage(terms: PaymentTerms): Buffer {
  const { wallet, depositAddress, memo, lifetime } = terms;
  // A payment to itself names one account less.
  if (wallet === depositAddress) return composeMessage(terms);
  const { bytes, walletAt, blockhashAt, lamportsAt, memoAt } = templateOf(terms);
  const message = Buffer.from(bytes);
  message.set(addressBytes(wallet), walletAt);
  message.set(addressBytes(lifetime.blockhash), blockhashAt);
  message.writeBigUInt64LE(terms.lamports, lamportsAt);
  message.write(memo, memoAt, "utf8");
  return message;
}

function templateOf({ depositAddress, memo, bid }: PaymentTerms): Template {
  const memoBytes = Buffer.byteLength(memo);
  const key = `${depositAddress} ${bid?.unitLimit} ${bid?.unitPrice} ${memoBytes}`;
  const known = templates.get(key);
  if (known) return known;
  const memoMark = marks.memoCharacter.repeat(memoBytes);
  const bytes = composeMessage({
    wallet: encodeBase58(marks.wallet),
    depositAddress,
    lamports: lamports(marks.lamports),
    memo: memoMark,
    lifetime: { slot: 0n, blockhash: encodeBase58(marks.blockhash), lastValidBlockHeight: 0n },
    bid,
  });
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(marks.lamports);
  const made = {
    bytes,
    walletAt: onlyPlaceOf(bytes, marks.wallet),
    blockhashAt: onlyPlaceOf(bytes, marks.blockhash),
    lamportsAt: onlyPlaceOf(bytes, amount),
    memoAt: onlyPlaceOf(bytes, Buffer.from(memoMark)),
  };
  templates.set(key, made);
  return made;
}

const composeMessage = ({ wallet, depositAddress, lamports: amount, memo, lifetime, bid }: PaymentTerms) =>
  Buffer.from(
    composeTransaction({
      source: wallet,
      transfer: { destination: depositAddress, lamports: amount },
      memo,
      lifetime,
      bid,
    }).messageBytes,
  );

function onlyPlaceOf(bytes: Buffer, mark: Uint8Array): number {
  const place = bytes.indexOf(mark);
  if (place < 0 || place !== bytes.lastIndexOf(mark)) throw new Error("a mark does not stand in one place");
  return place;
}

function addressBytes(text: string): Uint8Array {
  const bytes = decodeBase58(text);
  if (bytes?.length !== ADDRESS_BYTES) throw new Error(`${text} is no address`);
  return bytes;
}
