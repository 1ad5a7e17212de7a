import { getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { expect, it } from "vitest";
import { readLayout, summarize } from "./transaction-summary.ts";

const memoProgram = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const player = address("7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2");
const house = address("4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T");

function betTransaction(version: 0 | "legacy"): Uint8Array<ArrayBuffer> {
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(player),
    destination: house,
    amount: lamports(250_000_000n),
  });
  const message = pipe(
    createTransactionMessage({ version }),
    (draft) => setTransactionMessageFeePayer(player, draft),
    (draft) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash("4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn"), lastValidBlockHeight: 1n },
        draft,
      ),
    (draft) =>
      appendTransactionMessageInstructions(
        [transfer, getAddMemoInstruction({ memo: "furlong:bet 5a5a" }, { programAddress: memoProgram })],
        draft,
      ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

it.each([0, "legacy"] as const)("reads what a transaction of version %s does", (version) => {
  const { feePayer, instructions } = summarize(betTransaction(version));
  expect(feePayer).toBe(player);
  expect(instructions[0]).toEqual({ kind: "transfer", from: player, to: house, amount: 250_000_000n });
  expect(instructions[1]).toMatchObject({ kind: "memo", text: "furlong:bet 5a5a" });
});

it("finds the place of the one signature", () => {
  const wire = betTransaction(0);
  const { signatureCount, signaturesAt, message, keys } = readLayout(wire);
  expect({ signatureCount, signaturesAt, payer: keys[0] }).toEqual({
    signatureCount: 1,
    signaturesAt: 1,
    payer: player,
  });
  expect(message.length).toBe(wire.length - 65);
});

it("refuses bytes that end too early", () => {
  const wire = betTransaction(0);
  for (let length = 0; length < wire.length; length += 7) {
    expect(() => summarize(wire.slice(0, length))).toThrow(RangeError);
  }
});
