import { type Refused, refuse } from "../../domain/result.ts";

/**
 * Stands in for the handler of a call whose use case does not exist yet: answered with 501, before its input is read, to
 * those who may call it.
 */
export const notBuilt = async (): Promise<Refused<"NOT_BUILT">> => refuse("NOT_BUILT");
