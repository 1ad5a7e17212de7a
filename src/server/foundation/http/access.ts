import { type Access, type Endpoint, stepUpNeed } from "../../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { claimedWallets, type RawInput } from "../../../contract/wire/wire.ts";
import type { Caller } from "./handler.ts";

/** Everyone without a session. */
export const visitor: Caller = {
  wallet: null,
  isAdmin: false,
  isModerator: false,
  isSteppedUp: false,
};

/**
 * The one place that decides who may call what, for endpoints and socket events alike (rules ACCESS-1 and ACCESS-8).
 * Null means allowed.
 */
export const callRefusal = (call: Parameters<typeof stepUpNeed>[0], caller: Caller): RefusalCode | null =>
  accessRefusal(call.access, caller) ?? (isConfirmed(call, caller) ? null : "STEP_UP_REQUIRED");

function isConfirmed(call: Parameters<typeof stepUpNeed>[0], { isSteppedUp, stepUp }: Caller): boolean {
  switch (stepUpNeed(call)) {
    case "none":
      return true;
    case "once":
      return (stepUp?.adminUntil ?? null) !== null;
    case "fresh":
      return isSteppedUp;
  }
}

/** `house` requires an admin here; the vault checks the master password. */
function accessRefusal(access: Access, caller: Caller): RefusalCode | null {
  if (access === "public") return null;
  if (caller.wallet === null) return "NOT_SIGNED_IN";
  switch (access) {
    case "player":
      return null;
    case "moderator":
      return caller.isModerator || caller.isAdmin ? null : "NOT_MODERATOR";
    case "admin":
    case "house":
      return caller.isAdmin ? null : "NOT_ADMIN";
  }
}

/** Compares every wallet that a call names as its caller with the session's (rule IDENTITY-3). */
export function claimRefusal(endpoint: Endpoint, raw: RawInput, caller: Caller): RefusalCode | null {
  for (const { value } of claimedWallets(endpoint, raw)) {
    if (caller.wallet === null) return "NOT_SIGNED_IN";
    if (value !== caller.wallet) return "WRONG_WALLET";
  }
  return null;
}
