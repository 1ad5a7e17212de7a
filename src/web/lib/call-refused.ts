import { type ClientRefusalCode, clientRefusals } from "../../contract/wire/client-refusals.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Refused } from "../../domain/result.ts";
import { useLanguage } from "../words/language.ts";

/** A refusal as an error, for TanStack Query, which tells success from failure by throwing. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly refused: Refused<RefusalCode>;
  readonly code: RefusalCode;
  readonly field: string | null;

  constructor(refused: Refused<RefusalCode>) {
    super(refused.message ?? refused.code);
    this.refused = refused;
    this.code = refused.code;
    this.field = refused.field ?? null;
  }
}

/**
 * What people read: in English the server's message, or else that of what the page refused by itself. In another language the
 * translation of the code, and after it what the server adds to its catalogue.
 */
export function refusalText({ code, message }: Refused<RefusalCode>): string {
  const { translations } = useLanguage.getState();
  const translated: string | undefined = translations?.refusals[code];
  if (translated === undefined) return message ?? ownText(code);
  const isOfCatalogue = message === undefined || message === translations?.serverRefusals[code].text;
  return isOfCatalogue ? translated : `${translated} (${message})`;
}

const ownText = (code: RefusalCode): string =>
  clientRefusals[code in clientRefusals ? (code as ClientRefusalCode) : "INTERNAL_ERROR"].text;

export const isRefusedWith = (error: unknown, code: RefusalCode): boolean =>
  error instanceof CallRefused && error.code === code;

/** Whether a refusal says what happened. A server that does not answer, or broke, says nothing. */
export const hasOwnText = ({ code, message }: Refused<RefusalCode>): boolean =>
  code !== "INTERNAL_ERROR" && (code !== "UNAVAILABLE" || message !== undefined);

/** Text for an error that came out of a call: its own when it has one, otherwise the action's (rule PAGE-30). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof CallRefused && hasOwnText(error.refused) ? refusalText(error.refused) : fallback;
