import { decodeBase58 } from "../../../../domain/base58.ts";
import { holdingsText } from "../../../../domain/memo.ts";
import type { Finding } from "../verifier/finding.ts";
import type { Tree } from "./check-liabilities.ts";

/**
 * Whether each wallet has signed its holdings, in the order of the holdings: ed25519, verified by the browser itself
 * (rule OWED-7). Absent if it did not sign.
 */
export const checkSignatures = ({ at, root, slot, holdings }: Tree): Promise<readonly Finding[]> =>
  Promise.all(
    holdings.map(async ({ address, lamports, signature }) => {
      if (signature === null) return { state: "absent" };
      const text = holdingsText({ at, root, slot, address, lamports });
      try {
        const isSigned = await verify(address, signature, new TextEncoder().encode(text));
        return isSigned ? { state: "checked" } : { state: "differs", said: text, found: signature };
      } catch (error) {
        // An older browser does not support this kind of key.
        return { state: "unread", why: error instanceof Error ? error.message : String(error) };
      }
    }),
  );

async function verify(address: string, signature: string, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [raw, signed] = [bytesOf(address), bytesOf(signature)];
  const key = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, key, signed, text);
}

const bytesOf = (base58: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(decodeBase58(base58) ?? new Uint8Array());
