import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { type Refused, refuse } from "../../../domain/result.ts";
import { isReadOnlyError } from "../db/read-only.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { ChainUnavailable } from "../ports.ts";

/** Carries a refusal out of a place that can only throw, such as a body parser. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly refusal: Refused<RefusalCode>;

  constructor(code: RefusalCode, about: { field?: string; message?: string } = {}) {
    super(code);
    this.refusal = refuse(code, about);
  }
}

const frameworkCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "TOO_LARGE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "INVALID_INPUT",
  FST_ERR_BAD_URL: "INVALID_INPUT",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
  FST_ERR_HANDLER_TIMEOUT: "UNAVAILABLE",
};

const NO_WRITES = "Nothing can be saved at the moment. Please try again in a minute.";

/**
 * The refusal that an error stands for, or null when it is a bug. What callers read never contains the error's own
 * text.
 */
export function refusalOf(error: unknown): Refused<RefusalCode> | null {
  if (error instanceof RefusedCall) return error.refusal;
  if (error instanceof ChainUnavailable) return refuse("CHAIN_UNAVAILABLE");
  if (isReadOnlyError(error)) return refuse("UNAVAILABLE", { message: NO_WRITES });
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    const known = frameworkCodes[code];
    if (known !== undefined) return refuse(known);
  }
  return isUnavailable(error) ? refuse("UNAVAILABLE") : null;
}
