/** The tag of paths that belong to no feature. */
export const SERVER_TAG = "server";

const text = (type: string, example: string) => ({
  200: { description: "Success", content: { [type]: { schema: { type: "string" }, example } } },
});
const json = (schema: object, example: object) => ({ "application/json": { schema, example } });
const refused = (status: number) => ({ [status]: { $ref: `#/components/responses/Refused${status}` } });

const rpcMessage = {
  oneOf: [{ type: "object" }, { type: "array", items: { type: "object" } }],
  description: "A JSON-RPC 2.0 message, or several",
};

/** Paths that are served in addition to the contract's calls. */
export const otherPaths = {
  "/api/docs": {
    get: {
      operationId: "getApiPage",
      tags: [SERVER_TAG],
      summary: "This document as a page",
      description: "For people; loads nothing from other hosts.",
      security: [],
      responses: { ...text("text/html", "<!doctype html>"), ...refused(429) },
    },
  },
  "/api/openapi.json": {
    get: {
      operationId: "getApiDocument",
      tags: [SERVER_TAG],
      summary: "This document",
      description: "OpenAPI 3.1, generated from the contract that the server is compiled against.",
      security: [],
      responses: {
        200: { description: "Success", content: json({ type: "object" }, { openapi: "3.1.0" }) },
        ...refused(429),
      },
    },
  },
  "/api/export/schema.json": {
    get: {
      operationId: "getExportSchema",
      tags: [SERVER_TAG],
      summary: "A JSON schema of the lines of the public history",
      description: "Generated from the same definitions as the lines themselves.",
      security: [],
      responses: {
        200: {
          description: "Success",
          content: json({ type: "object" }, { $schema: "https://json-schema.org/draft/2020-12/schema" }),
        },
        ...refused(429),
      },
    },
  },
  "/api/export/{name}": {
    get: {
      operationId: "getExportFile",
      tags: [SERVER_TAG],
      summary: "The public history of a day as lines of JSON",
      description:
        "At the hash that `getExport` returns; the file there never changes. A header, then one record per line. Sent as gzip, or uncompressed to clients that do not accept it.",
      security: [],
      parameters: [
        {
          name: "name",
          in: "path",
          required: true,
          description: "SHA-256 of the file, uncompressed, and `.ndjson`.",
          schema: { type: "string" },
          example: `${"5a".repeat(32)}.ndjson`,
        },
      ],
      responses: {
        200: {
          description: "Success",
          content: {
            "application/x-ndjson": {
              schema: {
                oneOf: [
                  { $ref: "#/components/schemas/ExportHeader" },
                  { $ref: "#/components/schemas/ExportRecord" },
                ],
              },
            },
          },
        },
        304: { description: "The caller already has it" },
        ...refused(404),
        ...refused(429),
      },
    },
  },
  "/emotes/{name}": {
    get: {
      operationId: "getEmoteFile",
      tags: [SERVER_TAG],
      summary: "The picture of an emote",
      description: "At the paths that the manifest returns; the picture there never changes.",
      security: [],
      parameters: [
        {
          name: "name",
          in: "path",
          required: true,
          description:
            "Id and version of the emote, `.still` for the first frame of an animated one, and `.webp`.",
          schema: { type: "string" },
          example: "8f14e45fceea167a5a36dedd4bea2543.1.webp",
        },
      ],
      responses: { ...text("image/webp", "RIFF…"), ...refused(404), ...refused(429) },
    },
  },
  "/rules-log.atom": {
    get: {
      operationId: "getRuleFeed",
      tags: [SERVER_TAG],
      summary: "The newest rows of the rule log as an Atom feed",
      description: "In English; each entry holds the row as it is hashed, and its hash.",
      security: [],
      responses: { ...text("application/atom+xml", "<feed>"), ...refused(429) },
    },
  },
  "/metrics": {
    get: {
      operationId: "getMetrics",
      tags: [SERVER_TAG],
      summary: "Prometheus metrics",
      description:
        "With the metrics token as bearer; in local mode only from loopback, where the token is ignored. Others get 404.",
      security: [{ metricsToken: [] }, {}],
      responses: { ...text("text/plain", "furlong_sockets 12"), ...refused(404), ...refused(429) },
    },
  },
  "/rpc": {
    post: {
      operationId: "callLocalChain",
      tags: [SERVER_TAG],
      summary: "In local mode only: the embedded chain's Solana JSON-RPC",
      description:
        "Subscriptions go over a WebSocket on the same path. On devnet and mainnet there is no such path.",
      security: [],
      requestBody: {
        required: true,
        content: json(rpcMessage, { jsonrpc: "2.0", id: 1, method: "getSlot" }),
      },
      responses: {
        200: { description: "Success", content: json(rpcMessage, { jsonrpc: "2.0", id: 1, result: 1234 }) },
        ...refused(404),
        ...refused(413),
        ...refused(429),
      },
    },
  },
};
