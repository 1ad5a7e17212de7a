import { useEffect, useState } from "react";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { useConnection } from "../../foundation/lib/socket.ts";
import { type SendObstacle, sendObstacle } from "./composer-state.ts";
import { useLobby } from "./lobby.ts";

const TICK_MS = 250;

/** Why nothing can be sent at the moment, with the time left. */
export function useSendObstacle(): SendObstacle | null {
  const isConnected = useConnection((state) => state.status === "connected");
  const phase = useLobby((state) => state.phase);
  const rights = useLobby((state) => state.rights);
  const wait = useLobby((state) => state.wait);
  const [, tick] = useState(0);
  const obstacle = sendObstacle({ isConnected, phase, rights, wait }, serverNow());
  const isTimed = obstacle !== null && "msLeft" in obstacle;
  useEffect(() => {
    if (!isTimed) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isTimed]);
  return obstacle;
}

/** The minimum time between two messages in ms; 0 for none. */
export const useSlowMode = (): number => useLobby((state) => state.rights.slowModeMs);
