import { expect, it } from "vitest";
import { findEntries } from "./palette-entries.ts";

const places = {
  tabs: [
    { name: "Users", to: "/admin/users" },
    { name: "Game Settings", to: "/admin/settings" },
  ],
  settings: [{ name: "House edge", to: "/admin/settings?setting=house_edge" }],
};
const kinds = (text: string) => findEntries(text, places).map(({ kind }) => kind);
const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";

it("an empty text leads to every tab", () => expect(kinds("  ")).toEqual(["tab", "tab"]));

it("a tab and a setting are found by words of their names in any order", () => {
  expect(kinds("settings game")).toEqual(["tab", "userSearch"]);
  expect(findEntries("edge", places)[0]).toEqual({
    kind: "setting",
    name: "House edge",
    to: "/admin/settings?setting=house_edge",
  });
});

it("a wallet, a signature and a race are known by their form", () => {
  expect(findEntries(` ${wallet} `, places)[0]).toEqual({
    kind: "user",
    name: wallet,
    to: `/admin/users?wallet=${wallet}`,
  });
  const signature = "1".repeat(64);
  expect(findEntries(signature, places).slice(0, 2)).toEqual([
    { kind: "transaction", name: signature, to: `/admin/payouts?tx=${signature}` },
    { kind: "houseTransaction", name: signature, to: `/admin/wallets?tx=${signature}` },
  ]);
  expect(findEntries("R12", places)[0]).toEqual({ kind: "race", name: "r12", to: "/admin/races?race=r12" });
  for (const number of ["#12345", "12345", "#12 345", "#12\u2009345"])
    expect(findEntries(number, places)[0]).toEqual({
      kind: "race",
      name: "race-12345",
      to: "/admin/races?race=race-12345",
    });
});

it("whatever it is, a user can be searched by it, spelled so that it cannot leave the address", () => {
  expect(findEntries("a&b", places).at(-1)).toEqual({
    kind: "userSearch",
    name: "a&b",
    to: "/admin/users?search=a%26b",
  });
});
