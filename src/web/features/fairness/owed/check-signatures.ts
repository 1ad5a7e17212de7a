import { decodeBase58 } from "../../../../domain/base58.ts";
import { holdingsText } from "../../../../domain/memo.ts";
import type { Finding } from "../verifier/finding.ts";
import { verifySignature } from "../verify-signature.ts";
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
        const message = new TextEncoder().encode(text);
        const isSigned = await verifySignature({ message, signature: bytesOf(signature) }, bytesOf(address));
        return isSigned ? { state: "checked" } : { state: "differs", said: text, found: signature };
      } catch (error) {
        return { state: "unread", why: error instanceof Error ? error.message : String(error) };
      }
    }),
  );

const bytesOf = (base58: string): Uint8Array => decodeBase58(base58) ?? new Uint8Array();
