import type { FastifyInstance } from "fastify";
import { RefusedCall } from "./refusals-of-errors.ts";

/** Maximum nesting of objects and lists. */
export const MAX_JSON_DEPTH = 16;

/** Counts brackets outside strings, so that deeply nested text is refused before anything recursive reads it. */
export function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (isString) {
      if (char === "\\") index++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === "{" || char === "[") {
      if (++depth > limit) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedCall("INVALID_JSON");
  }
  if (text.trim() === "") return undefined;
  if (isDeeperThan(MAX_JSON_DEPTH, text))
    throw new RefusedCall("INVALID_JSON", { message: "The JSON is too deep" });
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedCall("INVALID_JSON");
  }
}

/** JSON is the only body that calls accept (rule LIMITS-1); an empty one counts as none. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => parseJson(bytes),
  );
}
