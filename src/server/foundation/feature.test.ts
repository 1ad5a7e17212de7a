import { expect, it } from "vitest";
import { openChat } from "../features/chat/open-chat.ts";
import { joinFeatures } from "./feature.ts";
import type { Handlers } from "./http/handler.ts";
import { openRevenue } from "../features/revenue/open-revenue.ts";
import type { SocketHandlers } from "./sockets/socket-handler.ts";

it("features without a handler for every call and event do not compile", () => {
  const { handlers, socketHandlers } = joinFeatures([openRevenue({} as never), openChat({} as never)]);
  // @ts-expect-error calls of other features are missing
  const all: Handlers = handlers;
  // @ts-expect-error the event change-theme is missing
  const allEvents: SocketHandlers = socketHandlers;
  expect(Object.keys(all)).toContain("getRevenue");
  expect(Object.keys(allEvents)).toContain("join-room");
});

it("two features cannot answer the same call", () => {
  expect(() =>
    joinFeatures([openRevenue({} as never), openChat({} as never), openRevenue({} as never)]),
  ).toThrow("Two features answer getRevenue");
});
