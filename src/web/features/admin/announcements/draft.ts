import { adminAnnouncements } from "../../../../contract/announcements/admin-announcements.ts";
import type { announcementSegments } from "../../../../contract/announcements/announcements.ts";
import { wholeIn } from "../../../../contract/wire/field-limits.ts";
import { isBlank } from "../../../../domain/typed-text.ts";
import { parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { instantOf, localOf } from "../kit/local-time.ts";

export interface Draft {
  readonly title: string;
  readonly body: string;
  readonly segment: (typeof announcementSegments)[number];
  /** The value of a local-time field; empty for none. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly priority: string;
  readonly active: boolean;
  /** Separated by commas or line breaks. */
  readonly wallets: string;
}

export const emptyDraft: Draft = {
  title: "",
  body: "",
  segment: "all",
  startsAt: "",
  endsAt: "",
  priority: "0",
  active: true,
  wallets: "",
};

interface Stored {
  readonly title: string;
  readonly body: string | null;
  readonly segment: Draft["segment"];
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly priority: number;
  readonly active: boolean;
  readonly target_wallets: readonly string[];
}

/** An announcement as its form holds it. */
export const draftOf = (stored: Stored): Draft => ({
  title: stored.title,
  body: stored.body ?? "",
  segment: stored.segment,
  startsAt: localOf(stored.starts_at),
  endsAt: localOf(stored.ends_at),
  priority: String(stored.priority),
  active: stored.active,
  wallets: stored.target_wallets.join(", "),
});

/** A time as typed; as stored where the field, which has no seconds, was left as it was. */
const timeOf = (typed: string, stored: Date | null | undefined): Date | null =>
  stored !== undefined && typed === localOf(stored) ? stored : instantOf(typed);

const { priority: prioritySchema } = adminAnnouncements.createAnnouncement.body.shape;

/** The wallets in a text: trimmed, without blanks or duplicates. */
export const walletsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,\s]+/)
      .map((wallet) => wallet.trim())
      .filter((wallet) => wallet !== ""),
  ),
];

export type DraftProblem = "titleMissing" | "priorityRange" | "endsBefore" | "walletsMissing" | "walletWrong";

/** Why a draft cannot be sent; null when it can. */
export function draftProblem(draft: Draft): DraftProblem | null {
  if (isBlank(draft.title)) return "titleMissing";
  if (wholeIn(prioritySchema, draft.priority) === null) return "priorityRange";
  const [starts, ends] = [instantOf(draft.startsAt), instantOf(draft.endsAt)];
  if (starts !== null && ends !== null && ends <= starts) return "endsBefore";
  if (draft.segment !== "specific") return null;
  const wallets = walletsIn(draft.wallets);
  if (wallets.length === 0) return "walletsMissing";
  return wallets.every((wallet) => parseWalletAddress(wallet).ok) ? null : "walletWrong";
}

/**
 * The request body for a draft without a problem: wallets only for the segment `specific`, times or null.
 *
 * @param stored the announcement that is edited; undefined for a new one.
 */
export const bodyOf = (draft: Draft, stored?: Stored) => ({
  title: draft.title.trim(),
  body: isBlank(draft.body) ? null : draft.body.trim(),
  segment: draft.segment,
  starts_at: timeOf(draft.startsAt, stored?.starts_at),
  ends_at: timeOf(draft.endsAt, stored?.ends_at),
  priority: Number(draft.priority),
  active: draft.active,
  target_wallets: draft.segment === "specific" ? [...walletsIn(draft.wallets)] : null,
});

/**
 * What an edit changes: the rest may have been changed by another admin meanwhile, and stays as it is (rule NEWS-8).
 */
export function changesOf(draft: Draft, stored: Stored): Partial<ReturnType<typeof bodyOf>> {
  const before = new Map(Object.entries(bodyOf(draftOf(stored), stored)));
  const isChanged = ([field, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(field));
  return Object.fromEntries(Object.entries(bodyOf(draft, stored)).filter(isChanged));
}
