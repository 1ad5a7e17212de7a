import * as z from "zod/mini";
import { verifiedRace } from "../../../contract/races/races.ts";
import type { VerifiedRace } from "./check-race.ts";

const reply = z.object({ race: verifiedRace });

/** What was pasted, read; or the first field that is not as the call answers it, by its path, empty for no JSON at all. */
export type ParsedRace =
  | { readonly ok: true; readonly race: VerifiedRace }
  | { readonly ok: false; readonly field: string };

/** Reads the answer of `GET /api/races/verify/{id}`, whole or its `race` alone (rule FAIR-34). */
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
