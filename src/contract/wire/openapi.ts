import type * as z from "zod/mini";
import { api } from "../api.ts";
import type { Endpoint } from "./endpoint.ts";
import { type JsonSchema, type SchemaWriter, schemaWriter } from "./openapi-schemas.ts";
import { type Refusal, refusals, type RefusalStatus } from "./refusals.ts";
import { acknowledgement, clientEvents, refusalCode, socketEvents } from "./socket-events.ts";
import { CLAIM_HEADER } from "./wire.ts";

export interface ApiDocumentOptions {
  readonly version: string;
  /** Origin that serves the game, without a path. */
  readonly serverUrl: string;
  /** Name of the session's cookie; over https it carries the prefix `__Host-`. */
  readonly sessionCookie?: string;
}

/**
 * The whole wire as an OpenAPI 3.1 document, from the same data that server and clients are compiled against. The
 * socket, which OpenAPI does not know, stands under `x-socket-events`. For the server only: it holds every schema
 * in full.
 */
export function openApiDocument({
  version,
  serverUrl,
  sessionCookie = "furlong-session",
}: ApiDocumentOptions): Record<string, unknown> {
  const writer = schemaWriter();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = `/api${endpoint.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint, writer);
  }
  const events = socketListing(writer);
  const refusal = refusalSchema(writer);
  return {
    openapi: "3.1.0",
    info: { title: "Furlong", version, description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    paths: { ...paths, ...otherPaths },
    components: {
      schemas: { ...writer.components, Refusal: refusal },
      responses: refusalResponses(),
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: sessionCookie } },
    },
    "x-refusals": refusals,
    "x-socket-events": events,
  };
}

const DESCRIPTION = [
  "Every answer is an object with `success`. A refusal has a stable `code`, a `message` for people and, for wrong input, the `field`.",
  "Amounts are JSON numbers in SOL, exact to the lamport; times are ISO 8601 in UTC; lists that grow take `limit` and `cursor` and answer `nextCursor`.",
  "Fields that name the caller (`x-claims`) must equal the session's wallet: no session 401, another wallet 403.",
  "`x-access` is public, player, moderator, admin, or house: an admin who gives the master password.",
].join("\n\n");

function operation(name: string, endpoint: Endpoint, writer: SchemaWriter): Record<string, unknown> {
  const { summary, access, claims = [], body, perMinute, bodyLimit } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [endpoint.path.split("/")[1]],
    security: access === "public" ? [{}, { session: [] }] : [{ session: [] }],
    parameters: parameters(endpoint, writer),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(writer.write(body)) } }),
    responses: responses(endpoint, writer),
    "x-access": access,
    "x-claims": claims,
    ...(perMinute === undefined ? {} : { "x-calls-per-minute": perMinute }),
    ...(body === undefined ? {} : { "x-body-limit": bodyLimit ?? 102_400 }),
  };
}

const json = (schema: JsonSchema) => ({ "application/json": { schema } });

function parameters(endpoint: Endpoint, writer: SchemaWriter): readonly object[] {
  const claim = { name: CLAIM_HEADER, in: "header", required: false, description: "The session's wallet" };
  return [
    ...fields("path", endpoint.params, writer),
    ...fields("query", endpoint.query, writer),
    ...fields("header", endpoint.headers, writer),
    ...(endpoint.claims?.includes("header") ? [{ ...claim, schema: { type: "string" } }] : []),
  ];
}

function fields(
  place: string,
  schema: z.core.$ZodObject | undefined,
  writer: SchemaWriter,
): readonly object[] {
  return Object.entries(schema?._zod.def.shape ?? {}).flatMap(([name, field]) => {
    const written = writer.writeText(field);
    const required = field._zod.optin !== "optional";
    return isForbidden(written) ? [] : [{ name, in: place, required, schema: written }];
  });
}

/** A field that is in the contract only so that sending it is refused. */
const isForbidden = (schema: JsonSchema) => schema["not"] !== undefined;

function responses(
  { status = 200, access, claims = [], params, query, body, method, reply }: Endpoint,
  writer: SchemaWriter,
) {
  const named = access !== "public" || claims.length > 0;
  const takesInput = params !== undefined || query !== undefined || body !== undefined;
  const statuses: readonly (readonly [RefusalStatus, boolean])[] = [
    [400, takesInput],
    [401, named],
    [403, named],
    [404, params !== undefined || body !== undefined],
    [409, method !== "GET" || params !== undefined],
    [413, body !== undefined],
    [415, body !== undefined],
    [429, true],
    [501, true],
    [503, true],
  ];
  const refused = statuses
    .filter(([, applies]) => applies)
    .map(([code]) => [String(code), { $ref: `#/components/responses/Refused${code}` }]);
  const success = { description: "Success", content: json(successSchema(writer.write(reply))) };
  return { [status]: success, ...Object.fromEntries(refused) };
}

