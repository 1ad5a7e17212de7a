import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "../api.ts";
import { type Endpoint } from "../wire/endpoint.ts";
import { openApiDocument } from "./document.ts";
import { readInput } from "../wire/wire.ts";
import { refusals } from "../wire/refusals.ts";
import { clientEvents, socketEvents } from "../wire/socket-events.ts";

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: object;
    example?: unknown;
  }[];
  readonly requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  readonly responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: Schema; example?: unknown }> }
  >;
}
interface Schema {
  readonly properties?: Record<string, object>;
  readonly required?: readonly string[];
}

const document = openApiDocument({ version: "1.2.3", serverUrl: "https://furlong.example" });
const paths = document["paths"] as Record<string, Record<string, Operation>>;
const components = document["components"] as Record<string, Record<string, object>>;

const operationOf = ({ method, path }: Endpoint) =>
  paths[`/api${path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`]?.[method.toLowerCase()];

/** Every object in the document with its location. */
function* walk(value: unknown, at = "#"): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) yield* walk(part, `${at}/${key}`);
}

describe("the document", () => {
  it("is OpenAPI 3.1 of this version and host", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Furlong", version: "1.2.3" },
      servers: [{ url: "https://furlong.example" }],
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("has unique operation names", () => {
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("points at nothing that is not there", () => {
    const targets = Array.from(walk(document)).flatMap(([, value]) =>
      typeof value["$ref"] === "string" ? [value["$ref"]] : [],
    );
    const missing = targets.filter((target) => {
      const keys = target.replace("#/", "").split("/");
      const found = keys.reduce(
        (at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key],
        document,
      );
      return found === undefined;
    });
    expect(targets.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it("leaves no schema open", () => {
    const schemaAt = /\/(schema|items|properties\/[^/]+|anyOf\/\d+|schemas\/\w+)$/;
    const empty = Array.from(walk(document)).filter(
      ([at, value]) => schemaAt.test(at) && Object.keys(value).length === 0,
    );
    expect(empty).toEqual([]);
  });

  it("MONEY-1 shows the wire side of codecs: numbers of SOL and texts of time", () => {
    expect(components["schemas"]).toMatchObject({
      Sol: { type: "number", minimum: 0, maximum: 8_388_608 },
      SignedSol: { type: "number" },
      Lamports: { type: "string" },
      Instant: { type: "string", format: "date-time" },
      Slot: { type: "integer", minimum: 0 },
    });
    const amount = operationOf(api.prepareBet)?.requestBody?.content["application/json"]?.schema.properties?.[
      "amount"
    ];
    expect(amount).toMatchObject({ type: ["number", "string"] });
  });

  it("LIMITS-2 lists every refusal under its status", () => {
    for (const [code, { status }] of Object.entries(refusals)) {
      expect(document["x-refusals"]).toHaveProperty(code);
      // No call answers this: it is for another method.
      if (status === 405) continue;
      expect(components["responses"]?.[`Refused${status}`]).toMatchObject({
        description: expect.stringContaining(code),
      });
    }
  });

  it("describes every call, every parameter and every field", () => {
    const undescribed = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, description, tags, parameters = [] }) => [
        ...(description && tags.length === 1 ? [] : [operationId]),
        ...parameters.filter((one) => !one.description).map(({ name }) => `${operationId}: ${name}`),
      ]),
    );
    expect(undescribed).toEqual([]);
    const fields = Array.from(walk(document)).flatMap(([at, value]) =>
      /\/properties\/\w+$/.test(at) && value["description"] === undefined && !at.includes("handshake")
        ? [at]
        : [],
    );
    expect(fields).toEqual([]);
  });

  it("IDEM-1 says of every call that moves money, and of no other, that it takes an idempotency key", () => {
    for (const endpoint of Object.values(api) as Endpoint[]) {
      const { parameters = [], responses, requestBody } = operationOf(endpoint) ?? {};
      const isKeyed = endpoint.movesMoney === true;
      expect(parameters.some(({ name }) => name === "Idempotency-Key")).toBe(isKeyed);
      expect(JSON.stringify(responses?.["409"] ?? "").includes("IDEMPOTENCY_CONFLICT")).toBe(isKeyed);
      const takesBody = endpoint.body !== undefined;
      expect(JSON.stringify(requestBody ?? "").includes('"idempotencyKey"')).toBe(isKeyed && takesBody);
    }
  });

  it("names the refusals that are a call's own", () => {
    const responses = operationOf(api.prepareBet)?.responses;
    expect(responses?.["409"]?.description).toBe(
      "IDEMPOTENCY_CONFLICT, BETTING_CLOSED, ALREADY_BET, STAKE_LIMIT_REACHED, LOSS_LIMIT_REACHED, INSUFFICIENT_BALANCE",
    );
    expect(responses?.["404"]?.description).toBe("RACE_NOT_FOUND");
    expect(operationOf(api.getLiveness)?.responses).not.toHaveProperty("409");
  });

  it("lists the socket's events, and what a socket may ask for in their place", () => {
    const events = document["x-socket-events"] as { receive: object; send: object };
    expect(Object.keys(events.receive)).toEqual([...Object.keys(socketEvents), "race-change"]);
    expect(Object.keys(events.send)).toEqual(Object.keys(clientEvents));
  });
});

describe.each(Object.entries<Endpoint>(api))("%s", (name, endpoint) => {
  const operation = operationOf(endpoint);

  it("ACCESS-1 is published with its access and success", () => {
    expect(operation).toMatchObject({
      operationId: name,
      summary: endpoint.summary,
      "x-access": endpoint.access,
    });
    const isOpen = endpoint.access === "public";
    expect(operation?.security).toEqual(isOpen ? [{}, { session: [] }] : [{ session: [] }]);
    const successes = [endpoint.status ?? 200, ...(endpoint.createsWithout === undefined ? [] : [201])];
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(successes.map((status) => String(status))),
    );
  });

  it("declares its parameters and its body", () => {
    const parameters = operation?.parameters ?? [];
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const inTemplate = Array.from(endpoint.path.matchAll(/:([A-Za-z]+)/g), ([, field]) => field);
    expect(inPath.map((parameter) => parameter.name)).toEqual(inTemplate);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined);
    expect(parameters.map((parameter) => parameter.name)).not.toContain("masterPassword");
  });

  it("has examples that the contract takes", () => {
    const { requestBody, responses, parameters = [] } = operation ?? {};
    const reply = responses?.[endpoint.status ?? 200]?.content?.["application/json"]?.example;
    const read = z.safeDecode<z.core.$ZodType>(endpoint.reply, reply as never);
    expect(read.error?.issues ?? []).toEqual([]);
    const given = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place && one.example !== undefined)
          .map(({ name: field, example }) => [field, String(example)]),
      );
    const raw = {
      params: given("path"),
      query: given("query"),
      headers: given("header"),
      body: requestBody?.content["application/json"]?.example,
    };
    expect(readInput(endpoint, raw)).toMatchObject({ ok: true });
  });
});
