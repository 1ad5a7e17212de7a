import * as z from "zod/mini";
import { instant, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const emoteScopes = ["global", "holiday", "streamer", "partner"] as const;

export const emoteGroup = z.object({
  id: rowId,
  name: z.string(),
  scope: z.enum(emoteScopes),
  /** Increases with each change, so that caches refetch. */
  version: z.int(),
  active: z.boolean(),
  /** For a holiday group: outside these dates nobody has it. A null start means at once, a null end never. */
  starts_at: z.nullable(instant),
  ends_at: z.nullable(instant),
});

export const emote = z.object({
  id: rowId,
  group_id: rowId,
  /** Without the colons. */
  shortcode: z.string(),
  /** Path on this host. */
  file_path: z.string(),
  /** Only its first frame, for people who want no motion; null if it is not animated. */
  still_path: z.nullable(z.string()),
  version: z.int(),
});

export const emotes = {
  getEmoteManifest: endpoint({
    method: "GET",
    path: "/emotes/manifest/:wallet",
    access: "public",
    claims: ["header", "params.wallet"],
    summary: "The emotes that the caller may use: by its own wallet, or for 'anonymous'",
    params: z.object({
      wallet: z.union([z.literal("anonymous"), wallet], { error: "must be a wallet address or 'anonymous'" }),
    }),
    revalidates: true,
    reply: z.object({
      groups: z.array(emoteGroup),
      emotes: z.array(emote),
      /** When a holiday group next starts or ends. */
      nextChangeAt: z.nullable(instant),
    }),
  }),
};
