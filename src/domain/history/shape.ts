import { type Lamports, lamports as asLamports } from "../lamports.ts";

/** Reads one JSON value, located at `path`. Throws {@link WrongField}, which does not leave this file. */
export type Shape<Value> = (json: unknown, path: string) => Value;
export type ValueOf<Of> = Of extends Shape<infer Value> ? Value : never;

class WrongField extends Error {
  override readonly name = "WrongField";
  readonly path: string;
  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/** The content of a JSON text, or the path of the first field that does not fit its shape, empty if it is not JSON at all. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly path: string };

/**
 * Reads a JSON text by its shape. Fields that the shape does not name are left out, since a later version may add some.
 *
 * @example readJson('{"row":1}', fields({ row: whole(1) })) // { ok: true, value: { row: 1 } }
 */
export function readJson<Value>(text: string, shape: Shape<Value>): Read<Value> {
  try {
    return { ok: true, value: shape(JSON.parse(text), "") };
  } catch (error) {
    if (error instanceof WrongField) return { ok: false, path: error.path };
    if (error instanceof SyntaxError) return { ok: false, path: "" };
    throw error;
  }
}

export const text =
  (pattern = /^[^]*$/): Shape<string> =>
  (json, path) => {
    if (typeof json !== "string" || !pattern.test(json)) throw new WrongField(path);
    return json;
  };

/** Text that is one of these words. */
export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Shape<Word> =>
  (json, path) => {
    const found = words.find((word) => word === json);
    if (found === undefined) throw new WrongField(path);
    return found;
  };

/** A whole number from `min` to `max`. */
export const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Shape<number> =>
  (json, path) => {
    if (typeof json !== "number" || !Number.isSafeInteger(json) || json < min || json > max) {
      throw new WrongField(path);
    }
    return json;
  };

export const flag: Shape<boolean> = (json, path) => {
  if (typeof json !== "boolean") throw new WrongField(path);
  return json;
};

/** Lamports as decimal text, without leading zeros. */
export const lamports: Shape<Lamports> = (json, path) => {
  if (typeof json !== "string" || !/^(?:0|[1-9]\d{0,18})$/.test(json)) throw new WrongField(path);
  return asLamports(BigInt(json));
};

/** A moment in UTC to the millisecond, `2026-11-24T10:00:00.000Z`, in epoch milliseconds. */
export const instant: Shape<number> = (json, path) => {
  const isForm = typeof json === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(json);
  const ms = isForm ? Date.parse(json) : Number.NaN;
  if (Number.isNaN(ms)) throw new WrongField(path);
  return ms;
};

export const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (json, path) =>
    json === null ? null : shape(json, path);

export const list =
  <Value>(shape: Shape<Value>): Shape<readonly Value[]> =>
  (json, path) => {
    if (!Array.isArray(json)) throw new WrongField(path);
    return json.map((item, at) => shape(item, `${path}.${at}`));
  };

/** An object with any fields. */
export const anyFields: Shape<Readonly<Record<string, unknown>>> = (json, path) => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new WrongField(path);
  return json as Readonly<Record<string, unknown>>;
};

/** An object with these fields, each of the given shape. */
export function fields<Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: Shapes,
): Shape<{ readonly [Name in keyof Shapes]: ValueOf<Shapes[Name]> }> {
  const entries = Object.entries(shapes);
  return (json, path) => {
    const given = anyFields(json, path);
    const read: Record<string, unknown> = {};
    for (const [name, shape] of entries) {
      read[name] = shape(given[name], path === "" ? name : `${path}.${name}`);
    }
    return read as { readonly [Name in keyof Shapes]: ValueOf<Shapes[Name]> };
  };
}

/** One of several objects, distinguished by their field `kind`. */
export function oneKindOf<Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: Shapes,
): Shape<{ readonly [Kind in keyof Shapes]: ValueOf<Shapes[Kind]> & { readonly kind: Kind } }[keyof Shapes]> {
  return (json, path) => {
    const { kind } = anyFields(json, path);
    const shape = typeof kind === "string" && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    if (shape === undefined) throw new WrongField("kind");
    return Object.assign({ kind }, shape(json, path)) as ReturnType<ReturnType<typeof oneKindOf<Shapes>>>;
  };
}
