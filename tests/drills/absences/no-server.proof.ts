import { expect, it } from "vitest";
import { startCaddy } from "../../support/caddy.ts";
import { freePort, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

it("OPERATE-12 the proxy serves while a server runs, and a page of the product's own while none does", async () => {
  const port = await freePort();
  const caddy = await startCaddy(`127.0.0.1:${port}`);
  const env = { TRUST_PROXY: "1" };
  try {
    const away = await fetch(caddy.url);
    expect([away.status, away.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    const page = await away.text();
    expect(page).toContain("Furlong cannot be reached at the moment");
    expect(page).toContain("Furlong ist gerade nicht erreichbar");
    expect(page).toContain('http-equiv="refresh"');
    const call = await fetch(`${caddy.url}/api/races/active`);
    expect([call.status, await call.json()]).toEqual([503, expect.objectContaining({ code: "UNAVAILABLE" })]);

    const isServed = async () => (await fetch(`${caddy.url}/api/races/active`)).status === 200;
    const server = await startServer({ port, env });
    await until("the site", isServed, { patienceMs: 20_000 });
    expect(await (await fetch(caddy.url)).text()).not.toContain("cannot be reached");
    await server.kill();
    expect(await (await fetch(caddy.url)).text()).toContain("cannot be reached");
    const again = await startServer({ port, env, dataDir: server.dataDir });
    await until("the site again", isServed, { patienceMs: 20_000 });
    expect(await again.stop()).toBe(0);
  } finally {
    await caddy.stop();
  }
}, 180_000);
