import * as z from "zod/mini";
import { instant, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const emoteScopes = ["global", "holiday", "streamer", "partner"] as const;

export const emoteGroup = z.object({
  id: rowId,
  name: z.string(),
  scope: z.enum(emoteScopes),
  /** Grows with each change, so that caches fetch it again. */
  version: z.int(),
  active: z.boolean(),
  /** Of a holiday's group: outside of them nobody has it. Null for at once, and for never. */
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
  /** Its first picture alone, for those who want no motion; null where it does not move. */
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
      /** When a holiday's group comes or goes next. */
      nextChangeAt: z.nullable(instant),
    }),
  }),
};
