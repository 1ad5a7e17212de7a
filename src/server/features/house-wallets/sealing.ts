import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Entropy } from "../../foundation/ports.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Sealing {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** What the secret belongs to: the same text is required to open it. */
  readonly boundTo: string;
}

/** AES-256-GCM; base64 of nonce, ciphertext and tag. */
export function seal(secret: Uint8Array, { key, boundTo }: Sealing, entropy: Entropy): string {
  const iv = entropy.bytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString("base64");
}

/** Null if the key is wrong, or if the sealed text was altered or moved to another owner. */
export function openSealed(sealed: string, { key, boundTo }: Sealing): Uint8Array | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // Node reports a failed authentication only by throwing.
    return null;
  }
}
