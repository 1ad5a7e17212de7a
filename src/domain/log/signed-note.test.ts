import { getCompiledTransactionMessageDecoder } from "@solana/kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteSigner, verifyEd25519 } from "../../../tests/support/plain-log.ts";
import { decodeBase64 } from "../base64.ts";
import { checkpointLines, parseCheckpointLines } from "./checkpoint.ts";
import { noteMessage, readNote, verifierKey, writeNote } from "./signed-note.ts";

const origin = "example.com/log/1f2e3d4c";
const root = new Uint8Array(32).fill(9);
const signer = noteSigner(origin);
const note = signer.note(70, root);
const read = (text: string, key = signer.key) => readNote(text, key, verifyEd25519);

/** The example at the end of C2SP signed-note. */
const EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

describe("LOG-4 a signed note", () => {
  it("names its key as the standard's example does", () => {
    const bytes = decodeBase64(EXAMPLE_KEY.split("+")[2] ?? "") ?? new Uint8Array();
    expect(verifierKey({ name: "example.com/foo", publicKey: bytes.subarray(1) })).toBe(EXAMPLE_KEY);
  });

  it("has the three lines, an empty one, and the signature", () => {
    expect(note).toMatch(
      /^example\.com\/log\/1f2e3d4c\n70\nCQkJ[A-Za-z0-9+/]+=\n\n— example\.com\/log\/1f2e3d4c [A-Za-z0-9+/]{91}=\n$/,
    );
  });

  it("is read by whoever has the key", async () => {
    expect(await read(note)).toEqual({ origin, size: 70, root });
    expect(await read(note, noteSigner(origin).key)).toBeNull();
    expect(await read(note, { ...signer.key, name: "example.com/log/other" })).toBeNull();
  });

  it("keeps its meaning with a witness's signature, and loses it with a wrong one of its own", async () => {
    const witness = noteSigner("witness.example").note(70, root).split("\n\n")[1] ?? "";
    expect(await read(note + witness)).not.toBeNull();
    const other = signer.note(71, root).split("\n\n")[1] ?? "";
    expect(await read(note + other)).toBeNull();
    expect(await read(`${note.split("\n\n")[0]}\n\n${witness}`)).toBeNull();
    expect(await read(note + witness.repeat(16))).toBeNull();
  });

  it.each([
    ["another size", note.replace("\n70\n", "\n71\n")],
    ["another root", note.replace("CQkJ", "CQkK")],
    ["a leading zero", note.replace("\n70\n", "\n070\n")],
    ["an extension line", note.replace("\n\n", "\nmore\n\n")],
    ["no end of line", note.slice(0, -1)],
    ["no signature", note.slice(0, note.indexOf("—"))],
    ["a line that is no signature", `${note}more\n`],
  ])("is refused with %s", async (_what, text) => {
    expect(text).not.toBe(note);
    expect(await read(text)).toBeNull();
  });

  it("signs no other bytes than those that it is read from", async () => {
    const lines = checkpointLines({ origin, size: 70, root });
    expect(note.startsWith(`${lines}\n\n`)).toBe(true);
    expect(
      await read(writeNote({ origin, size: 70, root }, signer.key.publicKey, new Uint8Array(64))),
    ).toBeNull();
  });
});

describe("LOG-4 what a notary signs", () => {
  const isTransactionMessage = (bytes: Uint8Array): boolean => {
    try {
      getCompiledTransactionMessageDecoder().decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const printable = fc
    .integer({ min: 33, max: 126 })
    .map((code) => String.fromCharCode(code))
    .filter((character) => character !== "+");
  const anyOrigin = fc.string({
    unit: printable,
    minLength: 1,
    maxLength: 900,
  });

  it("could be told from the smallest message of a transaction", () => {
    // One signer, one account, a blockhash, no instruction.
    expect(isTransactionMessage(Uint8Array.of(1, 0, 0, 1, ...root, ...root, 0))).toBe(true);
  });

  it("is never the message of a transaction, of any version, whatever the origin", () => {
    fc.assert(
      fc.property(
        anyOrigin,
        fc.nat(),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (name, size, hash) => {
          const message = noteMessage({ origin: name, size, root: hash });
          expect(message.length).toBeLessThan(33 * 32);
          expect(isTransactionMessage(message)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(["", " x", "\nx", "é", "\u0001", "x".repeat(1_000)])(
    "is nothing with an origin such as %j",
    (name) => {
      expect(() => noteMessage({ origin: name, size: 1, root })).toThrow(RangeError);
    },
  );
});

describe("LOG-4 the lines of a checkpoint", () => {
  it("are read as they were written, as a memo has them", () => {
    const checkpoint = { origin, size: 0, root };
    expect(parseCheckpointLines(checkpointLines(checkpoint))).toEqual(checkpoint);
  });

  it.each([
    ["", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["a b", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["a+b", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["é", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["a", "-1", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["a", "9007199254740993", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="],
    ["a", "70", "CQkJ"],
    ["a", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk"],
    ["a", "70", "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQl="],
  ])("are refused as %j, %j, %j", (...lines) => {
    expect(parseCheckpointLines(lines.join("\n"))).toBeNull();
  });
});
