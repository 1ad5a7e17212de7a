import type { Feature } from "../../foundation/feature.ts";
import { type EmotePorts, emoteHandlers } from "./handlers.ts";
import { emoteFileReader } from "./read-emote-file.ts";

/** Pictures for the chat, in groups. */
export const openEmotes = (ports: EmotePorts) =>
  ({
    handlers: emoteHandlers(ports),
    files: [{ path: "/emotes", read: emoteFileReader(ports.db) }],
  }) satisfies Feature;
