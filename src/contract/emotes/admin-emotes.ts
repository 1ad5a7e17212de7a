import * as z from "zod/mini";
import { shortcodePattern } from "../../domain/emote-text.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { instant, rowId, text, wallet } from "../wire/codecs.ts";
import { emote, emoteGroup, emoteScopes } from "./emotes.ts";
import { endpoint } from "../wire/endpoint.ts";
import { typedName } from "../wire/typed-text.ts";

/** Shown as `:name:` in chat. */
const shortcode = z
  .string({ error: "must be a shortcode" })
  .check(z.regex(shortcodePattern, { error: "must be 2 to 32 letters, digits, _ or -" }));

/** Longest data URL of a picture, in characters. */
export const LONGEST_DATA_URL = 1_000_000;

const dataUrl = z
  .string({ error: "EMOTE_IMAGE_INVALID" })
  .check(
    z.maxLength(LONGEST_DATA_URL, { error: "EMOTE_IMAGE_INVALID", abort: true }),
    z.regex(/^data:image\/(png|webp);base64,[A-Za-z0-9+/]+={0,2}$/, { error: "EMOTE_IMAGE_INVALID" }),
  );

/** For the scope `holiday` only. */
const dates = { starts_at: z.optional(z.nullable(instant)), ends_at: z.optional(z.nullable(instant)) };

/** How many emotes a group has, and for how many wallets an admin has decided about it. */
const contents = { emote_count: z.int(), wallet_count: z.int() };

const ofId = z.object({ id: rowId });

export const adminEmotes = {
  listEmoteGroups: endpoint({
    method: "GET",
    path: "/admin/emote-groups",
    access: "admin",
    claims: adminReadClaims,
    summary: "All emote groups",
    query: z.object(adminQuery),
    reply: z.object({ groups: z.array(z.extend(emoteGroup, contents)) }),
  }),
  createEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Create an emote group",
    refuses: ["EMOTE_GROUP_EXISTS"],
    body: z.object({
      ...adminBody,
      name: typedName(40),
      scope: z.enum(emoteScopes, { error: `must be one of ${emoteScopes.join(", ")}` }),
      ...dates,
    }),
    reply: z.object({ group: emoteGroup }),
    status: 201,
  }),
  setEmoteGroupActive: endpoint({
    method: "PATCH",
    path: "/admin/emote-groups/:id",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Enable or disable an emote group, or set the dates of a holiday group",
    refuses: ["EMOTE_GROUP_NOT_FOUND"],
    params: ofId,
    body: z.object({
      ...adminBody,
      active: z.optional(z.boolean({ error: "must be true or false" })),
      ...dates,
    }),
    reply: z.object({ group: emoteGroup, changed }),
  }),
  deleteEmoteGroup: endpoint({
    method: "DELETE",
    path: "/admin/emote-groups/:id",
    access: "admin",
    stepUp: "once",
    claims: adminReadClaims,
    summary: "Delete an emote group with its emotes and assignments",
    refuses: ["EMOTE_GROUP_NOT_FOUND"],
    params: ofId,
    query: z.object(adminQuery),
    reply: z.object({ id: rowId }),
  }),
  assignEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups/assign",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Allow a wallet an emote group, or deny it with `enabled: false`",
    refuses: ["EMOTE_GROUP_NOT_FOUND", "USER_NOT_FOUND"],
    body: z.object({
      ...adminBody,
      walletAddress: wallet,
      groupId: rowId,
      enabled: z.optional(z.boolean({ error: "must be true or false" })),
    }),
    reply: z.object({ groupId: rowId, walletAddress: wallet, enabled: z.boolean(), changed }),
  }),
  unassignEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups/unassign",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Undo an assignment",
    refuses: ["EMOTE_GROUP_NOT_FOUND", "USER_NOT_FOUND"],
    body: z.object({ ...adminBody, walletAddress: wallet, groupId: rowId }),
    reply: z.object({ groupId: rowId, walletAddress: wallet, changed }),
  }),
  listEmotes: endpoint({
    method: "GET",
    path: "/admin/emotes",
    access: "admin",
    claims: adminReadClaims,
    summary: "All emotes, or those of a group",
    query: z.object({ ...adminQuery, groupId: z.optional(rowId) }),
    reply: z.object({ emotes: z.array(emote) }),
  }),
  uploadEmote: endpoint({
    method: "POST",
    path: "/admin/emotes/upload",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Add an emote: a png or webp, decoded and re-encoded by the server under a name of its own",
    refuses: ["EMOTE_GROUP_NOT_FOUND", "EMOTE_EXISTS", "EMOTE_IMAGE_INVALID"],
    body: z.object({ ...adminBody, groupId: rowId, shortcode, fileName: text(200, 1), dataUrl }),
    reply: z.object({ emote }),
    status: 201,
    bodyLimit: 1_048_576,
    perMinute: 30,
  }),
  bumpEmote: endpoint({
    method: "POST",
    path: "/admin/emotes/:id/bump",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Raise an emote's version, so that caches fetch it again",
    refuses: ["EMOTE_NOT_FOUND"],
    params: ofId,
    body: z.object(adminBody),
    reply: z.object({ emote }),
  }),
  deleteEmote: endpoint({
    method: "DELETE",
    path: "/admin/emotes/:id",
    access: "admin",
    stepUp: "once",
    claims: adminReadClaims,
    summary: "Delete an emote",
    refuses: ["EMOTE_NOT_FOUND"],
    params: ofId,
    query: z.object(adminQuery),
    reply: z.object({ id: rowId }),
  }),
};
