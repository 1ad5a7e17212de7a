import { MAX_PARAM_LENGTH } from "./calls.ts";
import { api } from "../../../contract/api.ts";
import type { Endpoint } from "../../../contract/wire/endpoint.ts";

const paths: readonly { pattern: RegExp; method: string }[] = (Object.values(api) as Endpoint[]).map(
  ({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/:[^/]+/g, `[^/]{1,${MAX_PARAM_LENGTH}}`)}$`),
  }),
);

/** The methods that a path accepts, for a 405 answer; none when the path is unknown. */
export function allowedMethods(path: string): readonly string[] {
  const found = new Set(paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (found.has("GET")) found.add("HEAD");
  return [...found].toSorted();
}
