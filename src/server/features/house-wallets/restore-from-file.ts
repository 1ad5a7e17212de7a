import { walletsExport } from "../../../contract/house-wallets/house-wallets.ts";
import { type RefusalCode, refusals } from "../../../contract/wire/refusals.ts";
import { OperatorError } from "../../foundation/db/operator-error.ts";
import type { WalletsExport } from "./export-wallets.ts";
import { type RestoredWallet, restoreWallets } from "./restore-wallets.ts";

/** Texts for somebody at a terminal, where they differ from those of the panel. */
const texts: Partial<Record<RefusalCode, string>> = {
  HOUSE_INITIALIZED:
    "This installation has house wallets already. Restore into an empty one, before its first start.",
  HOUSE_HAS_BOOKS: "This installation has books already. Restore into an empty one.",
  WALLETS_STILL_MOVE:
    "The wallets still move. Stop the other installation, and wait until what it sent is final.",
  MASTER_PASSWORD_WRONG: "The master password does not open the file.",
  CHAIN_UNAVAILABLE: "The node does not answer; nothing has changed.",
};

/**
 * The command of an operator who has the file on the server's machine (rule MONEY-33).
 *
 * @throws OperatorError that says what prevents it; nothing was changed then.
 */
export async function restoreFromFile(
  ports: Parameters<typeof restoreWallets>[0],
  { file, masterPassword }: { readonly file: string; readonly masterPassword: string },
): Promise<readonly RestoredWallet[]> {
  const exported = readExport(file);
  const restored = await restoreWallets(ports, { exported, masterPassword, by: "system" });
  if (restored.ok) return restored.value;
  const { code, message } = restored;
  throw new OperatorError(texts[code] ?? message ?? refusals[code].text);
}

function readExport(file: string): WalletsExport {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    throw new OperatorError("The file is no export of house wallets: it is no JSON.");
  }
  const read = walletsExport.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new OperatorError(
    `The file is no export of house wallets: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
  );
}
