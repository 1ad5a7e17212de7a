import { type ComponentType, lazy } from "react";
import { usePlayer } from "../lib/player.ts";
import type { Feature } from "../live/slots.tsx";

/** The chat is for players, and nobody else loads it (rule CHAT-20). */
const forPlayers = (load: () => Promise<ComponentType<{ readonly address: string }>>): ComponentType => {
  const Part = lazy(async () => ({ default: await load() }));
  return function ForPlayers() {
    const player = usePlayer();
    return player.kind === "player" ? <Part address={player.address} /> : null;
  };
};

export const chatFeature: Feature = {
  slots: {
    page: forPlayers(async () => (await import("./chat-part.tsx")).ChatPart),
    "race-chat": forPlayers(async () => (await import("./chat-column.tsx")).ChatColumn),
    "header-switch": forPlayers(async () => (await import("./chat-switch.tsx")).ChatSwitch),
    tab: forPlayers(async () => (await import("./chat-tab.tsx")).ChatTab),
  },
};
