import { concatBytes } from "@noble/hashes/utils.js";
import { generateKeyPairSync, sign, verify } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeBundle } from "../../src/domain/log/entry-bundle.ts";
import { frontierOf, rootOf } from "../../src/domain/log/frontier.ts";
import {
  noteMessage,
  type NoteKey,
  type VerifySignature,
  verifierKey,
  writeNote,
} from "../../src/domain/log/signed-note.ts";
import { bundlePath, type Tile, TILE_WIDTH, tilePath, tilesOf } from "../../src/domain/log/tile.ts";
import { hashLeafBytes } from "../../src/domain/merkle-tree.ts";

/** The hashes of a tile, straight from the definition of tlog-tiles: MTH over 256^level leaves each. */
export function tileOf(leaves: readonly Uint8Array[], { level, index, width }: Tile): Uint8Array {
  const span = TILE_WIDTH ** level;
  return concatBytes(
    ...Array.from({ length: width }, (_, n) => {
      const from = (index * TILE_WIDTH + n) * span;
      return rootOf(frontierOf(leaves.slice(from, from + span)));
    }),
  );
}

/** A key that signs notes. */
export function noteSigner(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const key: NoteKey = { name, publicKey: new Uint8Array(Buffer.from(x, "base64url")) };
  return {
    key,
    note(size: number, root: Uint8Array): string {
      const checkpoint = { origin: name, size, root };
      return writeNote(checkpoint, key.publicKey, sign(null, noteMessage(checkpoint), privateKey));
    },
  };
}

/** As WebCrypto and Node verify ed25519. */
export const verifyEd25519: VerifySignature = async ({ message, signature }, publicKey) =>
  verify(
    null,
    message,
    { key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") }, format: "jwk" },
    signature,
  );

/**
 * Writes a log as any static host would serve it: tiles, bundles, its checkpoint, and those of smaller sizes as
 * `checkpoint.<size>`. Returns the key that a reader needs.
 */
export function writeLogFolder(
  folder: string,
  entries: readonly Uint8Array[],
  olderSizes: readonly number[],
): string {
  const signer = noteSigner("example.com/log/1f2e3d4c");
  const leaves = entries.map(hashLeafBytes);
  const write = (path: string, content: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const size of [...olderSizes, entries.length]) {
    for (const tile of tilesOf(size)) {
      write(tilePath(tile), tileOf(leaves, tile));
      if (tile.level > 0) continue;
      const from = tile.index * TILE_WIDTH;
      write(bundlePath(tile), writeBundle(entries.slice(from, from + tile.width)));
    }
    const note = signer.note(size, rootOf(frontierOf(leaves.slice(0, size))));
    write(size === entries.length ? "checkpoint" : `checkpoint.${size}`, note);
  }
  return verifierKey(signer.key);
}
