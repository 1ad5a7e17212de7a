/** A row of the audit log, as far as it is shown. */
export interface Entry {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly detail: unknown;
  readonly reason: string | null;
  readonly entry: string;
  readonly previous_hash: string;
  readonly hash: string;
}

interface Side {
  /** Empty for a value that has no fields. */
  readonly field: string;
  /** Null where there is nothing. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const jsonText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : jsonText(value);

/** The values before next to those after, field by field; a value without fields is one line. */
export function sidesOf({ before, after }: Pick<Entry, "before" | "after">): readonly Side[] {
  const haveFields =
    (isFields(before) || isFields(after)) &&
    [before, after].every((side) => isFields(side) || side === null || side === undefined);
  const [left, right]: readonly [Fields, Fields] = haveFields
    ? [isFields(before) ? before : {}, isFields(after) ? after : {}]
    : [{ "": before }, { "": after }];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].map((field) => {
    const [was, is] = [textOf(left[field]), textOf(right[field])];
    return { field, before: was, after: is, isChanged: was !== is };
  });
}