/** The reply with the `success: true` that every answer has. */
function successSchema(reply: JsonSchema): JsonSchema {
  const success = { success: { const: true } };
  const { properties, required, ...rest } = reply;
  if (typeof properties !== "object") {
    return { allOf: [{ type: "object", properties: success, required: ["success"] }, reply] };
  }
  const names = Array.isArray(required) ? required : [];
  return { ...rest, properties: { ...success, ...properties }, required: ["success", ...names] };
}

/** One response for each status that a refusal has, naming its codes. */
function refusalResponses(): Record<string, unknown> {
  const codes = new Map<RefusalStatus, string[]>();
  for (const [code, { status }] of Object.entries<Refusal>(refusals)) {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const content = json({ $ref: "#/components/schemas/Refusal" });
  return Object.fromEntries(
    Array.from(codes, ([status, names]) => [`Refused${status}`, { description: names.join(", "), content }]),
  );
}

const refusalSchema = (writer: SchemaWriter): JsonSchema => ({
  type: "object",
  properties: {
    success: { const: false },
    code: writer.write(refusalCode),
    message: { type: "string" },
    field: { type: "string", description: "The input field at fault" },
  },
  required: ["success", "code", "message"],
});

/** Socket.IO events in the manner of AsyncAPI: what a client receives and what it sends. */
function socketListing(writer: SchemaWriter): Record<string, unknown> {
  const received = Object.entries(socketEvents).map(([name, { audience, summary, payload }]) => [
    name,
    { summary, audience, payload: writer.write(payload) },
  ]);
  const sent = Object.entries(clientEvents).map(([name, { access, summary, perMinute, payload }]) => [
    name,
    { summary, access, perMinute, payload: writer.write(payload) },
  ]);
  return {
    protocol: "socket.io",
    path: "/socket.io",
    handshake: {
      query: { walletAddress: { type: "string" }, username: { type: "string" } },
      description:
        "The session's cookie says who it is; without one a visitor hears race events and nothing else.",
    },
    receive: Object.fromEntries(received),
    send: Object.fromEntries(sent),
    acknowledgement: writer.write(acknowledgement),
  };
}

const textOf = (type: string, summary: string) => ({
  summary,
  responses: { 200: { description: "Success", content: { [type]: { schema: { type: "string" } } } } },
});

/** What is served beside the contract's calls. */
const otherPaths = {
  "/api/docs": { get: { operationId: "getApiPage", ...textOf("text/html", "This document as a page") } },
  "/api/openapi.json": {
    get: {
      operationId: "getApiDocument",
      summary: "This document",
      responses: { 200: { description: "Success", content: json({ type: "object" }) } },
    },
  },
  "/metrics": {
    get: {
      operationId: "getMetrics",
      ...textOf(
        "text/plain",
        "Prometheus metrics: with the metrics token as bearer; in local mode on loopback only",
      ),
    },
  },
  "/rpc": {
    post: {
      operationId: "callLocalChain",
      summary: "In local mode only: the embedded chain's Solana JSON-RPC; a WebSocket on the same path",
      requestBody: { required: true, content: json({ type: ["object", "array"] }) },
      responses: { 200: { description: "Success", content: json({ type: ["object", "array"] }) } },
    },
  },
};
