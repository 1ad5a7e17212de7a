import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ChatMessage, chatReportReasons } from "../../../contract/chat/chat.ts";
import { useToasts } from "../../foundation/ui/toast.ts";
import { createTranslator } from "../../foundation/words/translate.ts";
import type { ChatViewer } from "./chat-viewer.ts";
import { actionsFor, reportReasons } from "./message-actions.ts";
import { chatWords } from "./words.en.ts";

// Failures to send are logged too.
beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const lastToast = () => useToasts.getState().toasts.at(-1);

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

const player = { address: "player", moderates: false, isAdmin: false };
const moderator = { address: "mod", moderates: true, isAdmin: false };
const admin = { address: "admin", moderates: true, isAdmin: true };

const lettersFor = (changes: Partial<ChatMessage>, viewer: ChatViewer) =>
  actionsFor(message(changes), viewer, translator)
    .map(({ letter }) => letter)
    .join("");

it("lets moderators mute, delete, purge and ban, with the ban last and confirmed", () => {
  const actions = actionsFor(message(), moderator, translator);
  expect(actions.map(({ text }) => text)).toEqual([
    "Mute for 10 minutes",
    "Delete message",
    "Purge last 5 messages",
    "Copy message",
    "Show player",
    "Block player",
    "Ban for 24 hours",
  ]);
  expect(actions.map(({ asks }) => asks ?? "nothing")).toEqual([...Array(6).fill("nothing"), "ban"]);
  // Each key does only one thing.
  expect(new Set(actions.map(({ letter }) => letter)).size).toBe(actions.length);
});

it("LIMITS-16 leaves moderators and admins to an admin, and spares oneself from mute and ban", () => {
  for (const other of [{ isModerator: true }, { isAdmin: true }]) {
    expect(lettersFor(other, moderator)).toBe("VRKC");
    expect(lettersFor(other, admin)).toBe("MDPCVKB");
  }
  expect(lettersFor({ isModerator: true }, { ...moderator, address: "author" })).toBe("DPCV");
  expect(lettersFor({ isAdmin: true }, { ...admin, address: "author" })).toBe("DPCV");
});

it("lets players report and block others, and not themselves", () => {
  expect(lettersFor({}, player)).toBe("VRKC");
  expect(lettersFor({}, { ...player, address: "author" })).toBe("CV");
  const reasons = reportReasons(message(), translator);
  expect(reasons.map(({ letter, text }) => `${letter} ${text}`)).toEqual([
    "1 Spam",
    "2 Insult",
    "3 Scam",
    "4 Something else",
  ]);
  expect(reasons).toHaveLength(chatReportReasons.length);
});

it.each([
  ["M", moderator, "low_gear could not be muted. Please try again."],
  ["D", moderator, "Nothing was deleted. Please try again."],
  ["P", moderator, "Nothing was deleted. Please try again."],
  ["B", moderator, "low_gear could not be banned. Please try again."],
  ["K", player, "low_gear could not be blocked. Please try again."],
])("without a server the action %s says by itself that it failed", async (key, viewer, text) => {
  actionsFor(message({ walletAddress: "So11111111111111111111111111111111111111112" }), viewer, translator)
    .find(({ letter }) => letter === key)
    ?.run();
  await expect.poll(lastToast, { timeout: 10_000 }).toMatchObject({ tone: "bad", text });
});

it("so does a report", async () => {
  reportReasons(message(), translator)[0]?.run();
  await expect
    .poll(lastToast)
    .toMatchObject({ tone: "bad", text: "The message could not be reported. Please try again." });
});
