import { useEffect } from "react";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { onSocketEvent, sendEvent, useConnection } from "../../foundation/lib/socket.ts";
import { dispatchLobby, useDraft, useLobby } from "./lobby.ts";

/** The only room. */
export const LOBBY = "lobby";

/** Connects the lobby to the room while a player is here: joins again with each connection. */
export function useLobbyConnection(own: string): void {
  const { status, connections } = useConnection();

  useEffect(() => {
    const stops = [
      onSocketEvent("room-history", ({ messages }) => dispatchLobby({ type: "history", messages, own })),
      onSocketEvent("message", (message) => dispatchLobby({ type: "said", message, own })),
      onSocketEvent("message-deleted", ({ ids }) => dispatchLobby({ type: "deleted", ids })),
      onSocketEvent("chat-standing", (rights) => dispatchLobby({ type: "rights", rights })),
      onSocketEvent("online-users", ({ count }) => dispatchLobby({ type: "online", count })),
    ];
    return () => {
      for (const stop of stops) stop();
      // What one account has read and written is not for the next one.
      dispatchLobby({ type: "left" });
      useDraft.setState({ text: "" });
    };
  }, [own]);

  const bannedUntil = useLobby((state) => state.rights.bannedUntil?.getTime() ?? 0);
  useEffect(() => {
    if (status !== "connected") return;
    void joinLobby();
    const banLeftMs = bannedUntil - serverNow();
    if (banLeftMs <= 0) return;
    // The room admits the player again when the ban is over.
    const timer = setTimeout(() => void joinLobby(), banLeftMs + 500);
    return () => clearTimeout(timer);
  }, [own, status, connections, bannedUntil]);
}

/** Requests to join the room; its history arrives as an event. */
export async function joinLobby(): Promise<void> {
  dispatchLobby({ type: "joining" });
  const joined = await sendEvent("join-room", { room: LOBBY });
  if (!joined.ok) dispatchLobby({ type: "join refused", refused: joined });
}
