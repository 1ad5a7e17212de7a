import { AccountRole, type Address, address, getBase58Decoder } from "@solana/kit";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, SUPPORTED_MEMO_PROGRAM_ADDRESSES } from "@solana-program/memo";
import {
  SYSTEM_PROGRAM_ADDRESS,
  SystemInstruction,
  identifySystemInstruction,
  parseCreateAccountInstruction,
  parseTransferSolInstruction,
} from "@solana-program/system";
import type { WireInstruction } from "../chain/wire-transaction.ts";
import type { Json } from "./json.ts";

const base58 = getBase58Decoder();
const utf8 = new TextDecoder();
const memoPrograms: readonly string[] = [...SUPPORTED_MEMO_PROGRAM_ADDRESSES, LEGACY_MEMO_PROGRAM_ADDRESS_V3];

export const isMemoProgram = (program: string): boolean => memoPrograms.includes(program);

/** An instruction as `jsonParsed` shows it: its meaning where that is known, otherwise its raw form. */
export function parsedInstruction(instruction: WireInstruction, accounts: readonly string[]): Json {
  const programId = accounts[instruction.programIdIndex] ?? "";
  const parsed = meaningOf(programId, instruction, accounts);
  return parsed
    ? { ...parsed, programId, stackHeight: 1 }
    : {
        programId,
        accounts: instruction.accounts.map((index) => accounts[index] ?? ""),
        data: base58.decode(instruction.data),
        stackHeight: 1,
      };
}

function meaningOf(programId: string, instruction: WireInstruction, accounts: readonly string[]) {
  if (isMemoProgram(programId)) return { program: "spl-memo", parsed: utf8.decode(instruction.data) };
  if (programId !== SYSTEM_PROGRAM_ADDRESS) return null;
  const typed = {
    programAddress: SYSTEM_PROGRAM_ADDRESS,
    accounts: instruction.accounts.map((index) => ({
      address: address(accounts[index] ?? "") as Address,
      role: AccountRole.WRITABLE_SIGNER as const,
    })),
    data: instruction.data,
  };
  try {
    const kind = identifySystemInstruction(instruction.data);
    if (kind === SystemInstruction.TransferSol) {
      const { accounts: named, data } = parseTransferSolInstruction(typed as never);
      const info = {
        source: named.source.address,
        destination: named.destination.address,
        lamports: data.amount as bigint,
      };
      return { program: "system", parsed: { type: "transfer", info } };
    }
    if (kind === SystemInstruction.CreateAccount) {
      const { accounts: named, data } = parseCreateAccountInstruction(typed as never);
      const info = {
        source: named.payer.address,
        newAccount: named.newAccount.address,
        lamports: data.lamports,
        space: data.space,
        owner: data.programAddress,
      };
      return { program: "system", parsed: { type: "createAccount", info } };
    }
  } catch {
    // A malformed instruction has no meaning; it is shown raw, as nodes do.
  }
  return null;
}
