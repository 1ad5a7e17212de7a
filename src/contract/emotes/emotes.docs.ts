import { featureDocs } from "../openapi/docs.ts";

export const emotesDocs = featureDocs({
  description: "Pictures for chat, in groups that are open to all or to some.",
  operations: {
    getEmoteManifest: { description: "Signed out, or of another wallet, only those that are open to all." },
    listEmoteGroups: { description: "Those that are switched off too." },
    createEmoteGroup: {
      description: "Empty at first. Dates are of the scope `holiday` alone; the end lies after the start.",
      refuses: ["EMOTE_GROUP_EXISTS"],
    },
    setEmoteGroupActive: {
      description: "What is left out stays as it is. Answers the group as it is now.",
      refuses: ["EMOTE_GROUP_NOT_FOUND"],
    },
    assignEmoteGroup: {
      description: "An assignment beats the scope of the group.",
      refuses: ["EMOTE_GROUP_NOT_FOUND", "USER_NOT_FOUND"],
    },
    unassignEmoteGroup: {
      description: "From then on the scope of the group decides.",
      refuses: ["EMOTE_GROUP_NOT_FOUND", "USER_NOT_FOUND"],
    },
    listEmotes: { description: "Without a group all of them." },
    uploadEmote: {
      description: "The picture is bounded in pixels and frames.",
      refuses: ["EMOTE_GROUP_NOT_FOUND", "EMOTE_EXISTS", "EMOTE_IMAGE_INVALID"],
    },
    bumpEmote: { description: "Answers the emote with its new version.", refuses: ["EMOTE_NOT_FOUND"] },
    deleteEmote: {
      description: "Messages show its shortcode as text from then on.",
      refuses: ["EMOTE_NOT_FOUND"],
    },
  },
  fields: {
    dataUrl: {
      description: "The picture as a data URL, png or webp.",
      example: "data:image/png;base64,iVBORw0KGgo=",
    },
    emote: "The emote.",
    emotes: "The emotes.",
    fileName: {
      description: "Name of the file that was chosen; the server gives it another.",
      example: "horse.png",
    },
    file_path: { description: "Path of the picture on this server.", example: "/emotes/8f14e45f.1.webp" },
    still_path: {
      description: "Path of the first picture of one that moves, for those who want no motion; else null.",
      example: "/emotes/8f14e45f.1.still.webp",
    },
    group: "The group.",
    groupId: "Which group.",
    group_id: "Which group.",
    groups: "The groups.",
    "EmoteGroup.starts_at": "From when a holiday's group is there; null for at once.",
    "EmoteGroup.ends_at": "Until when a holiday's group is there; null for ever.",
    "getEmoteManifest.nextChangeAt": "When a holiday's group comes or goes next; null for never.",
    scope: "Who may use the group.",
    shortcode: { description: "What is typed between two colons.", example: "gallop" },
  },
});
