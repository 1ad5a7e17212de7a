import { bytesToHex } from "@noble/hashes/utils.js";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import type { RuleHead } from "../../../domain/rule-log.ts";

/** The head of a log as it is stored. */
export const headOf = (size: number, peaks: string): RuleHead => ({
  row: size,
  hash: bytesToHex(rootOf(readFrontier(size, peaks))),
});
