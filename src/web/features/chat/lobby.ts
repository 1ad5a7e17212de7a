import { create } from "zustand";
import { emptyLobby, type LobbyEvent, type LobbyState, reduceLobby } from "./lobby-state.ts";

/** The lobby as this page knows it. Changes only through {@link dispatchLobby}. */
export const useLobby = create<LobbyState>(() => emptyLobby);

export const dispatchLobby = (event: LobbyEvent): void =>
  useLobby.setState((state) => reduceLobby(state, event), true);

/** The message being written; it outlives the panel, and is cleared with the account. */
export const useDraft = create<{ readonly text: string }>(() => ({ text: "" }));
