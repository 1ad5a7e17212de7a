import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../base64.ts";
import { type Checkpoint, checkpointLines, parseCheckpointLines } from "./checkpoint.ts";

/** An ed25519 key that signs notes, named by its log's origin (C2SP signed-note, "Signatures"). */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Whether an ed25519 signature is valid: WebCrypto and Node have it, domain code does not. */
export type VerifySignature = (
  signed: { readonly message: Uint8Array; readonly signature: Uint8Array },
  publicKey: Uint8Array,
) => Promise<boolean>;

const ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** SHA-256(name, line feed, signature type, public key), its first four bytes ("Ed25519 signatures"). */
const keyIdOf = ({ name, publicKey }: NoteKey): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), publicKey)).subarray(0, KEY_ID_BYTES);

/** The key as other tools take it, `name+id+key` ("Verifier keys"). */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${bytesToHex(keyIdOf(key))}+${encodeBase64(concatBytes(Uint8Array.of(ED25519), key.publicKey))}`;

/** A message with as many accounts as the first character of a note demands signers has more bytes than this. */
const MAX_NOTE_BYTES = 1_000;

/**
 * The bytes that the notary signs for a checkpoint: its three lines, each ended (rule LOG-4). A transaction's message
 * begins with its number of signers, or above 127 with its version, and then holds the address of each signer. A note
 * begins with a printable character, so as a message it would have at least 33 signers and 1,056 bytes of addresses,
 * which are more than it has. So no signature of a note ever moves money.
 *
 * @throws RangeError for an origin with which that would not hold.
 */
export function noteMessage(checkpoint: Checkpoint): Uint8Array {
  const lines = checkpointLines(checkpoint);
  const message = utf8ToBytes(`${lines}\n`);
  if (message.length >= MAX_NOTE_BYTES || parseCheckpointLines(lines) === null) {
    throw new RangeError(`no note of ${checkpoint.origin}`);
  }
  return message;
}

/**
 * The signed note of a checkpoint: its text, an empty line, and the line of its signature ("Format").
 *
 * @param signature of {@link noteMessage} by the key with this public key.
 */
export function writeNote(checkpoint: Checkpoint, publicKey: Uint8Array, signature: Uint8Array): string {
  const name = checkpoint.origin;
  const signed = encodeBase64(concatBytes(keyIdOf({ name, publicKey }), signature));
  return `${checkpointLines(checkpoint)}\n\n— ${name} ${signed}\n`;
}

/** The standard wants 16 to be accepted: a witness may have added its own. */
const MAX_SIGNATURES = 16;

/**
 * The checkpoint of a note that the key signed, null if it is none (rule LOG-4). Signatures of other keys are ignored;
 * a wrong one of this key refuses the note.
 */
export async function readNote(
  note: string,
  key: NoteKey,
  verify: VerifySignature,
): Promise<Checkpoint | null> {
  const end = note.lastIndexOf("\n\n");
  const checkpoint = end < 0 ? null : parseCheckpointLines(note.slice(0, end));
  if (checkpoint === null || checkpoint.origin !== key.name || !note.endsWith("\n")) return null;
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) return null;
  const keyId = bytesToHex(keyIdOf(key));
  let isSigned = false;
  for (const line of lines) {
    const [, name, base64] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = base64 === undefined ? null : decodeBase64(base64);
    if (name === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
    if (name !== key.name || bytesToHex(bytes.subarray(0, KEY_ID_BYTES)) !== keyId) continue;
    const signature = bytes.subarray(KEY_ID_BYTES);
    if (signature.length !== SIGNATURE_BYTES) return null;
    if (!(await verify({ message: noteMessage(checkpoint), signature }, key.publicKey))) return null;
    isSigned = true;
  }
  return isSigned ? checkpoint : null;
}
