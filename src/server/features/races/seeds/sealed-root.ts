import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Entropy } from "../../../foundation/ports.ts";

const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const label = (tip: string) => Buffer.from(`seed-chain:${tip}`);

/** AES-256-GCM over a chain's root, bound to the chain's published tip; base64 of iv, text and tag (rule FAIR-8). */
export function sealRoot(
  root: string,
  { tip, seedKey, entropy }: { tip: string; seedKey: Uint8Array; entropy: Entropy },
) {
  const iv = entropy.bytes(IV_LENGTH);
  const cipher = createCipheriv("aes-256-gcm", seedKey, iv).setAAD(label(tip));
  return Buffer.concat([iv, cipher.update(root, "hex"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64",
  );
}

/** Opens the root again; null when the key or the tip is not the one it was sealed with. */
export function openRoot(
  sealed: string,
  { tip, seedKey }: { tip: string; seedKey: Uint8Array },
): string | null {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", seedKey, bytes.subarray(0, IV_LENGTH))
    .setAAD(label(tip))
    .setAuthTag(bytes.subarray(-TAG_LENGTH));
  try {
    return decipher.update(bytes.subarray(IV_LENGTH, -TAG_LENGTH)).toString("hex") + decipher.final("hex");
  } catch {
    return null;
  }
}
