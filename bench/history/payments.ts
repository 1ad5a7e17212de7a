import { getTransactionEncoder } from "@solana/kit";
import type { PaymentKind } from "../../src/domain/payment-terms.ts";
import {
  anchorCompleted,
  paymentCancelled,
  paymentCompleted,
  paymentCreated,
  paymentOwner,
  sweepCompleted,
} from "../../src/domain/chain-postings.ts";
import { type Lamports, lamports, ZERO } from "../../src/domain/lamports.ts";
import { paymentMemo } from "../../src/domain/memo.ts";
import { composeTransaction } from "../../src/server/foundation/chain/compose-transaction.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import type { Books } from "./books.ts";
import { base58Of, type Draw } from "./draw.ts";
import { insertRows, type Row, timeOf } from "./insert-rows.ts";

export interface PastPayment {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly destination: string | null;
  readonly lamports: Lamports;
  /** Of an anchor; for the other kinds it follows from the id. */
  readonly memo?: string;
  readonly wallet?: string;
  readonly raceId?: string;
  readonly betId?: string;
  readonly atMs: number;
  /** It landed with an error, and the money is back with its owner. */
  readonly hasFailed?: boolean;
}

const NETWORK_FEE = lamports(5_000n);
const FINAL_AFTER_MS = 13_500;

/** Outgoing payments of the past, all of them completed: their rows, attempts and postings. */
export function openPayments(house: { readonly deposit: string; readonly hot: string }) {
  let rows: Row[] = [];
  let attempts: { readonly source: "deposit" | "hot"; readonly row: Row }[] = [];
  // One transaction for all attempts of a wallet: only its signer and its length are ever read.
  const wires = { deposit: wireOf(house.deposit, house.hot), hot: wireOf(house.hot, house.deposit) };

  return {
    pay(payment: PastPayment, { books, draw }: { readonly books: Books; readonly draw: Draw }): void {
      const { id, kind, atMs, hasFailed = false } = payment;
      const source = kind === "sweep" ? "deposit" : "hot";
      const signature = base58Of(draw.bytes(64));
      rows.push({
        id,
        kind,
        status: hasFailed ? "failed" : "completed",
        source,
        destination: payment.destination,
        lamports: String(payment.lamports),
        memo: payment.memo ?? paymentMemo(id),
        wallet: payment.wallet ?? null,
        race_id: payment.raceId ?? null,
        bet_id: payment.betId ?? null,
        created_at: timeOf(atMs),
        processed_at: timeOf(atMs + FINAL_AFTER_MS),
        signature,
        network_fee: String(NETWORK_FEE),
        error: hasFailed ? "InsufficientFundsForRent" : null,
        retries: hasFailed ? 1 : 0,
      });
      const row = { signature, payment_id: id, created_at: timeOf(atMs + 200) };
      attempts.push({ source, row });
      post(payment, { books, house });
    },
    async write(tx: Tx): Promise<void> {
      await insertRows(tx, "payments", rows);
      for (const source of ["deposit", "hot"] as const) {
        await insertRows(
          tx,
          "payment_attempts",
          attempts.flatMap((attempt) => (attempt.source === source ? [attempt.row] : [])),
          { wire: `'${wires[source]}'`, last_valid_block_height: "151", signed_at_slot: "1" },
        );
      }
      rows = [];
      attempts = [];
    },
  };
}

interface Place {
  readonly books: Books;
  readonly house: { readonly deposit: string; readonly hot: string };
}

function post(
  { id: paymentId, kind, atMs, hasFailed = false, ...payment }: PastPayment,
  { books, house }: Place,
): void {
  const owner = paymentOwner({ kind, wallet: payment.wallet ?? null });
  const moved = { paymentId, lamports: payment.lamports, networkFee: NETWORK_FEE };
  const [deposit, hot] = (["deposit", "hot"] as const).map((one) => ({ kind: one, address: house[one] }));
  if (deposit === undefined || hot === undefined) throw new Error("a house without wallets");
  if (owner !== null) books.post(paymentCreated({ ...moved, from: owner }), atMs);
  const finalMs = atMs + FINAL_AFTER_MS;
  if (kind === "anchor") books.post(anchorCompleted({ ...moved, source: hot }), finalMs);
  else if (kind === "sweep") books.post(sweepCompleted({ ...moved, source: deposit, into: hot }), finalMs);
  else if (hasFailed && owner !== null) books.post(paymentCancelled({ ...moved, to: owner }), finalMs);
  else books.post(paymentCompleted({ ...moved, source: hot }), finalMs);
}

/** The wire form, in base64, of a transfer between two wallets. */
function wireOf(source: string, destination: string): string {
  const compiled = composeTransaction({
    source,
    transfer: { destination, lamports: lamports(1n) },
    memo: paymentMemo("payout-b000000000000000000000000"),
    lifetime: { blockhash: base58Of(new Uint8Array(32)), lastValidBlockHeight: 151n, slot: 1n },
    bid: null,
  });
  return Buffer.from(getTransactionEncoder().encode(compiled)).toString("base64");
}

/** @example anchor("lock-race-1", { memo, raceId: "race-1", atMs }) */
export const anchor = (
  id: string,
  about: { readonly memo: string; readonly raceId: string; readonly atMs: number },
): PastPayment => ({ id, kind: "anchor", destination: null, lamports: ZERO, ...about });
