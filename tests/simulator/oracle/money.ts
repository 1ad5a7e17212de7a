import type { SimulatedChain } from "../chain.ts";
import type { Landed } from "../execute.ts";
import { kindOf, walletAccountOf } from "../keys.ts";
import type { Decoded } from "../transaction-bytes.ts";
import { mustBeBet, mustBeCredit } from "./admissions.ts";
import { commitmentOf } from "./commitments.ts";
import { type Entries, sameEntries, shown } from "./books.ts";
import { explanations } from "./explanations.ts";
import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import { mustBeDebited, mustBeOrdered } from "./orders.ts";
import { sourcesOf } from "./sources.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  readonly chain: () => SimulatedChain;
  readonly balance: (account: string) => bigint;
  readonly isHouseSource: (address: string) => boolean;
}

const finalStatuses = new Set(["completed", "failed", "cancelled"]);

/** Money between the chain and the books (rules INV-2, INV-6, INV-7, BET-2, BET-3, BET-8, MONEY-8, MONEY-11). */
export interface MoneyRules {
  committed(commit: Commit): void;
  /** Called when a server hands bytes to the network. */
  sent(transaction: Decoded): void;
  landed(transaction: Landed): void;
  finalized(transaction: Landed): void;
  /** Compares the books with the chain, to the lamport. */
  checkHoldings(): void;
  /** A transaction in a block. */
  landedOf(signature: string): Landed | null;
  /** Final payments to the house that are not in the books. */
  readonly uncounted: ReadonlyMap<string, Landed>;
  /** Final outflows. */
  readonly paidOut: ReadonlyMap<string, Landed>;
}

