import * as z from "zod/mini";
import { hex64, instant, raceId, signature, slot, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { verifiedRace } from "./verified-race.ts";

const seedChain = z.object({
  /** Published end of the chain: what the first seed hashes to. */
  tip: hex64,
  length: z.int(),
  /** Seeds given to races so far, in order. */
  consumed: z.int(),
  /** Signature of the memo that published the tip. */
  anchor: z.nullable(signature),
  created_at: instant,
});

/** The log that is open; its files are below `/log/<id>`, which the origin ends with. */
const publicLog = z.object({
  origin: z.string(),
  notary: wallet,
  /** The notary's key as tools for signed notes take it. */
  verifier_key: z.string(),
  /** The newest checkpoint that is anchored, a signed note; null before the first. */
  checkpoint: z.nullable(z.string()),
  /** The newest memo of the notary that is final: it anchors every entry below its size. Null before the first. */
  anchored: z.nullable(z.object({ size: z.int(), root: hex64, slot, signature })),
});

export const fairness = {
  getSeedChain: endpoint({
    method: "GET",
    path: "/fairness/chain",
    access: "public",
    summary:
      "The published end of the seed chain in use, its anchor on chain and how many seeds are consumed, and the public log",
    /** `earlier` lists the chains before the current one. */
    reply: z.object({
      chain: z.nullable(seedChain),
      earlier: z.array(seedChain),
      log: z.nullable(publicLog),
    }),
  }),
  verifyRace: endpoint({
    method: "GET",
    path: "/races/verify/:id",
    access: "public",
    summary: "Seed, nonce, beacon, anchors and books of a race that is over",
    refuses: ["RACE_NOT_FOUND", "SEED_NOT_REVEALED"],
    params: z.object({ id: raceId }),
    reply: z.object({ race: verifiedRace }),
    // When a race ends, every page behind an address asks for its proof.
    perMinute: 240,
  }),
};
