/**
 * The result of a check. A warning is for the operator to decide; a failure prevents the game from running as it
 * should.
 */
export interface Finding {
  readonly area: string;
  readonly status: "ok" | "warning" | "failed" | "skipped";
  /** One line that says what was seen, and on failure what to do. */
  readonly detail: string;
}

type CheckResult = Omit<Finding, "area">;

export const fine = (detail: string): CheckResult => ({ status: "ok", detail });
export const warn = (detail: string): CheckResult => ({ status: "warning", detail });
export const failed = (detail: string): CheckResult => ({ status: "failed", detail });
export const skipped = (detail: string): CheckResult => ({ status: "skipped", detail });

/** Runs one check; what it throws becomes a failure that says why. */
export async function check(area: string, look: () => CheckResult | Promise<CheckResult>): Promise<Finding> {
  try {
    return { area, ...(await look()) };
  } catch (error) {
    return { area, ...failed(messageOf(error)) };
  }
}

/** The innermost meaningful message: drivers wrap errors, and some have an empty message themselves. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message || error.name;
}

export const isHealthy = (findings: readonly Finding[]): boolean =>
  findings.every(({ status }) => status !== "failed");
