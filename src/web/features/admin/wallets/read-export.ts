import { type HouseWalletKind, houseWalletKinds } from "../../../../domain/ledger.ts";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ok, type Result, refuse } from "../../../../domain/result.ts";

export type WalletsExport = Reply<Api["exportHouseWallets"]>["export"];

/** Beside the export, a body holds the caller and the password. */
const BODY_BESIDES = 2_048;
/** Blanks that make a file readable are not sent: a file that is larger than this is not even read. */
const MAX_FILE_BYTES = 8_000_000;

type FileProblem = "fileTooLarge" | "fileNotJson" | "fileNotExport" | "fileUnreadable";

/** Reads a file that an export saved; `field` is the first place in it that is not as it should be. */
export async function readExport(
  file: Pick<File, "size" | "text">,
): Promise<Result<WalletsExport, FileProblem>> {
  if (file.size > MAX_FILE_BYTES) return refuse("fileTooLarge");
  let json: unknown;
  try {
    json = JSON.parse(await file.text());
  } catch (error) {
    if (error instanceof SyntaxError) return refuse("fileNotJson");
    console.warn("The file was not read.", error);
    return refuse("fileUnreadable");
  }
  // Loaded with the tab's first call.
  const { exportHouseWallets, restoreHouseWallets } = (await import("../../../../contract/api.ts")).api;
  const read = exportHouseWallets.reply.shape.export.safeParse(json);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join(".") ?? "";
    return refuse("fileNotExport", field === "" ? {} : { field });
  }
  const isTooLarge = JSON.stringify(json).length + BODY_BESIDES > restoreHouseWallets.bodyLimit;
  return isTooLarge ? refuse("fileTooLarge") : ok(read.data);
}

type ContentProblem =
  | { readonly problem: "otherNetwork" }
  | { readonly problem: "kindMissing"; readonly kind: HouseWalletKind }
  | { readonly problem: "walletTwice" };

/** Why the server would refuse the export whatever the password; null if nothing is known to be wrong. */
export function problemOfExport(
  { network, wallets }: Pick<WalletsExport, "network" | "wallets">,
  ownNetwork: string | undefined,
): ContentProblem | null {
  if (ownNetwork !== undefined && network !== ownNetwork) return { problem: "otherNetwork" };
  const kind = houseWalletKinds.find(
    (one) => !wallets.some(({ type, isActive }) => type === one && isActive),
  );
  if (kind !== undefined) return { problem: "kindMissing", kind };
  const isTwice = new Set(wallets.map(({ address }) => address)).size < wallets.length;
  return isTwice ? { problem: "walletTwice" } : null;
}
