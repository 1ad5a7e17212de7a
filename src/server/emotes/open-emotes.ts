import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** Pictures for the chat, in groups. */
export const openEmotes = () =>
  ({
    handlers: {
      getEmoteManifest: notBuilt,
      listEmoteGroups: notBuilt,
      createEmoteGroup: notBuilt,
      setEmoteGroupActive: notBuilt,
      assignEmoteGroup: notBuilt,
      unassignEmoteGroup: notBuilt,
      listEmotes: notBuilt,
      uploadEmote: notBuilt,
      bumpEmote: notBuilt,
      deleteEmote: notBuilt,
    },
  }) satisfies Feature;
