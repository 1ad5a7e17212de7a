import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Badges } from "./badges.tsx";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

const nobody: Parameters<typeof Badges>[0]["speaker"] = {
  walletAddress: "wallet",
  active_title: null,
  isAdmin: false,
  isModerator: false,
  hasStar: false,
  is_streamer: false,
  is_partner: false,
};

/** The badges as text, with stars marked. */
async function badgesOf(changes: Partial<typeof nobody>): Promise<string[]> {
  const { Badges } = await import("./badges.tsx");
  const html = renderToStaticMarkup(<Badges speaker={{ ...nobody, ...changes }} />);
  const badges = html.split(/(?=<span class="inline-flex)/).filter((part) => part !== "");
  return badges.map(
    (badge) =>
      (badge.includes("lucide-star") ? "★ " : "") +
      badge.replace(/<span class="sr-only">.*?<\/span>/, "").replaceAll(/<[^>]*>/g, ""),
  );
}

it("says who somebody is, from the roles to the title in brackets", async () => {
  expect(await badgesOf({})).toEqual([]);
  expect(await badgesOf({ isModerator: true })).toEqual(["Mod"]);
  // An admin moderates too: one badge is enough.
  expect(
    await badgesOf({
      isAdmin: true,
      isModerator: true,
      is_streamer: true,
      is_partner: true,
      active_title: "Night Owl",
    }),
  ).toEqual(["Admin", "Streamer", "Partner", "[Night Owl]"]);
});

it("gives a star to the admins that the operator named, at the server or in the build", async () => {
  expect(await badgesOf({ isAdmin: true, hasStar: true })).toEqual(["★ Admin"]);
  vi.resetModules();
  vi.stubEnv("VITE_ADMIN_WALLETS", "other, wallet");
  expect(await badgesOf({ isAdmin: true })).toEqual(["★ Admin"]);
  expect(await badgesOf({ isAdmin: true, walletAddress: "wall" })).toEqual(["Admin"]);
  // A former admin has no badge that could carry a star.
  expect(await badgesOf({})).toEqual([]);
});
