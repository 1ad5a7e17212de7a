import { expect, it } from "vitest";
import { type ChatMessage, chatReportReasons } from "../../contract/chat/chat.ts";
import { createTranslator } from "../words/translate.ts";
import { actionsFor, reportReasons } from "./message-actions.ts";
import { chatWords } from "./words.en.ts";

const translator = createTranslator("en", chatWords.english);

const message = (changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: "m1",
  walletAddress: "author",
  username: "low_gear",
  content: "hi",
  room: "lobby",
  timestamp: new Date(0),
  isAdmin: false,
  isModerator: false,
  hasStar: false,
  active_title: null,
  is_streamer: false,
  is_partner: false,
  ...changes,
});

const lettersFor = (changes: Partial<ChatMessage>, address: string, moderates: boolean) =>
  actionsFor(message(changes), { address, moderates }, translator)
    .map(({ letter }) => letter)
    .join("");

it("CHAT-30 lets moderators mute, delete, purge and ban, with the ban last and confirmed", () => {
  const actions = actionsFor(message(), { address: "mod", moderates: true }, translator);
  expect(actions.map(({ text }) => text)).toEqual([
    "Mute for 10 minutes",
    "Delete message",
    "Purge last 5 messages",
    "Copy message",
    "Ban for 24 hours",
  ]);
  expect(actions.map(({ asks }) => asks ?? "nothing")).toEqual([...Array(4).fill("nothing"), "ban"]);
  // Each key does one thing.
  expect(new Set(actions.map(({ letter }) => letter)).size).toBe(actions.length);
});

it("CHAT-30 spares moderators, admins and oneself from mute and ban", () => {
  for (const other of [{ isModerator: true }, { isAdmin: true }])
    expect(lettersFor(other, "mod", true)).toBe("DPC");
  expect(lettersFor({}, "author", true)).toBe("DPC");
});

it("CHAT-31 CHAT-32 lets players report and block others, and not themselves", () => {
  expect(lettersFor({}, "player", false)).toBe("RKC");
  expect(lettersFor({}, "author", false)).toBe("C");
  const reasons = reportReasons(message(), translator);
  expect(reasons.map(({ letter, text }) => `${letter} ${text}`)).toEqual([
    "1 Spam",
    "2 Insult",
    "3 Scam",
    "4 Something else",
  ]);
  expect(reasons).toHaveLength(chatReportReasons.length);
});
