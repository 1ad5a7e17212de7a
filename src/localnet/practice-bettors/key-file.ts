import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type KeyPairSigner, createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";

/** A bettor's own key: read from its file, or generated and stored there, readable only by this user. */
export async function keyFromFile(folder: string, name: string): Promise<KeyPairSigner> {
  const file = join(folder, `${name}.key`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = randomBytes(32).toString("base64");
  try {
    await writeFile(file, fresh, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const text = await readFile(file, "utf8");
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(Buffer.from(text, "base64")));
}
