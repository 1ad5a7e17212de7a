import { featureDocs } from "../openapi/docs.ts";

export const emotesDocs = featureDocs({
  description: "Pictures for chat, in groups that are available to all or to some.",
  operations: {
    getEmoteManifest: "When signed out, or for another wallet, only those that are available to all.",
    listEmoteGroups: "Includes those that are switched off.",
    createEmoteGroup:
      "Empty at first. Only the scope `holiday` takes dates; the end must be after the start.",
    setEmoteGroupActive: "What is left out stays as it is. Returns the group as it is now.",
    deleteEmoteGroup: "For good. Messages show the shortcodes of its emotes as text from then on.",
    assignEmoteGroup: "An assignment overrides the scope of the group.",
    unassignEmoteGroup: "From then on the scope of the group decides.",
    listEmotes: "Without a group, all of them.",
    uploadEmote: "The picture is bounded in pixels and frames.",
    bumpEmote: "Returns the emote with its new version.",
    deleteEmote: "Messages show its shortcode as text from then on.",
  },
  fields: {
    dataUrl: {
      description: "The picture as a data URL, png or webp.",
      example: "data:image/png;base64,iVBORw0KGgo=",
    },
    emote: "The emote.",
    emotes: "The emotes.",
    emote_count: "How many emotes the group has.",
    wallet_count: "How many wallets the group is assigned or denied to.",
    fileName: {
      description: "Name of the file that was chosen; the server gives it another.",
      example: "horse.png",
    },
    file_path: { description: "Path of the picture on this server.", example: "/emotes/8f14e45f.1.webp" },
    still_path: {
      description:
        "Path of the first frame of an animated emote, for those who want no motion; otherwise null.",
      example: "/emotes/8f14e45f.1.still.webp",
    },
    group: "The group.",
    groupId: "Which group.",
    group_id: "Which group.",
    groups: "The groups.",
    "EmoteGroup.starts_at": "When a holiday's group becomes available; null for at once.",
    "EmoteGroup.ends_at": "Until when a holiday's group is available; null for no end.",
    "getEmoteManifest.nextChangeAt": "When a holiday's group next appears or disappears; null for never.",
    scope: "Who may use the group.",
    shortcode: { description: "What is typed between two colons.", example: "gallop" },
  },
});
