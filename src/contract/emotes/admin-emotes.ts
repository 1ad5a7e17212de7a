import * as z from "zod/mini";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims } from "../wire/admin-caller.ts";
import { instant, rowId, text, wallet } from "../wire/codecs.ts";
import { emote, emoteGroup, emoteScopes } from "./emotes.ts";
import { endpoint } from "../wire/endpoint.ts";

/** Shown as `:name:` in chat. */
const shortcode = z
  .string({ error: "must be a shortcode" })
  .check(z.regex(/^[A-Za-z0-9_-]{2,32}$/, { error: "must be 2 to 32 letters, digits, _ or -" }));

const dataUrl = z
  .string({ error: "EMOTE_IMAGE_INVALID" })
  .check(
    z.maxLength(1_000_000, { error: "EMOTE_IMAGE_INVALID", abort: true }),
    z.regex(/^data:image\/(png|webp);base64,[A-Za-z0-9+/]+={0,2}$/, { error: "EMOTE_IMAGE_INVALID" }),
  );

/** For the scope `holiday` only. */
const dates = { starts_at: z.optional(z.nullable(instant)), ends_at: z.optional(z.nullable(instant)) };

const ofId = z.object({ id: rowId });

export const adminEmotes = {
  listEmoteGroups: endpoint({
    method: "GET",
    path: "/admin/emote-groups",
    access: "admin",
    claims: adminReadClaims,
    summary: "All emote groups",
    query: z.object(adminQuery),
    reply: z.object({ groups: z.array(emoteGroup) }),
  }),
  createEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Create an emote group",
    body: z.object({
      ...adminBody,
      name: text(40, 1),
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
    claims: adminWriteClaims,
    summary: "Enable or disable an emote group, or set the dates of a holiday group",
    params: ofId,
    body: z.object({
      ...adminBody,
      active: z.optional(z.boolean({ error: "must be true or false" })),
      ...dates,
    }),
    reply: z.object({ group: emoteGroup }),
  }),
  assignEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups/assign",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Allow a wallet an emote group, or deny it with `enabled: false`",
    body: z.object({
      ...adminBody,
      walletAddress: wallet,
      groupId: rowId,
      enabled: z.optional(z.boolean({ error: "must be true or false" })),
    }),
    reply: z.object({ groupId: rowId, walletAddress: wallet, enabled: z.boolean() }),
  }),
  unassignEmoteGroup: endpoint({
    method: "POST",
    path: "/admin/emote-groups/unassign",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Undo an assignment",
    body: z.object({ ...adminBody, walletAddress: wallet, groupId: rowId }),
    reply: z.object({ groupId: rowId, walletAddress: wallet }),
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
    claims: adminWriteClaims,
    summary: "Add an emote: a png or webp, decoded and re-encoded by the server under a name of its own",
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
    claims: adminWriteClaims,
    summary: "Raise an emote's version, so that caches fetch it again",
    params: ofId,
    body: z.object(adminBody),
    reply: z.object({ emote }),
  }),
  deleteEmote: endpoint({
    method: "DELETE",
    path: "/admin/emotes/:id",
    access: "admin",
    claims: adminReadClaims,
    summary: "Delete an emote",
    params: ofId,
    query: z.object(adminQuery),
    reply: z.object({ id: rowId }),
  }),
};
