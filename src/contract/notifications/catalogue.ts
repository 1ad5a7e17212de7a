import * as z from "zod/mini";
import type { Lamports, SignedLamports } from "../../domain/lamports.ts";
import type { UtcDay } from "../../domain/utc-day.ts";
import { raceLabel } from "../../domain/race-label.ts";
import { formatSignedSol, formatSol } from "../../domain/sol-amount.ts";
import { instant, lamportsText, raceId, rowId, signature, signedSol, sol, utcDay } from "../wire/codecs.ts";
import { fillText, walletPrefix } from "./fill-text.ts";
import { isTransient } from "./transient.ts";

/** The specification's `type`: what a page does on a notification depends only on it. */
export const notificationTypes = [
  "race_won",
  "bet_refunded",
  "bet_credited",
  "superfecta_bonus",
  "superfecta_refilling",
  "payment_returned",
  "withdrawal_sent",
  "payments_halted",
  "balance_adjusted",
  "revenue_differs",
  "approval_asked",
  "approval_decided",
  "jackpot_missing",
  "title_unlocked",
  "repeat_ended",
  "repeat_paused",
  "chat_muted",
  "chat_banned",
  "streak_update",
  "balance_update_request",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

interface Kind {
  readonly type: NotificationType;
  readonly params: z.core.$ZodObject;
  /** In English; `{name}` is a placeholder for a param. Other languages have their own texts, keyed by kind. */
  readonly title: string;
  readonly body: string;
}

const none = z.object({});
const amount = z.object({ amount: sol });
/** Races that a repeat bet in, and the result of those that are settled. */
const repeated = z.object({ races: z.int(), net: signedSol });
const until = z.object({ until: instant });

/** Every notification by kind: the params it carries and its texts. */
export const notificationCatalogue = {
  race_won: {
    type: "race_won",
    params: z.object({ raceId, amount: sol }),
    title: "You won",
    body: "Your horse won race {raceId}: {amount} SOL are on their way to your wallet.",
  },
  race_won_in_play_money: {
    type: "race_won",
    params: z.object({ raceId, amount: sol }),
    title: "You won",
    body: "Your horse won race {raceId}: {amount} SOL of play money added to your balance.",
  },
  bet_refunded: {
    type: "bet_refunded",
    params: z.object({ raceId, amount: sol }),
    title: "Bet refunded",
    body: "Race {raceId} was refunded: your {amount} SOL were returned to your balance.",
  },
  one_bet_refunded: {
    type: "bet_refunded",
    params: z.object({ raceId, amount: sol }),
    title: "Bet refunded",
    body: "Your bet in race {raceId} was refunded: your {amount} SOL were returned to your balance.",
  },
  superfecta_bonus: {
    type: "superfecta_bonus",
    params: amount,
    title: "Superfecta!",
    body: "Four wins in a row: {amount} SOL added to your balance.",
  },
  superfecta_refilling: {
    type: "superfecta_refilling",
    params: amount,
    title: "Superfecta!",
    body: "Four wins in a row! The bonus fund is refilling and could not pay a bonus: it holds {amount} SOL.",
  },
  payment_credited: {
    type: "bet_credited",
    params: amount,
    title: "Payment credited to your balance",
    body: "Your payment of {amount} SOL could not become a bet. It was added to your balance.",
  },
  deposit_received: {
    type: "bet_credited",
    params: amount,
    title: "Deposit received",
    body: "{amount} SOL added to your balance.",
  },
  payment_refused: {
    type: "payment_returned",
    params: amount,
    title: "Payment returned to your balance",
    body: "{amount} SOL stay in your balance. The network refused the payment.",
  },
  payment_too_small: {
    type: "payment_returned",
    params: amount,
    title: "Payment returned to your balance",
    body: "{amount} SOL stay in your balance. The amount is too small for an empty wallet.",
  },
  claim_returned: {
    type: "payment_returned",
    params: amount,
    title: "Referral earnings not paid",
    body: "{amount} SOL of referral earnings could not be sent to your wallet. You can withdraw them again.",
  },
  withdrawal_sent: {
    type: "withdrawal_sent",
    params: z.object({ amount: sol, signature }),
    title: "Withdrawal sent",
    body: "{amount} SOL were paid to your wallet. Signature: {signature}",
  },
  balance_raised: {
    type: "balance_adjusted",
    params: amount,
    title: "Balance raised",
    body: "An admin added {amount} SOL to your balance.",
  },
  balance_lowered: {
    type: "balance_adjusted",
    params: amount,
    title: "Balance lowered",
    body: "An admin took {amount} SOL from your balance.",
  },
  payments_halted: {
    type: "payments_halted",
    params: z.object({ difference: lamportsText }),
    title: "Outgoing payments are halted",
    body: "Books and chain differ by {difference} lamports",
  },
  payments_halted_by_balance: {
    type: "payments_halted",
    params: z.object({ account: z.string() }),
    title: "Outgoing payments are halted",
    body: "The balance of {account} is not the sum of its entries",
  },
  revenue_differs: {
    type: "revenue_differs",
    params: z.object({ day: utcDay }),
    title: "Revenue differs",
    body: "The totals of {day} are not the sums of the ledger.",
  },
  approval_asked: {
    type: "approval_asked",
    params: z.object({ by: z.string(), amount: sol, until: instant }),
    title: "A request is waiting for your approval",
    body: "Admin {by} asks for {amount} SOL. It can be approved until {until}.",
  },
  approval_approved: {
    type: "approval_decided",
    params: z.object({ by: z.string(), amount: sol }),
    title: "Your request is approved",
    body: "Admin {by} approved your request for {amount} SOL. It is done.",
  },
  approval_rejected: {
    type: "approval_decided",
    params: z.object({ by: z.string(), amount: sol }),
    title: "Your request is declined",
    body: "Admin {by} declined your request for {amount} SOL. Nothing was done.",
  },
  approval_expired: {
    type: "approval_decided",
    params: amount,
    title: "Your request has expired",
    body: "Nobody decided on your request for {amount} SOL in 24 hours. Nothing was done.",
  },
  jackpot_missing: {
    type: "jackpot_missing",
    params: z.object({ raceId, amount: sol }),
    title: "Races run without their jackpot",
    body: "House equity does not cover the jackpot of {amount} SOL, or the admin who set it has moved too much in 24 hours without another admin. Race {raceId} and those after it have none until that changes.",
  },
  title_unlocked: {
    type: "title_unlocked",
    params: z.object({ titleId: rowId, title: z.string() }),
    title: "Title unlocked: {title}",
    body: "Choose in your dashboard which title everybody sees beside your name.",
  },
  repeat_races_done: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat finished",
    body: "All races are done. Bets placed: {races}, net {net} SOL.",
  },
  repeat_loss_reached: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped at your loss limit",
    body: "One more bet could exceed it. Bets placed: {races}, net {net} SOL.",
  },
  repeat_maintenance: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped by maintenance",
    body: "Bets placed: {races}, net {net} SOL.",
  },
  repeat_balance_low: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: balance too low",
    body: "Your balance does not cover the next bet. Bets placed: {races}, net {net} SOL.",
  },
  repeat_stake_refused: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: amount not allowed",
    body: "Races no longer take this amount. Bets placed: {races}, net {net} SOL.",
  },
  repeat_own_limit: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped at your own limit",
    body: "The next bet would exceed it. Bets placed: {races}, net {net} SOL.",
  },
  repeat_on_break: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: you are on a break",
    body: "Bets placed: {races}, net {net} SOL.",
  },
  repeat_banned: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: you are banned",
    body: "A banned wallet cannot bet. Bets placed: {races}, net {net} SOL.",
  },
  repeat_notice_required: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: confirm your age first",
    body: "The next bet that you place asks for it. Bets placed: {races}, net {net} SOL.",
  },
  repeat_not_allowed: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped: betting not allowed",
    body: "Your wallet may not bet at the moment. Bets placed: {races}, net {net} SOL.",
  },
  repeat_expired: {
    type: "repeat_ended",
    params: repeated,
    title: "Repeat stopped after a day",
    body: "Bets placed: {races}, net {net} SOL.",
  },
  repeat_paused_edge: {
    type: "repeat_paused",
    params: z.object({ edge: z.number(), edgeBefore: z.number() }),
    title: "Repeat paused: the house edge is higher",
    body: "It is {edge} now and was {edgeBefore} when you agreed to it. Nothing is bet until you resume the repeat.",
  },
  repeat_paused_limits: {
    type: "repeat_paused",
    params: none,
    title: "Repeat paused: the bet limits have changed",
    body: "The smallest or the largest bet of the race is another one. Nothing is bet until you resume the repeat.",
  },
  repeat_paused_testing: {
    type: "repeat_paused",
    params: none,
    title: "Repeat paused: testing mode has changed",
    body: "The race is for the other kind of money. Nothing is bet until you resume the repeat.",
  },
  repeat_paused_step_up: {
    type: "repeat_paused",
    params: none,
    title: "Repeat paused: please confirm larger bets",
    body: "The next bet takes more from your balance in a day than is bet without your signature. Resume the repeat to sign.",
  },
  chat_muted: {
    type: "chat_muted",
    params: until,
    title: "You are muted in chat",
    body: "A moderator muted you: you can write again from {until}.",
  },
  chat_banned: {
    type: "chat_banned",
    params: until,
    title: "You are banned from chat",
    body: "A moderator banned you from chat until {until}. Betting goes on as before.",
  },
  streak_changed: {
    type: "streak_update",
    params: z.object({ streak: z.int() }),
    title: "Win streak",
    body: "{streak}",
  },
  balance_changed: {
    type: "balance_update_request",
    params: none,
    title: "Balance",
    body: "Your balance has changed.",
  },
} as const satisfies Record<string, Kind>;

