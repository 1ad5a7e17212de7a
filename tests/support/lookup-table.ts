import {
  AccountRole,
  type Address,
  type Instruction,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getProgramDerivedAddress,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { type SignedTransaction, type TestChain, signedForm } from "./chain.ts";

const PROGRAM = address("AddressLookupTab1e1111111111111111111111111");
const SYSTEM_PROGRAM = address("11111111111111111111111111111111");
const bytesOf = getAddressEncoder();

/** Puts addresses into a new lookup table on the chain; the table can be used once this resolves. */
export async function createLookupTable(
  test: TestChain,
  payer: KeyPairSigner,
  addresses: readonly string[],
): Promise<Address> {
  const recentSlot = littleEndian(8, BigInt(test.localChain.slot("processed") - 1));
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: PROGRAM,
    seeds: [bytesOf.encode(payer.address), recentSlot],
  });
  const instruction = (...data: Iterable<number>[]): Instruction => ({
    programAddress: PROGRAM,
    accounts: [
      { address: table, role: AccountRole.WRITABLE },
      { address: payer.address, role: AccountRole.READONLY_SIGNER },
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: SYSTEM_PROGRAM, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from(data.flatMap((part) => [...part])),
  });
  const entries = addresses.map((entry) => bytesOf.encode(address(entry)) as Uint8Array);
  await test.sendInstructions(payer, [
    instruction(littleEndian(4, 0n), recentSlot, [bump]),
    instruction(littleEndian(4, 2n), littleEndian(8, BigInt(entries.length)), ...entries),
  ]);
  await test.advanceSlots(1);
  return table;
}

/** Like `TestChain.sign`, but accounts are taken from a lookup table if it contains them. */
export async function signWithTable(
  { localChain }: TestChain,
  payer: KeyPairSigner,
  { table, addresses }: { table: Address; addresses: readonly string[] },
  instructions: readonly Instruction[],
): Promise<SignedTransaction> {
  const slot = localChain.slot("processed");
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(localChain.blockhash(slot)), lastValidBlockHeight: BigInt(slot + 150) },
        paid,
      ),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
    (full) =>
      compressTransactionMessageUsingAddressLookupTables(full, {
        [table]: addresses.map((entry) => address(entry)),
      }),
  );
  return signedForm(await signTransactionMessageWithSigners(message));
}

const littleEndian = (bytes: number, value: bigint): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
