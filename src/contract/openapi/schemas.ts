import * as z from "zod/mini";
import { beacon, bonusAward, ownBet, publicBet, race, raceHorse, superfecta } from "../races/race-shape.ts";
import { adminRace, horse } from "../races/admin-races.ts";
import { specialRace } from "../races/special-races.ts";
import { adminUser } from "../players/admin-players.ts";
import { approval } from "../approvals/approvals.ts";
import { announcement } from "../announcements/admin-announcements.ts";
import { payout } from "../payouts/admin-payouts.ts";
import { setting } from "../settings/admin-settings.ts";
import { signInInput } from "../sign-in/sign-in.ts";
import { chatMessage, chatReport } from "../chat/chat.ts";
import {
  betId,
  hex64,
  instant,
  lamportsText,
  MAX_WIRE_LAMPORTS,
  raceId,
  rowId,
  signature,
  signedSol,
  slot,
  sol,
  solFromLamports,
  wallet,
} from "../wire/codecs.ts";
import { totalSol, turnoverSol } from "../wire/total-sol.ts";
import { emote, emoteGroup } from "../emotes/emotes.ts";
import { notification } from "../notifications/notifications.ts";
import { raceReplay } from "../races/races.ts";
import { raceSettlement, verifiedRace } from "../races/verified-race.ts";
import { exportedRace } from "../export/export-records.ts";
import { referral } from "../referrals/referrals.ts";
import { acknowledgement, refusalCode } from "../wire/socket-events.ts";
import { title } from "../titles/titles.ts";
import { user } from "../players/players.ts";
import { ownAmountLimit, ownLimits } from "../own-limits/own-limits.ts";
import { repeat } from "../bets/repeat.ts";
import { withdrawal } from "../payouts/wallet.ts";

/*
 * JSON schemas of what travels on the wire. A codec is described by its wire side, in requests and replies alike: hence
 * `io: "input"` for every body.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

interface About {
  readonly id: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

const most = solFromLamports(MAX_WIRE_LAMPORTS);

/** Schemas that get their own name in the document. */
const named = z
  .registry<About>()
  .add(sol, {
    id: "Sol",
    description: "SOL, exact to the lamport: at most 9 decimals",
    minimum: 0,
    maximum: most,
  })
  .add(signedSol, { id: "SignedSol", description: "A difference in SOL", minimum: -most, maximum: most })
  .add(totalSol, { id: "TotalSol", description: "A sum in SOL; rounded to a double beyond 2²³ SOL" })
  .add(turnoverSol, {
    id: "TurnoverSol",
    description: "A sum in SOL that only grows; rounded to a double beyond 2²³ SOL",
    minimum: 0,
  })
  .add(lamportsText, { id: "Lamports", description: "Whole lamports as text; 10⁹ are one SOL" })
  .add(instant, { id: "Instant", description: "ISO 8601 in UTC" })
  .add(slot, { id: "Slot", description: "A slot or block height of the chain" })
  .add(wallet, { id: "Wallet", description: "A Solana address: base58 of 32 bytes" })
  .add(signature, { id: "Signature", description: "A transaction's signature: base58 of 64 bytes" })
  .add(raceId, { id: "RaceId" })
  .add(betId, { id: "BetId" })
  .add(rowId, { id: "Id" })
  .add(hex64, { id: "Hex64", description: "A seed or a SHA-256 in lower-case hex" })
  .add(race, { id: "Race" })
  .add(raceHorse, { id: "RaceHorse" })
  .add(publicBet, { id: "PublicBet" })
  .add(ownBet, { id: "OwnBet" })
  .add(beacon, { id: "Beacon" })
  .add(bonusAward, { id: "BonusAward" })
  .add(superfecta, { id: "Superfecta" })
  .add(verifiedRace, { id: "VerifiedRace" })
  .add(raceSettlement, { id: "RaceSettlement" })
  .add(exportedRace, { id: "ExportedRace" })
  .add(raceReplay, { id: "RaceReplay" })
  .add(user, { id: "User" })
  .add(repeat, { id: "Repeat" })
  .add(ownAmountLimit, { id: "OwnAmountLimit" })
  .add(ownLimits, { id: "OwnLimits" })
  .add(withdrawal, { id: "Withdrawal" })
  .add(notification, { id: "Notification" })
  .add(title, { id: "Title" })
  .add(announcement, { id: "Announcement" })
  .add(approval, { id: "Approval" })
  .add(referral, { id: "Referral" })
  .add(emote, { id: "Emote" })
  .add(emoteGroup, { id: "EmoteGroup" })
  .add(setting, { id: "Setting" })
  .add(adminUser, { id: "AdminUser" })
  .add(adminRace, { id: "AdminRace" })
  .add(specialRace, { id: "SpecialRace" })
  .add(horse, { id: "Horse" })
  .add(payout, { id: "Payout" })
  .add(chatMessage, { id: "ChatMessage" })
  .add(chatReport, { id: "ChatReport" })
  .add(signInInput, { id: "SignInInput" })
  .add(acknowledgement, { id: "Acknowledgement" })
  .add(refusalCode, { id: "RefusalCode" });

/** Converts schemas to JSON schemas and collects those with a name. */
export interface SchemaWriter {
  readonly write: (schema: z.core.$ZodType) => JsonSchema;
  /** For a value in a path, query or header: the type it means, such as a number, not the text it travels as. */
  readonly writeText: (schema: z.core.$ZodType) => JsonSchema;
  /** Grows with each `write`. */
  readonly components: Record<string, JsonSchema>;
}

/** @param place where the named schemas will be in the document */
export function schemaWriter(place = "#/components/schemas/"): SchemaWriter {
  const components: Record<string, JsonSchema> = {};
  const gather = (schema: z.core.$ZodType, io: "input" | "output"): JsonSchema => {
    const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, metadata: named });
    for (const [name, definition] of Object.entries($defs ?? {}))
      components[name] = settled(definition, place);
    return settled(json, place);
  };
  return {
    write: (schema) => gather(schema, "input"),
    writeText: (schema) => gather(schema, "output"),
    components,
  };
}

/** Turns a tuple of identical items into an array of that length: not every tool knows `prefixItems`. */
function withoutTuple(schema: JsonSchema): JsonSchema {
  const { prefixItems, ...rest } = schema;
  if (!Array.isArray(prefixItems) || new Set(prefixItems.map((item) => JSON.stringify(item))).size !== 1) {
    return schema;
  }
  const count = prefixItems.length;
  return { ...rest, items: prefixItems[0] as unknown, minItems: count, maxItems: count };
}

/** Points references at the document's components and leaves out what only repeats a format. */
function settled(schema: object, place: string): JsonSchema {
  const written = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (key === "$ref" && typeof value === "string") {
        return [[key, value.replace("#/$defs/", place)]];
      }
      if (key === "pattern" && "format" in schema) return [];
      if (typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER) return [];
      return [[key, settledValue(value, place)]];
    }),
  );
  return withoutTuple(written);
}

function settledValue(value: unknown, place: string): unknown {
  if (Array.isArray(value)) return value.map((item) => settledValue(item, place));
  return typeof value === "object" && value !== null ? settled(value, place) : value;
}
