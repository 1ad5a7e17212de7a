import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { indexEmotes } from "../../../domain/emote-text.ts";
import type { Emote } from "./emotes.tsx";

const gallop: Emote = {
  id: "e1",
  group_id: "g1",
  shortcode: "gallop",
  file_path: "/emotes/e1.2.webp",
  still_path: "/emotes/e1.2.still.webp",
  version: 2,
};
const gg: Emote = { ...gallop, id: "e2", shortcode: "gg", file_path: "/emotes/e2.1.webp", still_path: null };

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a page shows for a message; `isStill` says whether the page's own switch stops all motion. */
async function show(text: string, { emotes = [gallop, gg], isStill = false } = {}): Promise<string> {
  if (isStill) {
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "stillness" ? "on" : null) });
  }
  const { EmoteText, emotesQuery } = await import("./emotes.tsx");
  const client = new QueryClient();
  client.setQueryData(emotesQuery(null).queryKey, { emotes, known: indexEmotes(emotes), nextChangeAt: null });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EmoteText text={text} />
    </QueryClientProvider>,
  );
}

const sources = (html: string) => Array.from(html.matchAll(/ src="([^"]+)"/g), ([, src]) => src);

describe("emotes in text", () => {
  it("an emote has its size and its name before it has loaded", async () => {
    const html = await show("go :Gallop:");
    expect(html).toMatch(/^go <img /);
    for (const attribute of ['alt=":gallop:"', 'width="22"', 'height="22"', 'loading="lazy"'])
      expect(html).toContain(attribute);
  });

  it("an emote that moves stands still for those who want no motion", async () => {
    expect(sources(await show(":gallop: :gg:"))).toEqual(["/emotes/e1.2.webp", "/emotes/e2.1.webp"]);
    vi.resetModules();
    expect(sources(await show(":gallop: :gg:", { isStill: true }))).toEqual([
      "/emotes/e1.2.still.webp",
      "/emotes/e2.1.webp",
    ]);
  });

  it("text is text, whatever it holds, and the sixth emote as well", async () => {
    const html = await show(`<b>&amp;</b> ${":gg:".repeat(6)}`);
    expect(html).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt; ");
    expect(sources(html)).toHaveLength(5);
    expect(html.endsWith(":gg:")).toBe(true);
  });
});

describe("the manifest", () => {
  it("that does not load leaves the names, and the failure is only logged", async () => {
    expect(await show(":gallop:", { emotes: [] })).toBe(":gallop:");
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    const log = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const { emotesQuery } = await import("./emotes.tsx");
    const { queryClient } = await import("./query-client.ts");
    const loaded = queryClient.fetchQuery({ ...emotesQuery(null), retry: false });
    await expect(loaded).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(log).toHaveBeenCalledWith("Loading emotes failed.", expect.anything());
  });

  it("is asked for by the wallet's name, or for anybody", async () => {
    const paths: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      paths.push(path);
      return new Response(JSON.stringify({ success: true, groups: [], emotes: [gg], nextChangeAt: null }));
    });
    const { emotesQuery } = await import("./emotes.tsx");
    const wallet = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
    const mine = await new QueryClient().fetchQuery(emotesQuery(wallet));
    await new QueryClient().fetchQuery(emotesQuery(null));
    expect(paths).toEqual([`/api/emotes/manifest/${wallet}`, "/api/emotes/manifest/anonymous"]);
    expect(mine.known.get("gg")).toEqual(gg);
  });

  it("is asked for again when a holiday comes or goes, every five minutes at the latest", async () => {
    const { emotesQuery } = await import("./emotes.tsx");
    const { refetchInterval } = emotesQuery(null);
    const inMs = (ms: number | null) => {
      const nextChangeAt = ms === null ? null : new Date(Date.now() + ms);
      return refetchInterval({ state: { data: { emotes: [], known: new Map(), nextChangeAt } } });
    };
    expect(refetchInterval({ state: {} })).toBe(300_000);
    expect(inMs(null)).toBe(300_000);
    expect(inMs(3_600_000)).toBe(300_000);
    expect(inMs(60_000)).toBeGreaterThan(50_000);
    expect(inMs(60_000)).toBeLessThanOrEqual(60_100);
    expect(inMs(-60_000)).toBe(250);
  });
});
