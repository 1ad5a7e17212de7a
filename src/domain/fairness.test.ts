import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_VALUE,
  combine,
  finalNonce,
  firstAcceptedChunk,
  isServerSeed,
  placesFrom,
  raceOutcome,
  seedHash,
  traceCombined,
  traceOutcome,
} from "./fairness.ts";
import { HORSE_COUNT } from "./horse-count.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const hmacSha256 = (key: string, text: string) => createHmac("sha256", key).update(text, "utf8").digest();

const seed = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const raceId = fc.stringMatching(/^[0-9a-z-]{1,20}$/);
const nonce = fc.stringMatching(/^[0-9A-Za-z.]{1,60}$/);

/** The rules implemented a second time, by other means: Node's own hash, and numbers read from bytes. */
function winnerByOtherMeans(serverSeed: string, id: string, finalNonceText: string): number {
  const combined = `${serverSeed}:${id}:${finalNonceText}`;
  for (let counter = 0; counter <= 1000; counter += 1) {
    const text = counter === 0 ? combined : `${combined}:${counter}`;
    const digest = createHash("sha256").update(text, "utf8").digest();
    for (let at = 0; at < 32; at += 4) {
      const value = digest.readUInt32BE(at);
      if (value < 4_294_967_292) return (value % 6) + 1;
    }
  }
  throw new Error("out of reach");
}

