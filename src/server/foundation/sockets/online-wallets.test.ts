import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChatRoom } from "../../../../tests/support/chat-room.ts";

let room: Awaited<ReturnType<typeof openChatRoom>>;
beforeAll(async () => {
  room = await openChatRoom();
});
afterAll(() => room.close());

describe("how many are online", () => {
  it("counts wallets, not sockets, and tells who comes and, twice a second, who is there", async () => {
    const [ada, ben] = [await room.withProfile(), await room.withProfile()];
    const first = await room.connect(ada);
    await expect.poll(() => first.all("online-users")).toEqual([{ count: 1 }]);
    const second = await room.connect(ada);
    const other = await room.connect(ben);
    await expect.poll(() => other.all("online-users")).toEqual([{ count: 2 }]);
    expect(second.all("online-users")).toEqual([{ count: 1 }]);
    room.server.sockets.notifyOnline();
    room.server.sockets.notifyOnline();
    await expect.poll(() => first.all("online-users")).toEqual([{ count: 1 }, { count: 2 }]);

    second.close();
    room.server.sockets.notifyOnline();
    await other.ask("join-room", "lobby");
    expect(other.all("online-users").at(-1)).toEqual({ count: 2 });
    other.close();
    await expect
      .poll(async () => {
        room.server.sockets.notifyOnline();
        return first.all("online-users").at(-1);
      })
      .toEqual({ count: 1 });
    first.close();
  });

  it("counts no visitor and tells none", async () => {
    const visitor = await room.connect(null);
    const player = await room.connect(await room.withProfile());
    // The sockets of the previous test are closed by now, or in a moment.
    await expect
      .poll(async () => {
        room.server.sockets.notifyOnline();
        return player.all("online-users").at(-1);
      })
      .toEqual({ count: 1 });
    expect(visitor.all("online-users")).toEqual([]);
  });
});
