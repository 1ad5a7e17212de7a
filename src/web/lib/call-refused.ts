import { refusals, type RefusalCode } from "../../contract/refusals.ts";
import type { Refused } from "../../domain/result.ts";

/** A refusal as an error, for TanStack Query, which tells success from failure by throwing. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly code: RefusalCode;
  readonly field: string | null;

  constructor(refused: Refused<RefusalCode>) {
    super(refusalText(refused));
    this.code = refused.code;
    this.field = refused.field ?? null;
  }
}

/** What people read: the server's message when there is one, else the catalogue's. */
export const refusalText = ({ code, message }: Refused<RefusalCode>): string =>
  message ?? refusals[code].text;

export const isRefusedWith = (error: unknown, code: RefusalCode): boolean =>
  error instanceof CallRefused && error.code === code;

/** Text for an error that came out of a call: its own when it is a refusal, else the fallback. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof CallRefused && error.code !== "INTERNAL_ERROR" ? error.message : fallback;
