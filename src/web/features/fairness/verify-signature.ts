import type { VerifySignature } from "../../../domain/log/signed-note.ts";

/**
 * Whether an ed25519 signature is valid, verified by the browser itself.
 *
 * @throws when it does not support this kind of key: an older browser.
 */
export const verifySignature: VerifySignature = async ({ message, signature }, publicKey) => {
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(publicKey), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), Uint8Array.from(message));
};
