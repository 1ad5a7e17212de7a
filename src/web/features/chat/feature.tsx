import type { ComponentType } from "react";
import { later } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

type Part = ComponentType<{ readonly address: string }>;

/** The chat is for players; nobody else loads it. */
const forPlayers = (load: () => Promise<Part>): ComponentType => {
  const Chat = later(load);
  return function ForPlayers() {
    const player = usePlayer();
    return player.kind === "player" ? <Chat address={player.address} /> : null;
  };
};

export const chatFeature: Feature = {
  slots: {
    page: forPlayers(async () => (await import("./chat-part.tsx")).ChatPart),
    "race-chat": forPlayers(async () => (await import("./chat-column.tsx")).ChatColumn),
    "header-switch": forPlayers(async () => (await import("./chat-switch.tsx")).ChatSwitch),
    "admin-users": later(async () => (await import("./chat-reports.tsx")).ChatReports),
    "player-card": later(async () => (await import("./player-actions.tsx")).PlayerActions),
    tab: forPlayers(async () => (await import("./chat-tab.tsx")).ChatTab),
  },
};
