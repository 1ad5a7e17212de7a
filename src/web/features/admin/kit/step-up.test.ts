import { expect, it } from "vitest";
import { api } from "../../../../contract/api.ts";
import { type Endpoint, stepUpNeed } from "../../../../contract/wire/endpoint.ts";
import { purposes } from "./step-up.ts";

it("ACCESS-8 a wallet is asked to confirm content for what is content, and for nothing else", () => {
  const ofContent = Object.entries<Endpoint>(api)
    .filter(([, endpoint]) => endpoint.access === "admin" && stepUpNeed(endpoint) === "once")
    // Of the settings only the theme is content, and its tab says so.
    .flatMap(([name]) => (name === "updateSetting" ? [] : [name]));
  const contentCalls = Object.entries(purposes).flatMap(([name, purpose]) =>
    purpose === "content" ? [name] : [],
  );
  expect(contentCalls.toSorted()).toEqual(ofContent.toSorted());
});
