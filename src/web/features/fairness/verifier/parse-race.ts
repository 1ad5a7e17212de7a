import * as z from "zod/mini";
import { verifiedRace } from "../../../../contract/races/verified-race.ts";
import type { VerifiedRace } from "./check-race.ts";

const reply = z.object({ race: verifiedRace });

/**
 * The pasted text, parsed; or the path of the first field that is not as the call returns it, empty if it is not JSON
 * at all.
 */
export type ParsedRace =
  | { readonly ok: true; readonly race: VerifiedRace }
  | { readonly ok: false; readonly field: string };

/** Parses the answer of `GET /api/races/verify/{id}`, whole or only its `race` (rule FAIR-34). */
export function parseRace(text: string): ParsedRace {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    console.debug("No JSON was given.", error);
    return { ok: false, field: "" };
  }
  const isWhole = typeof json === "object" && json !== null && "race" in json;
  const read = reply.safeParse(isWhole ? json : { race: json });
  if (read.success) return { ok: true, race: read.data.race };
  return { ok: false, field: read.error.issues[0]?.path.join(".") ?? "race" };
}
