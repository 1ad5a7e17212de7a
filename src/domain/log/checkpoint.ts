import { decodeBase64, encodeBase64 } from "../base64.ts";
import { HASH_BYTES } from "./frontier.ts";
import type { TreeHead } from "./proof.ts";

/** A log at one size, as its notary signs it (C2SP tlog-checkpoint, "Note text"; rule LOG-4). */
export interface Checkpoint extends TreeHead {
  /** The log's name for ever: its address without the scheme, such as `example.com/log/1f2e3d4c`. */
  readonly origin: string;
}

/**
 * Three lines: origin, size, and root in base64. This is the text of the notary's memo, and with the last line ended
 * that of its note.
 */
export const checkpointLines = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${encodeBase64(root)}`;

/**
 * Reads {@link checkpointLines}; null for anything else. Extension lines, which the standard advises against, are
 * refused: the notary writes none.
 */
export function parseCheckpointLines(text: string): Checkpoint | null {
  const [, origin, digits, base64] = /^([!-*,-~]+)\n(0|[1-9]\d{0,15})\n([^\n]+)$/.exec(text) ?? [];
  if (origin === undefined || digits === undefined || base64 === undefined) return null;
  const [size, root] = [Number(digits), decodeBase64(base64)];
  return Number.isSafeInteger(size) && root?.length === HASH_BYTES ? { origin, size, root } : null;
}
