import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sha256Hex, traceCombined } from "../../../../domain/fairness.ts";
import { Steps } from "./steps.tsx";

/** No text is known whose SHA-256 is rejected, so the hash is given. */
const stepsOf = (hashes: readonly string[]) => {
  const trace = traceCombined("seed:race:nonce", (text) => hashes[Number(text.split(":")[3] ?? 0)] ?? "");
  return renderToStaticMarkup(<Steps trace={trace} places={[trace.winner]} raceId="race" nonce="nonce" />);
};

const REFUSED = "f".repeat(64);
const ACCEPTED = "0000000b".repeat(8);
const count = (text: string, part: string) => text.split(part).length - 1;

it("FAIR-31 a hash whose chunks are all refused is shown before the one that decides", () => {
  const html = stepsOf([REFUSED, REFUSED, ACCEPTED]);
  expect(html).toContain("All eight chunks of the hash of “seed:race:nonce” are refused");
  expect(html).toContain("All eight chunks of the hash of “seed:race:nonce:1” are refused");
  expect(html).toContain(sha256Hex("seed:race:nonce:1"));
  expect(html).toContain("seed:race:nonce:2 →");
  expect(html).toContain("11 = 6 × 1 + 5");
  expect(stepsOf([ACCEPTED])).not.toContain("are refused");
});

it("FAIR-31 a refused chunk is marked, the next one is used and the others are not needed", () => {
  const html = stepsOf([`fffffffc${"0000000b".repeat(7)}`]);
  expect(count(html, "refused: not below the max value")).toBe(1);
  expect(count(html, ">accepted<")).toBe(1);
  expect(count(html, ">not needed<")).toBe(6);
});
