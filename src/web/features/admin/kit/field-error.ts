import { CallRefused, refusalText } from "../../../foundation/lib/call-refused.ts";

/**
 * What the refusal of a change says about one of its fields, by the name on the wire (rule FORMS-1); otherwise null.
 */
export const fieldError = (error: Error | null, ...fields: readonly string[]): string | null =>
  error instanceof CallRefused && error.field !== null && fields.includes(error.field)
    ? refusalText(error.refused)
    : null;

/** For a form's edits: what was refused is no longer what it holds. A change that is under way goes on. */
export const forgetErrors =
  (...changes: readonly { readonly isError: boolean; readonly reset: () => void }[]) =>
  () => {
    for (const change of changes) if (change.isError) change.reset();
  };
