import { type ClientRefusalCode, clientRefusals } from "../../../contract/wire/client-refusals.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { Refused } from "../../../domain/result.ts";
import { useLanguage } from "../words/language.ts";

/** A refusal as an error, for TanStack Query, which recognises failure by a throw. */
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
 * The text for people: in English the server's message, or the message of a refusal that the page itself made. In
 * another language the translation of the code, followed by what the server adds to its catalogue.
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

/** Whether a refusal says what happened. A server that does not answer, or failed internally, says nothing. */
export const hasOwnText = ({ code, message }: Refused<RefusalCode>): boolean =>
  code !== "INTERNAL_ERROR" && (code !== "UNAVAILABLE" || message !== undefined);

/** Text for an error that a call threw: its own if it has one, otherwise the action's. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof CallRefused && hasOwnText(error.refused) ? refusalText(error.refused) : fallback;
