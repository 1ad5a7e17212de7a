import type * as z from "zod/mini";
import { api, type EndpointName } from "../api.ts";
import { CLAIM_HEADER, type Endpoint } from "../wire/endpoint.ts";
import type { Refusal, RefusalStatus } from "../wire/client-refusals.ts";
import { type RefusalCode, refusals } from "../wire/refusals.ts";
import { refusalCode } from "../wire/socket-events.ts";
import { IDEMPOTENCY_FIELD, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from "../wire/idempotency-key.ts";
import { commonFields } from "./common-fields.ts";
import { describeFields } from "./describe-fields.ts";
import { exampleOf } from "./examples.ts";
import { exportSchemas } from "./export-schema.ts";
import { featureOf, features, fieldDoc, operationDoc } from "./feature-docs.ts";
import { otherPaths, SERVER_TAG } from "./other-paths.ts";
import { type JsonSchema, type SchemaWriter, schemaWriter } from "./schemas.ts";
import { socketListing } from "./socket-listing.ts";

export interface ApiDocumentOptions {
  readonly version: string;
  /** Origin that serves the game, without a path. */
  readonly serverUrl: string;
  /** Name of the session's cookie; over https it carries the prefix `__Host-`. */
  readonly sessionCookie?: string;
}

/**
 * The whole wire as an OpenAPI 3.1 document, from the same data that server and clients are compiled against and from
 * the features' own docs (`<feature>.docs.ts`). The socket, which OpenAPI does not cover, is under `x-socket-events`.
 * For the server only: it holds every schema in full.
 */
export function openApiDocument({
  version,
  serverUrl,
  sessionCookie = "furlong-session",
}: ApiDocumentOptions): Record<string, unknown> {
  const writer = schemaWriter();
  const refusal = refusalSchema(writer);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(api) as [EndpointName, Endpoint][]) {
    const path = `/api${endpoint.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation({ name, endpoint }, writer);
  }
  const lines = exportSchemas(writer);
  const schemas = describeFields({ ...writer.components, ...lines, Refusal: refusal });
  return {
    openapi: "3.1.0",
    info: {
      title: "Furlong",
      version,
      summary: "Provably fair pari-mutuel horse racing in SOL",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this server", url: serverUrl },
    },
    servers: [{ url: serverUrl }],
    tags: [
      ...Object.entries(features).map(([name, { description }]) => ({ name, description })),
      { name: SERVER_TAG, description: "Besides the game: this document, metrics, the embedded chain." },
    ],
    paths: { ...paths, ...otherPaths },
    components: {
      schemas,
      responses: refusalResponses(JSON.stringify([paths, otherPaths])),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie,
          description: "The cookie that `verifySignIn` sets.",
        },
        metricsToken: { type: "http", scheme: "bearer", description: "The operator's METRICS_TOKEN." },
      },
    },
    "x-refusals": refusals,
    "x-socket-events": socketListing(),
  };
}

/** The document for clients that reach the server at this origin. */
export const documentAt = (document: ReturnType<typeof openApiDocument>, url: string): object => ({
  ...document,
  info: { ...(document["info"] as object), contact: { name: "The operator of this server", url } },
  servers: [{ url }],
});

const DESCRIPTION = [
  "Every response is an object with `success`. A refusal has a stable `code`, a `message` for people and, for wrong input, the `field`; `x-refusals` lists them all.",
  "Amounts are JSON numbers in SOL, exact to the lamport; times are ISO 8601 in UTC; lists that grow take `limit` and `cursor` and return `nextCursor`.",
  `A call that moves money takes an idempotency key, in the header \`${IDEMPOTENCY_HEADER}\` or in the body's \`${IDEMPOTENCY_FIELD}\`, for 24 hours and the caller's own wallet: the same request has the same answer and happens once; another request with that key is refused. A refused request may be changed and sent again with its key. Master passwords are not compared.`,
  "Fields that name the caller (`x-claims`) must equal the session's wallet: without a session 401, another wallet 403.",
  "`x-access` is public, player, moderator, admin, or house: an admin who gives the master password.",
  "Live events arrive over Socket.IO: see `x-socket-events`.",
].join("\n\n");

interface Call {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
}

function operation(call: Call, writer: SchemaWriter): Record<string, unknown> {
  const { name, endpoint } = call;
  const { summary, access, claims = [], body, perMinute, perDay, bodyLimit } = endpoint;
  return {
    operationId: name,
    summary,
    description: operationDoc(name),
    tags: [featureOf(name)],
    security: access === "public" ? [{}, { session: [] }] : [{ session: [] }],
    parameters: parameters(call, writer),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: described(name, requestSchema(call, writer), writer) } }),
    responses: responses(call, writer),
    "x-access": access,
    "x-claims": claims,
    ...(perMinute === undefined ? {} : { "x-calls-per-minute": perMinute }),
    ...(perDay === undefined ? {} : { "x-calls-per-day-and-network": perDay }),
    ...(body === undefined ? {} : { "x-body-limit": bodyLimit ?? 102_400 }),
  };
}

