import type { ChatMessage } from "../../../contract/chat/chat.ts";
import type { RaceNotice } from "../../foundation/live/race-state.ts";
import type { Outgoing } from "./lobby-state.ts";

/** One line of the chat, in chronological order. */
export type ChatItem =
  | { readonly kind: "day"; readonly key: string; readonly day: Date }
  | { readonly kind: "message"; readonly key: string; readonly message: ChatMessage }
  | { readonly kind: "race"; readonly key: string; readonly notice: RaceNotice }
  | { readonly kind: "outgoing"; readonly key: string; readonly outgoing: Outgoing };

interface ChatContents {
  readonly messages: readonly ChatMessage[];
  /** Newest first. */
  readonly notices: readonly RaceNotice[];
  readonly outgoing: readonly Outgoing[];
}

/**
 * Messages and race events by time, with a line above the first of each day, and outgoing messages at the end.
 */
export function chatItems({ messages, notices, outgoing }: ChatContents): readonly ChatItem[] {
  const items: ChatItem[] = [];
  const races = [...notices].reverse();
  let day = "";
  const add = (item: ChatItem, at: Date) => {
    const key = at.toDateString();
    if (key !== day) items.push({ kind: "day", key: `day ${key}`, day: at });
    day = key;
    items.push(item);
  };
  const addRacesBefore = (time: number) => {
    while (races[0] !== undefined && races[0].at < time) {
      const notice = races.shift() as RaceNotice;
      add({ kind: "race", key: `race ${notice.at} ${notice.type}`, notice }, new Date(notice.at));
    }
  };
  for (const message of messages) {
    addRacesBefore(message.timestamp.getTime());
    add({ kind: "message", key: message.id, message }, message.timestamp);
  }
  addRacesBefore(Number.POSITIVE_INFINITY);
  for (const one of outgoing) {
    add({ kind: "outgoing", key: `outgoing ${one.key}`, outgoing: one }, new Date(one.at));
  }
  return items;
}
