import type { Feature } from "../../foundation/feature.ts";
import { signInHandlers, type SignInPorts } from "./handlers.ts";
import { deleteExpiredSignIns } from "./sessions.ts";

const HOUR_MS = 3_600_000;

/** Who is calling, and who is an admin. Calls and sockets read sessions through sessions.ts. */
export const openSignIn = (ports: SignInPorts) =>
  ({
    handlers: signInHandlers(ports),
    jobs: [
      {
        name: "removal of old sign-ins",
        runsOn: "every instance",
        everyMs: HOUR_MS,
        round: () => deleteExpiredSignIns(ports),
      },
    ],
  }) satisfies Feature;