function requestSchema({ endpoint: { body, movesMoney } }: Call, writer: SchemaWriter): JsonSchema {
  const schema = writer.write(body as z.core.$ZodObject);
  if (movesMoney === undefined) return schema;
  return {
    ...schema,
    properties: { ...(schema["properties"] as object), [IDEMPOTENCY_FIELD]: idempotencyKey },
  };
}

const idempotencyKey: JsonSchema = { type: "string", pattern: IDEMPOTENCY_KEY_PATTERN };

/** A body with its field descriptions and an example. */
const described = (owner: string, schema: JsonSchema, { components }: SchemaWriter) => ({
  "application/json": {
    schema: describeFields({ [owner]: schema })[owner],
    example: exampleOf(schema, { owner, components }),
  },
});

function parameters({ name, endpoint }: Call, writer: SchemaWriter): readonly object[] {
  const claim = {
    name: CLAIM_HEADER,
    in: "header",
    required: false,
    description: "The caller's wallet, which must be the session's.",
  };
  const key = {
    name: IDEMPOTENCY_HEADER,
    in: "header",
    required: false,
    description: commonFields.idempotencyKey.description,
    example: commonFields.idempotencyKey.example,
  };
  return [
    ...fields("path", endpoint.params, { name, writer }),
    ...fields("query", endpoint.query, { name, writer }),
    ...fields("header", endpoint.headers, { name, writer }),
    ...(endpoint.claims?.includes("header") ? [{ ...claim, schema: { type: "string" } }] : []),
    ...(endpoint.movesMoney ? [{ ...key, schema: idempotencyKey }] : []),
  ];
}

function fields(
  place: string,
  schema: z.core.$ZodObject | undefined,
  { name: owner, writer }: { name: EndpointName; writer: SchemaWriter },
): readonly object[] {
  return Object.entries(schema?._zod.def.shape ?? {}).flatMap(([name, field]) => {
    const written = writer.writeText(field);
    if (isForbidden(written)) return [];
    const required = field._zod.optin !== "optional";
    const example = exampleOf(written, { owner, components: writer.components, name });
    return [
      {
        name,
        in: place,
        required,
        description: fieldDoc(owner, name)?.description,
        schema: written,
        example,
      },
    ];
  });
}

/** A field that is in the contract only so that sending it is refused. */
const isForbidden = (schema: JsonSchema) => schema["not"] !== undefined;

