import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";

interface PublicNode {
  readonly url: string;
  /** The same chain without limits, and with a faucet. */
  readonly faucetUrl: string;
  readonly close: () => Promise<void>;
}

/** A chain that is not ours, as if it were devnet; see public-node-process.ts. */
export async function startPublicNode(): Promise<PublicNode> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/public-node-process.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    ...(JSON.parse(line) as { url: string; faucetUrl: string }),
    async close() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}
