import { eq } from "drizzle-orm";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import type { CallerSocket } from "../../foundation/sockets/socket-handler.ts";
import { lastMessages, messageView } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { readChatRights, refuseBanned } from "./chat-rights.ts";

const HISTORY_LENGTH = 100;

interface Joining {
  readonly room: string;
  readonly caller: SignedInCaller;
  readonly socket: CallerSocket;
}

/**
 * Subscribes a player's socket to a room and sends it the latest messages (rules CHAT-1 and CHAT-2). It subscribes
 * before the history is read, so that no message falls between the two: a message may arrive twice.
 */
export async function joinRoom(
  ports: Pick<ChatPorts, "db" | "clock">,
  { room, caller, socket }: Joining,
): Promise<Result<undefined, "PROFILE_REQUIRED" | "CHAT_BANNED">> {
  const { db, clock } = ports;
  const [profile] = await db
    .select({ wallet: users.wallet })
    .from(users)
    .where(eq(users.wallet, caller.wallet));
  if (profile === undefined) return refuse("PROFILE_REQUIRED");
  const rights = await readChatRights(ports, caller);
  socket.emit("chat-standing", rights);
  const banned = refuseBanned(rights, new Date(clock.now()));
  if (banned !== null) return banned;
  await socket.join(room);
  const rows = await lastMessages(db, room, HISTORY_LENGTH);
  socket.emit("room-history", { room, messages: rows.map(messageView) });
  return ok();
}