type Catalogue = typeof notificationCatalogue;
export type NotificationKind = keyof Catalogue;

/** What a notification says: a kind with the params of that kind. */
export type NotificationContent = {
  [Name in NotificationKind]: { readonly kind: Name; readonly params: z.output<Catalogue[Name]["params"]> };
}[NotificationKind];

/** How each param is formatted in a text. */
export interface ParamFormats {
  readonly raceId: (id: string) => string;
  readonly amount: (amount: Lamports) => string;
  readonly taken: (amount: Lamports) => string;
  readonly difference: (lamports: SignedLamports) => string;
  readonly account: (name: string) => string;
  readonly streak: (count: number) => string;
  readonly title: (name: string) => string;
  readonly races: (count: number) => string;
  readonly net: (net: SignedLamports) => string;
  readonly signature: (base58: string) => string;
  readonly until: (time: Date) => string;
  readonly day: (utc: UtcDay) => string;
  readonly by: (wallet: string) => string;
  readonly edge: (percent: number) => string;
  readonly edgeBefore: (percent: number) => string;
}

const english: ParamFormats = {
  raceId: raceLabel,
  amount: (sum) => formatSol(sum),
  taken: (sum) => formatSol(sum),
  difference: String,
  account: (name) => name,
  streak: String,
  title: (name) => name,
  races: String,
  net: formatSignedSol,
  signature: String,
  until: (time) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  day: String,
  by: walletPrefix,
  edge: (percent) => `${percent}%`,
  edgeBefore: (percent) => `${percent}%`,
};

/** The specification's `type`, `title` and `body` of a notification, in English. */
export function notificationInEnglish({ kind, params }: NotificationContent) {
  const { type, title, body } = notificationCatalogue[kind];
  return { type, title: fillText(title, params, english), body: fillText(body, params, english) };
}

export const isTransientKind = (kind: NotificationKind): boolean => isTransient(notificationCatalogue[kind]);

/** Params as they are stored and sent: JSON. */
export const encodeParams = ({ kind, params }: NotificationContent): unknown =>
  z.encode<z.core.$ZodType>(notificationCatalogue[kind].params, params);

/**
 * Decodes stored content.
 *
 * @throws for content that {@link encodeParams} did not write: a bug.
 */
export const decodeContent = (kind: NotificationKind, params: unknown): NotificationContent =>
  ({
    kind,
    params: z.parse<z.core.$ZodType>(notificationCatalogue[kind].params, params),
  }) as NotificationContent;
