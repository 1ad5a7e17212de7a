import * as z from "zod/mini";
import { houseWalletKinds } from "../ledger.ts";
import { raceTypes, refundCauses } from "../race-terms.ts";
import { count, hash, instant, lamports } from "./entry-field.ts";

const head = { kind: z.literal("rule"), at: instant };
/** As `publicReason` returns what an admin typed; null without a reason. */
const reason = z.nullable(z.string());
/** Stakes that go back; `settled`: the winners had been paid. */
const refund = { settled: z.boolean(), reason, lamports };

/** A change to a rule of the game, or an act of an admin that its players may ask about. */
export const ruleEntry = z.discriminatedUnion("rule", [
  /** Values as they are stored; `from` is null for a setting that the log had not named yet. */
  z.strictObject({
    ...head,
    rule: z.literal("setting"),
    key: z.string(),
    from: z.nullable(z.string()),
    to: z.string(),
    reason,
  }),
  /** Outgoing payments stop. */
  z.strictObject({ ...head, rule: z.literal("halt"), reason }),
  /** They go out again; `difference` is how much more the chain had than the books, which house equity took. */
  z.strictObject({ ...head, rule: z.literal("resume"), difference: lamports, reason }),
  /** Every stake of a race that was not given back before. */
  z.strictObject({
    ...head,
    rule: z.literal("refund-race"),
    race: z.string(),
    cause: z.enum(refundCauses),
    ...refund,
  }),
  z.strictObject({ ...head, rule: z.literal("refund-bet"), race: z.string(), bet: z.string(), ...refund }),
  /** An admin pays from house equity; the recipient is not published. */
  z.strictObject({
    ...head,
    rule: z.literal("transfer"),
    from: z.enum(houseWalletKinds),
    lamports,
    reason,
  }),
  /** An admin changes a balance by these lamports; `wallet` is sha256(wallet:salt). */
  z.strictObject({ ...head, rule: z.literal("balance"), wallet: hash, lamports, reason }),
  /** A race with terms of its own is asked for, which comes next. */
  z.strictObject({
    ...head,
    rule: z.literal("special-race"),
    race_type: z.enum(raceTypes),
    house_edge_bps: count,
    jackpot: lamports,
    min_bets: count,
    countdown_ms: count,
    reason,
  }),
  /** The next race has no jackpot, since house equity did not cover these lamports. */
  z.strictObject({ ...head, rule: z.literal("jackpot-not-covered"), lamports }),
]);
