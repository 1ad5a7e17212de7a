import { parseUsername } from "../../../../domain/username.ts";
import type { Refused } from "../../../../domain/result.ts";
import type { RefusalCode } from "../../../../contract/wire/refusals.ts";

/** The contents of the user editor. */
export interface UserDraft {
  readonly username: string;
  /** A username or a wallet; empty for nobody. */
  readonly referrer: string;
  readonly isChatModerator: boolean;
  readonly isStreamer: boolean;
  readonly isPartner: boolean;
  readonly isAdmin: boolean;
}

/** What was typed or switched and is not saved; it survives a newer answer from the server. */
export type UserEdits = Partial<UserDraft>;

interface Known {
  readonly username: string;
  readonly ref_by: string | null;
  readonly isChatModerator: boolean;
  readonly is_streamer: boolean;
  readonly is_partner: boolean;
  readonly isAdmin: boolean;
}

export const draftOf = (user: Known): UserDraft => ({
  username: user.username,
  referrer: user.ref_by ?? "",
  isChatModerator: user.isChatModerator,
  isStreamer: user.is_streamer,
  isPartner: user.is_partner,
  isAdmin: user.isAdmin,
});

/** The edits made while others were being saved. */
export function editsSince(saved: UserEdits, now: UserEdits): UserEdits {
  const before = new Map<string, unknown>(Object.entries(saved));
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => before.get(field) !== value));
}

/** The differences between the editor and the stored user; absent fields stay as they are. */
export interface UserChanges {
  readonly username?: string;
  readonly referrer?: string;
  readonly roles?: {
    readonly isStreamer?: boolean;
    readonly isPartner?: boolean;
    readonly isAdmin?: boolean;
  };
  readonly isChatModerator?: boolean;
}

/**
 * A username is sent only when it has changed and is valid, a referrer only when it has changed and is not empty, a
 * flag only when it has changed.
 */
export function changesOf(user: Known, draft: UserDraft): UserChanges {
  const username = draft.username.trim();
  const referrer = draft.referrer.trim();
  const before = draftOf(user);
  const roles = {
    ...(draft.isStreamer !== before.isStreamer && { isStreamer: draft.isStreamer }),
    ...(draft.isPartner !== before.isPartner && { isPartner: draft.isPartner }),
    ...(draft.isAdmin !== before.isAdmin && { isAdmin: draft.isAdmin }),
  };
  return {
    ...(username !== before.username && usernameProblem(user, draft) === null && { username }),
    ...(referrer !== "" && referrer !== before.referrer && { referrer }),
    ...(Object.keys(roles).length > 0 && { roles }),
    ...(draft.isChatModerator !== before.isChatModerator && { isChatModerator: draft.isChatModerator }),
  };
}

/** Why the typed text cannot be the user's name; null if it can, or if it is the present one. */
export function usernameProblem(user: Known, draft: UserDraft): Refused<RefusalCode> | null {
  const username = draft.username.trim();
  if (username === user.username) return null;
  const parsed = parseUsername(username);
  return parsed.ok ? null : parsed;
}
