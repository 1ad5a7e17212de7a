import { base64, type Json, type TestWallet } from "./browser-session.ts";

/** A wallet's signature over a request that it approves, by the text that the API's page defines. */
export function signApproval(
  { id, kind, request, amount, asked_by: askedBy }: Json,
  wallet: Pick<TestWallet, "sign">,
): string {
  const text = [
    "Furlong: I approve this request of another admin.",
    "",
    `id: ${id}`,
    `kind: ${kind}`,
    `requested by: ${askedBy}`,
    `amount: ${amount} SOL`,
    ...Object.keys(request)
      .toSorted()
      .map((name) => `${name}: ${JSON.stringify(request[name])}`),
  ].join("\n");
  return base64(wallet.sign(new TextEncoder().encode(text)));
}
