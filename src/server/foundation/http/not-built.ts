import { type Refused, refuse } from "../../../domain/result.ts";

/**
 * Placeholder handler for a call whose use case does not exist yet: callers with access get 501, before their input is
 * read.
 */
export const notBuilt = async (): Promise<Refused<"NOT_BUILT">> => refuse("NOT_BUILT");