describe("fairness", () => {
  it("FAIR-1 hashes seed, race id and nonce joined by colons", () => {
    const serverSeed = "ab".repeat(32);
    const trace = traceOutcome(serverSeed, "r-7", "42.hash");
    expect(trace.combined).toBe(`${serverSeed}:r-7:42.hash`);
    expect(trace.hash).toBe(sha256(`${serverSeed}:r-7:42.hash`));
    expect(combine("a", "b", "c")).toBe("a:b:c");
  });

  it("FAIR-2 takes the first chunk below the largest multiple of six", () => {
    expect(MAX_VALUE).toBe(Math.floor(2 ** 32 / 6) * 6);
    expect(firstAcceptedChunk(["fffffffb", "00000000"])).toBe(0);
    expect(firstAcceptedChunk(["fffffffc", "ffffffff", "fffffffd", "0000000b"])).toBe(3);
    expect(firstAcceptedChunk(Array.from({ length: 8 }, () => "fffffffe"))).toBeNull();
    const hash = `${"ffffffff".repeat(2)}0000000b${"00000000".repeat(5)}`;
    expect(traceCombined("x", () => hash)).toMatchObject({
      counter: 0,
      chunkIndex: 2,
      usedChunk: "0000000b",
      usedValue: 11,
      winner: 6,
    });
  });

  it("FAIR-3 hashes again with a counter while all chunks are refused, at most to 1000", () => {
    const refusedHash = "ffffffff".repeat(8);
    const texts: string[] = [];
    const third = traceCombined("x", (text) => {
      texts.push(text);
      return text === "x:2" ? `${"0000000d".repeat(8)}` : refusedHash;
    });
    expect(texts).toEqual(["x", "x:1", "x:2"]);
    expect(third).toMatchObject({ counter: 2, combined: "x", usedValue: 13, winner: 2 });

    let hashes = 0;
    const last = traceCombined("x", (text) => {
      hashes += 1;
      return text === "x:1000" ? `fffffffd${"ffffffff".repeat(7)}` : refusedHash;
    });
    expect(hashes).toBe(1001);
    // 4294967293 mod 6 is 1
    expect(last).toMatchObject({ counter: 1000, chunkIndex: 0, usedChunk: "fffffffd", winner: 2 });
  });

  it("FAIR-4 the trace is what anyone computes by other means", () => {
    fc.assert(
      fc.property(seed, raceId, nonce, (serverSeed, id, text) => {
        const trace = traceOutcome(serverSeed, id, text);
        expect(trace.winner).toBe(winnerByOtherMeans(serverSeed, id, text));
        expect(trace.hash).toBe(sha256(`${serverSeed}:${id}:${text}`));
        expect(trace.chunks.join("")).toBe(trace.hash);
        expect(trace.chunks[trace.chunkIndex]).toBe(trace.usedChunk);
        expect(trace.usedValue).toBe(Number.parseInt(trace.usedChunk, 16));
        expect(trace).toMatchObject({ counter: 0, maxValue: 4_294_967_292 });
      }),
    );
  });

  it("FAIR-6 the commitment is the SHA-256 of the seed's text", () => {
    const serverSeed = "0f".repeat(32);
    expect(seedHash(serverSeed)).toBe(sha256(serverSeed));
    expect(isServerSeed(serverSeed)).toBe(true);
    for (const text of ["", "0F".repeat(32), "0f".repeat(31), `${serverSeed}\n`]) {
      expect(isServerSeed(text)).toBe(false);
    }
  });

  it("FAIR-10 the beacon's blockhash is joined to the nonce with a point, and nothing without it", () => {
    expect(finalNonce("17", "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N")).toBe(
      "17.EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
    );
    expect(finalNonce("17", null)).toBe("17");
  });

  it("FAIR-5 RACE-7 places are the six horses, each once, the winner first", () => {
    fc.assert(
      fc.property(seed, raceId, nonce, (serverSeed, id, text) => {
        const { winner, places, trace } = raceOutcome(serverSeed, id, text);
        expect(places).toHaveLength(HORSE_COUNT);
        expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
        expect(places[0]).toBe(winner);
        expect(trace.winner).toBe(winner);
      }),
    );
  });

  it("FAIR-14 places and motion follow from seed, race id and final nonce as written down", () => {
    const serverSeed = sha256("a seed");
    const bytes = hmacSha256(serverSeed, "places|r-1|n.b");
    const { winner, places, motionSeed } = raceOutcome(serverSeed, "r-1", "n.b");
    const rest = [1, 2, 3, 4, 5, 6].filter((number) => number !== winner);
    let at = 0;
    for (let last = 4; last > 0; last -= 1) {
      while (bytes[at]! >= 256 - (256 % (last + 1))) at += 1;
      const pick = bytes[at]! % (last + 1);
      at += 1;
      [rest[pick], rest[last]] = [rest[last]!, rest[pick]!];
    }
    expect(places).toEqual([winner, ...rest]);
    expect(motionSeed).toBe(hmacSha256(serverSeed, "motion|r-1|n.b").toString("hex").slice(0, 32));
  });

  it("FAIR-14 the draw skips bytes that would favour a horse and goes on to the next block", () => {
    const blocks: number[] = [];
    const places = placesFrom(6, (block) => {
      blocks.push(block);
      // 255 is refused when drawing from five or from three; it uses up the first block.
      return block === 0 ? new Uint8Array(32).fill(255) : Uint8Array.from([0, 0, 255, 0, 0]);
    });
    expect(blocks).toEqual([0, 1]);
    // From 1 2 3 4 5: 1↔5, 5↔4, 4↔3, 3↔2
    expect(places).toEqual([6, 2, 3, 4, 5, 1]);
  });

  it("FAIR-14 every order of the others can happen about equally often", () => {
    const counts = new Map<string, number>();
    const rounds = 12_000;
    for (let round = 0; round < rounds; round += 1) {
      const { places } = raceOutcome(sha256("spread"), `r-${round}`, "n");
      const winnerGone = places.slice(1).map((number) => (number > places[0]! ? number - 1 : number));
      const key = winnerGone.join("");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(120);
    const expected = rounds / 120;
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    // 119 degrees of freedom: the 99.9th percentile is 173.6; the seeds are fixed, so this is never flaky.
    expect(chiSquare).toBeLessThan(173.6);
  });

  it("INV-10 the same three texts always give the same race, and any other text another", () => {
    fc.assert(
      fc.property(seed, raceId, nonce, (serverSeed, id, text) => {
        expect(raceOutcome(serverSeed, id, text)).toEqual(raceOutcome(serverSeed, id, text));
        const other = raceOutcome(serverSeed, id, `${text}x`);
        expect(other.motionSeed).not.toBe(raceOutcome(serverSeed, id, text).motionSeed);
      }),
    );
  });
});
