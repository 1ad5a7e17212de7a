import type { Landed } from "../execute.ts";
import { kindOf } from "../keys.ts";
import { commitRootOf } from "./commit-anchors.ts";
import { memoOfRow } from "./commitments.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  readonly memoOf: (signature: string) => string | null;
  /** The bet that a commitment is of, as its row says. */
  readonly betOfCommitment: (commitment: string) => Row | undefined;
}

/** A payment to the house, both in the books and on the chain. */
interface Counted {
  readonly deposit: Row;
  readonly landed: Landed;
  /** Its transfers to the house. */
  readonly into: Landed["transfers"];
}

/** A payment that is counted as a bet must match the bet in every respect. */
export function mustBeBet({ must, mirror, memoOf }: Ports, { deposit, landed, into }: Counted): void {
  const signature = text(deposit, "signature");
  const bet = mirror.bets.get(text(deposit, "bet_id"));
  const race = bet && mirror.races.get(text(bet, "race_id"));
  if (!bet || !race) return must(false, `BET-2 ${signature} pays for a bet that is not there`);
  const id = text(bet, "id");
  const root = commitRootOf({ mirror, memoOf }, race);
  must(
    landed.memos.filter((memo) => memo === memoOfRow(bet, root)).length === 1,
    `BET-13 ${signature} does not commit to ${id}`,
  );
  const to = into[0]?.to ?? "";
  must(into.length === 1 && kindOf.get(to) === "deposit", `BET-2 ${signature} is not one payment`);
  must(
    to === bet["deposit_address"],
    `MONEY-26 ${signature} went to another wallet than ${id} was prepared for`,
  );
  must(amount(bet, "stake") === into[0]?.lamports, `BET-2 ${signature} does not pay the stake of ${id}`);
  must(bet["wallet"] === into[0]?.from, `BET-2 ${signature} was paid by another wallet`);
  must(bet["signature"] === signature, `BET-3 ${id} was paid by another transaction`);
  must(
    isOpenFor(race, deposit),
    `RACE-11 ${id} is admitted while ${text(race, "id")} is ${text(race, "status")}`,
  );
}

/** Whether the race took bets when the payment was counted. */
function isOpenFor(race: Row, deposit: Row): boolean {
  if (!isSet(race, "betting_opens_at")) return false;
  if (race["status"] === "pending") return true;
  return (
    race["status"] === "countdown" &&
    Date.parse(text(deposit, "seen_at")) < Date.parse(text(race, "closes_at"))
  );
}

/** A payment that fulfils every condition of a bet must be counted as one. */
export function mustBeCredit(
  { must, mirror, memoOf, betOfCommitment }: Ports,
  { deposit, landed, into }: Counted,
): void {
  const named = landed.memos.filter((memo) => memo.startsWith("furlong:bet "));
  const [memo = ""] = named;
  const claimed = named.length === 1 ? betOfCommitment(memo.split(" ")[1] ?? "") : undefined;
  const race = claimed && mirror.races.get(text(claimed, "race_id"));
  const isOwn = claimed && race && memo === memoOfRow(claimed, commitRootOf({ mirror, memoOf }, race));
  const bet = isOwn === true && isSet(claimed, "deposit_address") ? claimed : undefined;
  const reason = deposit["reason"];
  if (reason === "WRONG_AMOUNT")
    must(bet?.["stake"] !== Number(deposit["lamports"]), "BET-8 the amount was right");
  if (reason === "UNKNOWN_BET") must(bet === undefined, "BET-8 the memo was that of a bet");
  if (reason === "WRONG_WALLET")
    must(bet?.["deposit_address"] !== into[0]?.to, "BET-8 the deposit wallet was right");
  if (reason === "FOREIGN_BET")
    must(bet?.["wallet"] !== deposit["payer"], "BET-8 the bet was the payer's own");
  if (reason === "BETTING_CLOSED" && bet) {
    must(!race || !isOpenFor(race, deposit), `BET-8 ${text(bet, "id")} came in time`);
  }
  must(reason !== null, `BET-8 ${text(deposit, "signature")} is credited without a reason`);
  if (into.length !== 1) must(reason === "NOT_A_BET", "BET-8 several transfers became more than a credit");
}
