import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EndpointName } from "../../src/contract/api.ts";
import { featureOf, features } from "../../src/contract/openapi/feature-docs.ts";
import type { Feature } from "../../src/server/foundation/feature.ts";

const source = join(import.meta.dirname, "../../src");
const foldersOf = (room: string) =>
  readdirSync(join(source, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Each is opened by `open<Feature>` in `open-<feature>.ts`. */
const serverFeatures = foldersOf("server/features");

/** Stands in for every port: opening a feature only destructures them. */
const anyPort: unknown = new Proxy(() => undefined, { get: () => anyPort });

async function callsOf(name: string): Promise<string[]> {
  const module = (await import(join(source, "server/features", name, `open-${name}.ts`))) as Record<
    string,
    unknown
  >;
  const open = Object.entries(module).find(([exported]) => /^open[A-Z]/.test(exported))?.[1];
  const { handlers = {} } = (open as (ports: unknown) => Feature)(anyPort);
  return Object.keys(handlers);
}

describe("a feature has one name", () => {
  it("in the contract, in its document and on the server", () => {
    const contract = foldersOf("contract").filter((name) => name !== "wire" && name !== "openapi");
    expect(contract.toSorted()).toEqual(serverFeatures.toSorted());
    expect(Object.keys(features).toSorted()).toEqual(serverFeatures.toSorted());
  });

  it.each(serverFeatures)("%s answers the calls that are described under its name", async (name) => {
    const calls = await callsOf(name);
    expect(calls.map((call) => [call, featureOf(call as EndpointName)])).toEqual(
      calls.map((call) => [call, name]),
    );
  });
});
