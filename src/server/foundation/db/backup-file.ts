import { createHash } from "node:crypto";
import { appendFileSync, createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { OperatorError } from "./operator-error.ts";

/** The end of a backup's file: the SHA-256 and the length in bytes of what stands before it (rule OPERATE-8). */
const sealOf = (hash: string, length: number) =>
  `\nfurlong-backup ${hash} ${String(length).padStart(16, "0")}\n`;
const SEAL_BYTES = sealOf("0".repeat(64), 0).length;

/** A backup whose checksum was right. */
export interface BackupFile {
  readonly path: string;
  readonly kind: "embedded" | "postgres" | null;
  /** Bytes before the seal. */
  readonly length: number;
}

/** Appends the seal to a finished copy. */
export async function sealBackup(path: string): Promise<void> {
  const { hash, length } = await hashOf(path);
  appendFileSync(path, sealOf(hash, length));
}

/** Reads a backup to its end. Throws OperatorError for one that is not, byte for byte, what `backUp` wrote. */
export async function openBackup(path: string): Promise<BackupFile> {
  const file = await open(path).catch((cause: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause });
  });
  try {
    const length = Math.max(0, (await file.stat()).size - SEAL_BYTES);
    const seal = Buffer.alloc(SEAL_BYTES);
    await file.read(seal, 0, SEAL_BYTES, length);
    const { hash } = await hashOf(path, length);
    if (seal.toString("latin1") !== sealOf(hash, length)) {
      throw new OperatorError(
        `${path} is not a whole backup: it was cut off or altered since it was made, or it is something else.`,
      );
    }
    const head = Buffer.alloc(5);
    await file.read(head, 0, 5, 0);
    return { path, length, kind: kindOf(head) };
  } finally {
    await file.close();
  }
}

/** The copy itself, in the form of the program that made it. */
export const readBackup = ({ path, length }: BackupFile) => createReadStream(path, { end: length - 1 });

function kindOf(head: Buffer): BackupFile["kind"] {
  if (head.toString("latin1") === "PGDMP") return "postgres";
  return head[0] === 0x1f && head[1] === 0x8b ? "embedded" : null;
}

async function hashOf(path: string, maxLength = Infinity) {
  const hash = createHash("sha256");
  let length = 0;
  if (maxLength > 0) {
    for await (const part of createReadStream(path, { end: maxLength - 1 })) {
      hash.update(part as Buffer);
      length += (part as Buffer).length;
    }
  }
  return { hash: hash.digest("hex"), length };
}