/** The refusals of a call: those of its kind, and its own. */
function refusalsOf({ endpoint }: Call): readonly RefusalCode[] {
  const { access, claims = [], params, query, body } = endpoint;
  const isNamed = access !== "public" || claims.length > 0;
  const takesInput = endpoint.movesMoney || params !== undefined || query !== undefined || body !== undefined;
  const ofItsKind: readonly (readonly [RefusalCode, boolean])[] = [
    ["INVALID_INPUT", takesInput],
    ["INVALID_JSON", body !== undefined],
    ["NOT_SIGNED_IN", isNamed],
    ["WRONG_WALLET", isNamed],
    ["NOT_MODERATOR", access === "moderator"],
    ["NOT_ADMIN", access === "admin" || access === "house"],
    ["BANNED", endpoint.refusesBanned === true],
    ["IDEMPOTENCY_CONFLICT", endpoint.movesMoney === true],
    ["IDEMPOTENCY_KEYS_FULL", endpoint.movesMoney === true],
    ["REQUEST_TIMEOUT", body !== undefined],
    ["TOO_LARGE", body !== undefined],
    ["UNSUPPORTED_MEDIA_TYPE", body !== undefined],
    ["RATE_LIMITED", true],
    ["INTERNAL_ERROR", true],
    ["UNAVAILABLE", true],
  ];
  const common = ofItsKind.filter(([, applies]) => applies).map(([code]) => code);
  return [...new Set([...common, ...(endpoint.refuses ?? [])])];
}

function responses(call: Call, writer: SchemaWriter) {
  const { name, endpoint } = call;
  const own = new Map<RefusalStatus, string[]>();
  for (const code of refusalsOf(call)) {
    const { status } = refusals[code];
    own.set(status, [...(own.get(status) ?? []), code]);
  }
  const refused = Array.from(own, ([status, codes]) => [
    String(status),
    { $ref: `#/components/responses/Refused${status}`, description: codes.join(", ") },
  ]);
  const content = described(name, successSchema(writer.write(endpoint.reply)), writer);
  const success = {
    description: "Success",
    content: { ...content, ...(endpoint.csv && { "text/csv": { schema: { type: "string" } } }) },
  };
  return {
    [endpoint.status ?? 200]: success,
    ...(endpoint.createsWithout !== undefined && {
      201: { ...success, description: `Created: the body held no \`${endpoint.createsWithout}\`` },
    }),
    ...(endpoint.revalidates && { 304: { description: "Unchanged since the caller's ETag" } }),
    ...Object.fromEntries(refused),
  };
}

/** The reply with the `success: true` that every answer has. */
function successSchema(reply: JsonSchema): JsonSchema {
  const success = { success: { const: true, description: "Done" } };
  const { properties, required, ...rest } = reply;
  if (typeof properties !== "object") {
    return { allOf: [{ type: "object", properties: success, required: ["success"] }, reply] };
  }
  const names = Array.isArray(required) ? required : [];
  return { ...rest, properties: { ...success, ...properties }, required: ["success", ...names] };
}

/** One response for each status with which `calls`, a JSON text, may be refused; it names its codes. */
function refusalResponses(calls: string): Record<string, unknown> {
  const codes = new Map<RefusalStatus, string[]>();
  for (const [code, { status }] of Object.entries<Refusal>(refusals)) {
    if (!calls.includes(`/Refused${status}"`)) continue;
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    Array.from(codes, ([status, names]) => [
      `Refused${status}`,
      {
        description: names.join(", "),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Refusal" },
            example: { success: false, code: names[0], message: refusals[names[0] as RefusalCode].text },
          },
        },
      },
    ]),
  );
}

const refusalSchema = (writer: SchemaWriter): JsonSchema => ({
  type: "object",
  properties: {
    success: { const: false, description: "Not done" },
    code: { ...writer.write(refusalCode), description: "Stable identifier for programs" },
    message: { type: "string", description: "Text for people" },
    field: { type: "string", description: "The input field at fault" },
    retryAfterMs: { type: "integer", description: "Milliseconds until it would be accepted" },
    like: { type: "string", description: "What stands in the way because the input looks like it" },
    suggestions: { type: "array", items: { type: "string" }, description: "Inputs that would be accepted" },
  },
  required: ["success", "code", "message"],
});
