import { useEffect, useState } from "react";
import { serverNow } from "../../../foundation/lib/server-clock.ts";

/** The server's time in ms, updated each second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
