import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Entropy } from "../ports.ts";

const ivLength = 12;
const tagLength = 16;

interface Sealing {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** What the secret belongs to: the same text must be given to open it. */
  readonly boundTo: string;
}

/** AES-256-GCM; base64 of nonce, ciphertext and tag. */
export function seal(secret: Uint8Array, { key, boundTo }: Sealing, entropy: Entropy): string {
  const iv = entropy.bytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString("base64");
}

/** Null when the key is wrong or the sealed text was changed or moved to another owner. */
export function openSealed(sealed: string, { key, boundTo }: Sealing): Uint8Array | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < ivLength + tagLength) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  const opened = decipher.update(bytes.subarray(ivLength, -tagLength));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // The only way node tells a failed authentication.
    return null;
  }
}