export function openMoneyRules({ must, mirror, chain, balance, isHouseSource }: Ports): MoneyRules {
  /** Final, not counted yet. */
  const uncounted = new Map<string, Landed>();
  /** Signed by the house, final, not booked yet. */
  const unbooked = new Map<string, Landed>();
  const paidOut = new Map<string, Landed>();
  const everLanded = new Map<string, Landed>();
  const bookedOut = new Set<string>();
  const final = new Set<string>();

  const changesOf = ({ changes }: Landed) => [...changes].filter(([address]) => kindOf.has(address));
  const totalGained = (transaction: Landed) =>
    changesOf(transaction).reduce((sum, [, change]) => sum + (change > 0n ? change : 0n), 0n);
  const isOurs = ({ accounts }: Decoded) => kindOf.has(accounts[0] ?? "");
  const idOfCommitment = new Map<string, string>();
  const admission = {
    must,
    mirror,
    memoOf: (signature: string) => everLanded.get(signature)?.memos[0] ?? null,
    betOfCommitment: (commitment: string) => mirror.bets.get(idOfCommitment.get(commitment) ?? ""),
  };
  const purposeOf = ({ memos }: Decoded) => memos.join(" ");

  function deposited(before: Row | null, deposit: Row, commit: Commit) {
    const signature = text(deposit, "signature");
    const landed = everLanded.get(signature);
    if (!landed) return must(false, `INV-6 ${signature} is counted but was never in a block`);
    must(before === null, `INV-6 ${signature} changes after it was counted`);
    counted(deposit, landed, commit);
  }

  function counted(deposit: Row, landed: Landed, commit: Commit) {
    const signature = text(deposit, "signature");
    must(landed.error === null, `BET-2 ${signature} failed on the chain and is counted`);
    must(final.has(signature), `BET-2 ${signature} is counted before it is final`);
    must(!isOurs(landed), `INV-6 the house counts its own payment ${signature}`);
    must(
      amount(deposit, "lamports") === totalGained(landed),
      `INV-6 ${signature} is counted with another amount`,
    );
    const into = landed.transfers.filter(({ to }) => kindOf.has(to));
    const sources = [...sourcesOf(landed).keys()];
    const payer = text(deposit, "payer");
    must(sources.includes(payer), `BET-12 ${signature} is of ${payer}, who paid nothing`);
    const credits = commit.postings.filter(({ reference }) => creditReferences(deposit).has(reference));
    must(credits.length === 1, `INV-6 ${signature} is credited ${credits.length} times`);
    if (deposit["outcome"] === "bet") mustBeBet(admission, { deposit, landed, into });
    else if (deposit["outcome"] === "credit") {
      must(!sources.every(isHouseSource), `INV-6 the house's own ${signature} is credited to a player`);
      mustBeCredit(admission, { deposit, landed, into });
    } else {
      const isForPlayers = into.some(({ from, to }) => kindOf.get(to) === "deposit" && !isHouseSource(from));
      must(!isForPlayers, `BET-12 ${signature} is a player's and becomes the house's`);
    }
    uncounted.delete(signature);
  }

  function checkAttempt(attempt: Row) {
    const payment = mirror.payments.get(text(attempt, "payment_id"));
    const earlier = mirror
      .attemptsOf(text(attempt, "payment_id"))
      .filter((one) => one["signature"] !== attempt["signature"]);
    for (const one of earlier) {
      const landed = chain().find(text(one, "signature"));
      const canStillLand =
        chain().heightAt(chain().finalizedSlot()) <= Number(one["last_valid_block_height"]);
      const isOpen = landed ? landed.error === null || !final.has(landed.signature) : canStillLand;
      must(!isOpen, `MONEY-11 ${text(attempt, "payment_id")} is signed again while an attempt may land`);
    }
    must(
      payment !== undefined && !finalStatuses.has(text(payment, "status")),
      `MONEY-11 ${text(attempt, "payment_id")} is signed after its end`,
    );
  }

  /** A payment that was not made is given back to its owner (rules MONEY-10, MONEY-11). */
  function mustBeReturned(payment: Row, commit: Commit) {
    const id = text(payment, "id");
    const isOwed = payment["kind"] !== "sweep" && payment["kind"] !== "anchor";
    const isReturned = commit.postings.some(({ reference }) => reference === `cancelled:${id}`);
    must(isReturned === isOwed, `MONEY-10 ${id} is ${text(payment, "status")} and not given back`);
  }

  function paymentChanged(before: Row | null, payment: Row, commit: Commit) {
    const id = text(payment, "id");
    const status = text(payment, "status");
    if (before === null) return mustBeDebited({ must, mirror }, payment, commit);
    for (const column of ["lamports", "destination", "wallet", "kind", "source", "source_address", "memo"]) {
      must(before[column] === payment[column], `INV-7 ${column} of ${id} changes`);
    }
    const wasFinal = finalStatuses.has(text(before, "status"));
    must(!wasFinal || before["status"] === status, `INV-7 ${id} goes on from ${text(before, "status")}`);
    if (wasFinal || !finalStatuses.has(status)) return;
    if (status === "completed") {
      const landed = chain().find(text(payment, "signature"));
      must(
        landed?.error === null && final.has(text(payment, "signature")),
        `INV-7 ${id} is called paid and is not`,
      );
      bookOut(text(payment, "signature"));
      return;
    }
    mustBeReturned(payment, commit);
    for (const attempt of mirror.attemptsOf(id)) {
      const landed = chain().find(text(attempt, "signature"));
      must(landed?.error !== null, `INV-7 ${id} is ${status} though it was paid`);
      const canStillLand =
        chain().heightAt(chain().finalizedSlot()) <= Number(attempt["last_valid_block_height"]);
      must(landed !== null || !canStillLand, `INV-7 ${id} is ${status} while an attempt may land`);
    }
  }

  function bookOut(signature: string) {
    bookedOut.add(signature);
    unbooked.delete(signature);
  }

  function explain(posting: Entries) {
    const [about = "", ...rest] = posting.reference.split(":");
    const subject = rest.join(":");
    const wanted = explanations[about]?.(subject, { mirror, everLanded, isHouseSource });
    if (about === "failed") bookOut(subject);
    if (about === "jackpot" || about === "reserved")
      must(balance("equity") >= 0n, `MONEY-16 ${posting.reference} is not covered by equity`);
    if (wanted === null) return;
    if (wanted === undefined) return must(false, `INV-1 nothing explains the posting ${posting.reference}`);
    must(
      sameEntries(posting.entries, wanted),
      `INV-4 ${posting.reference} posts ${shown(posting.entries)}, not ${shown(wanted)}`,
    );
  }

  return {
    paidOut,
    uncounted,
    landedOf: (signature) => everLanded.get(signature) ?? null,

    committed(commit) {
      for (const posting of commit.postings) explain(posting);
      for (const { source, before, row } of commit.rows) {
        if (source === "bets" && before === null) idOfCommitment.set(commitmentOf(row), text(row, "id"));
        if (source === "deposits") deposited(before, row, commit);
        if (source === "payment_attempts" && before === null) checkAttempt(row);
        if (source === "payments") paymentChanged(before, row, commit);
      }
    },

    sent(transaction) {
      if (!isOurs(transaction)) return;
      const attempt = mirror.attempts.get(transaction.signature);
      must(attempt !== undefined, `MONEY-11 ${purposeOf(transaction)} is sent before it is stored`);
    },

    landed(transaction) {
      everLanded.set(transaction.signature, transaction);
    },

    finalized(transaction) {
      final.add(transaction.signature);
      if (isOurs(transaction)) {
        if (!bookedOut.has(transaction.signature)) unbooked.set(transaction.signature, transaction);
        if (transaction.error !== null) return;
        const purpose = purposeOf(transaction);
        must(!paidOut.has(purpose), `INV-7 paid twice on the chain: ${purpose}`);
        paidOut.set(purpose, transaction);
        mustBeOrdered(must, mirror, transaction);
        return;
      }
      if (totalGained(transaction) === 0n) return;
      uncounted.set(transaction.signature, transaction);
    },

    checkHoldings() {
      const slot = chain().finalizedSlot();
      const early = new Map<string, bigint>();
      for (const transaction of [...uncounted.values(), ...unbooked.values()])
        for (const [address, change] of changesOf(transaction))
          early.set(address, (early.get(address) ?? 0n) - change);
      for (const address of mirror.houseWallets.keys()) {
        const wanted = chain().balanceAt(address, slot) + (early.get(address) ?? 0n);
        const booked = -balance(walletAccountOf(address));
        must(
          booked === wanted,
          `INV-2 the books hold ${booked} in ${walletAccountOf(address)}, the chain accounts for ${wanted}`,
        );
      }
    },
  };
}

const creditReferences = (deposit: Row) =>
  new Set([
    `bet:${String(deposit["bet_id"])}`,
    `deposit:${text(deposit, "signature")}`,
    `funding:${text(deposit, "signature")}`,
  ]);
