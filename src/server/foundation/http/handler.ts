import type { Api } from "../../../contract/api.ts";
import type { Input, Refusal, Reply } from "../../../contract/wire/endpoint.ts";
import type { Result } from "../../../domain/result.ts";
import type { ClientDescription } from "./describe-client.ts";
import type { Site } from "./site.ts";

/** The caller, proven only by the session (rule IDENTITY-3). */
export interface Caller {
  /** Null when signed out. */
  readonly wallet: string | null;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
  /** The wallet has confirmed as an admin's in this browser, in the last ten minutes (rule ACCESS-8). */
  readonly isSteppedUp: boolean;
  /** Absent in a browser without the step-up cookie of this session. */
  readonly stepUp?: StepUp;
}

/** What the wallet has confirmed in this browser by a signature (rule ACCESS-8). */
export interface StepUp {
  /** End of the latest confirmation as an admin's, which may be past; null if there was none in this session. */
  readonly adminUntil: Date | null;
  /** Until when larger bets from the balance are confirmed; null if they are not. */
  readonly balanceBetsUntil: Date | null;
}

/** A caller that passed an endpoint's access level of `player` or higher. */
export interface SignedInCaller extends Caller {
  readonly wallet: string;
}

/** What signing in and out needs from the request itself. */
export interface Exchange {
  /** Null when the request used a name that is not the site's. */
  readonly site: Site | null;
  /** The session cookie's token as it was sent, valid or not. */
  readonly sessionToken: string | null;
  /** The step-up cookie's token as it was sent, valid or not. */
  readonly stepUpToken: string | null;
  /** The short-lived cookie that binds a sign-in to this browser. */
  readonly browserToken: string | null;
  readonly client: ClientDescription;
  /** The client's two-letter country code; null where unknown (rule BET-18). */
  readonly country: string | null;
  readonly setSession: (token: string, expiresAt: Date) => void;
  readonly clearSession: () => void;
  readonly setStepUp: (token: string, expiresAt: Date) => void;
  readonly setBrowserToken: (token: string, expiresAt: Date) => void;
}

/** The body of a success as sent: for a reply that is encoded once and sent to many. */
export class EncodedReply<Name extends keyof Api> {
  declare readonly of: Name;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type CallerOf<Access> = Access extends "public" ? Caller : SignedInCaller;

/** What one endpoint does: validated input in, the typed reply or a refusal out. */
type Handler<Name extends keyof Api> = (
  input: Input<Api[Name]>,
  caller: CallerOf<Api[Name]["access"]>,
  exchange: Exchange,
) => Promise<Result<Reply<Api[Name]> | EncodedReply<Name>, Refusal<Api[Name]>>>;

/** A handler for every call of the contract. */
export type Handlers = { readonly [Name in keyof Api]: Handler<Name> };
