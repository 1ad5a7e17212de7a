/** What JSON can carry, with integers of any size. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON text; a bigint becomes a bare number with all its digits, as Solana nodes write u64. */
export function toJson(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(toJson).join(",")}]`;
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : `${JSON.stringify(key)}:${toJson(member)}`,
  );
  return `{${members.join(",")}}`;
}

/** Parses JSON text; integers that a double cannot hold exactly become bigints. Throws on invalid text. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return plain;
  const marked = text.replace(stringOrNumber, (token) =>
    /^-?\d{16,}$/.test(token) ? `{"$integer":"${token}"}` : token,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("$integer" in value)) return value;
    const integer = BigInt(String(value.$integer));
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  });
}

/** A whole string, so that digits in it are left alone, or a number. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
