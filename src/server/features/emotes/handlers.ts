import { eq } from "drizzle-orm";
import { ok, refuse } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { emoteGroups } from "../../foundation/db/schema/emotes.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { bumpEmote, deleteEmote } from "./change-emotes.ts";
import { assignEmoteGroup, changeEmoteGroup, createEmoteGroup } from "./change-groups.ts";
import { deleteEmoteGroup } from "./delete-group.ts";
import { emoteView, groupView, listGroups, readEmotes } from "./emote-rows.ts";
import { readManifest } from "./read-manifest.ts";
import { storeEmote } from "./store-emote.ts";

export interface EmotePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export const emoteHandlers = (ports: EmotePorts) => {
  const { db } = ports;
  return {
    getEmoteManifest: async ({ params }) =>
      ok(
        await readManifest(db, {
          wallet: params.wallet === "anonymous" ? null : params.wallet,
          nowMs: ports.clock.now(),
        }),
      ),

    async listEmoteGroups() {
      const groups = await listGroups(db);
      return ok({ groups: groups.map((row) => ({ ...groupView(row), ...row.contents })) });
    },

    async createEmoteGroup({ body: { name, scope, starts_at, ends_at } }, { wallet: by }) {
      const dates = { startsAt: starts_at ?? null, endsAt: ends_at ?? null };
      const made = await createEmoteGroup(ports, { name, scope, dates, by });
      return made.ok ? ok({ group: groupView(made.value) }) : made;
    },

    async setEmoteGroupActive({ params: { id }, body: { active, starts_at, ends_at } }, { wallet: by }) {
      if (active === undefined && starts_at === undefined && ends_at === undefined)
        return refuse("INVALID_INPUT", { field: "active", message: "active must be true or false" });
      const set = await changeEmoteGroup(ports, { id, active, startsAt: starts_at, endsAt: ends_at, by });
      return set.ok ? ok({ group: groupView(set.value.group), changed: set.value.changed }) : set;
    },

    deleteEmoteGroup: ({ params: { id } }, { wallet: by }) => deleteEmoteGroup(ports, { id, by }),

    async assignEmoteGroup({ body: { groupId, walletAddress, enabled = true } }, { wallet: by }) {
      const change = { groupId, wallet: walletAddress, isEnabled: enabled, by };
      const assigned = await assignEmoteGroup(ports, change);
      return assigned.ok ? ok({ groupId, walletAddress, enabled, changed: assigned.value }) : assigned;
    },

    async unassignEmoteGroup({ body: { groupId, walletAddress } }, { wallet: by }) {
      const change = { groupId, wallet: walletAddress, isEnabled: null, by };
      const undone = await assignEmoteGroup(ports, change);
      return undone.ok ? ok({ groupId, walletAddress, changed: undone.value }) : undone;
    },

    async listEmotes({ query: { groupId } }) {
      const rows = await readEmotes(db, groupId === undefined ? undefined : eq(emoteGroups.id, groupId));
      return ok({ emotes: rows.map(emoteView) });
    },

    async uploadEmote({ body: { groupId, shortcode, dataUrl } }, { wallet: by }) {
      const [, format, base64 = ""] = /^data:image\/(png|webp);base64,(.*)$/.exec(dataUrl) ?? [];
      if (format !== "png" && format !== "webp") return refuse("EMOTE_IMAGE_INVALID", { field: "dataUrl" });
      const file = Buffer.from(base64, "base64");
      const stored = await storeEmote(ports, { groupId, shortcode, file, format, by });
      return stored.ok ? ok({ emote: emoteView(stored.value) }) : stored;
    },

    async bumpEmote({ params }, { wallet: by }) {
      const bumped = await bumpEmote(ports, { id: params.id, by });
      return bumped.ok ? ok({ emote: emoteView(bumped.value) }) : bumped;
    },

    async deleteEmote({ params: { id } }, { wallet: by }) {
      const deleted = await deleteEmote(ports, { id, by });
      return deleted.ok ? ok({ id }) : deleted;
    },
  } satisfies Partial<Handlers>;
};
