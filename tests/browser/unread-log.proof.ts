import { expect, it } from "vitest";
import { startServer } from "../support/server-process.ts";

it("ends on SIGTERM also when nobody reads its log any more", async () => {
  const server = await startServer({ env: { LOG_LEVEL: "info" } });
  try {
    server.stopReading();
    const patience = new Promise((resolve) => setTimeout(() => resolve("still there"), 20_000));
    expect(await Promise.race([server.stop(), patience])).toBe(0);
  } finally {
    await server.kill();
  }
});
