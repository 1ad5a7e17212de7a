import { expect, it } from "vitest";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import type { RaceNotice } from "../../foundation/live/race-state.ts";
import { chatItems } from "./chat-items.ts";
import { daysAgo, timeLeft, timeOfDay } from "./clock-text.ts";

/** In local time. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute);

const message = (id: string, timestamp: Date): ChatMessage => ({
  id,
  walletAddress: "w",
  username: "w",
  content: id,
  room: "lobby",
  timestamp,
  isAdmin: false,
  isModerator: false,
  hasStar: false,
  active_title: null,
  is_streamer: false,
  is_partner: false,
});
const notice = (type: string, time: Date): RaceNotice => ({
  type,
  message: type,
  at: time.getTime(),
  raceId: "race-7",
  result: null,
});
const brief = (items: ReturnType<typeof chatItems>) =>
  items.map((item) => {
    if (item.kind === "day") return `day ${item.day.getDate()}`;
    if (item.kind === "race") return item.notice.type;
    return item.kind === "message" ? item.message.id : `own ${item.outgoing.key}`;
  });

it("puts a line above the first message of each day", () => {
  const messages = [message("a", at(28, 23, 59)), message("b", at(29, 0, 0)), message("c", at(29, 12))];
  expect(brief(chatItems({ messages, notices: [], outgoing: [] }))).toEqual([
    "day 28",
    "a",
    "day 29",
    "b",
    "c",
  ]);
});

it("puts the race events among the messages, by their times, and what is on its way at the end", () => {
  const messages = [message("a", at(1, 10)), message("b", at(1, 12))];
  const notices = [
    notice("new-race", at(1, 13)),
    notice("race-complete", at(1, 11)),
    notice("race-start", at(1, 9)),
  ];
  const outgoing = [
    { key: 4, content: "hi", at: at(1, 11).getTime(), status: "sending", refused: null },
  ] as const;
  expect(brief(chatItems({ messages, notices, outgoing }))).toEqual([
    "day 1",
    "race-start",
    "a",
    "race-complete",
    "b",
    "new-race",
    "own 4",
  ]);
});

it("keeps an event for itself, however many there are at one moment", () => {
  const notices = [notice("next-race", at(1, 9)), notice("race-complete", at(1, 9))];
  const keys = chatItems({ messages: [], notices, outgoing: [] }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it("counts midnights, not spans of a day", () => {
  expect(daysAgo(at(1, 23, 59), at(2, 0, 1))).toBe(1);
  expect(daysAgo(at(2, 0, 1), at(2, 23, 59))).toBe(0);
  // Clocks go forward that night in much of Europe.
  expect(daysAgo(at(28, 12), at(30, 1))).toBe(2);
  expect(timeOfDay(at(1, 9, 5))).toBe("09:05");
});

it("says the time that is left, rounded up", () => {
  expect([1, 900, 4_000, 60_000, 581_000, 7_500_500].map(timeLeft)).toEqual([
    "1 s",
    "1 s",
    "4 s",
    "1:00",
    "9:41",
    "2:05:01",
  ]);
});
