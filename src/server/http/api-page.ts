type Json = Readonly<Record<string, unknown>>;

const asRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null ? (value as Json) : {};

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const escaped = (value: unknown): string =>
  textOf(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** A schema's `$ref` becomes a link to its definition further down. */
const schemaText = (schema: unknown): string =>
  escaped(JSON.stringify(schema, null, 2)).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    '<a href="#schema-$1">$1</a>',
  );

const folded = (title: string, schema: unknown): string =>
  schema === undefined
    ? ""
    : `<details><summary>${escaped(title)}</summary><pre>${schemaText(schema)}</pre></details>`;

/** The JSON schema of a request or an answer. */
const contentOf = (holder: unknown): unknown =>
  asRecord(asRecord(asRecord(asRecord(holder)["content"])["application/json"]))["schema"];

function operation(method: string, path: string, given: unknown): string {
  const call = asRecord(given);
  const claims = Array.isArray(call["x-claims"]) ? call["x-claims"] : [];
  const parameters = Array.isArray(call["parameters"]) ? call["parameters"].map(asRecord) : [];
  const answers = Object.entries(asRecord(call["responses"]));
  const access =
    call["x-access"] === undefined ? "" : `<span class="access">${escaped(call["x-access"])}</span>`;
  return [
    `<section id="${escaped(call["operationId"])}">`,
    `<h3><b>${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code> ${access}</h3>`,
    `<p>${escaped(call["summary"] ?? "")}</p>`,
    claims.length === 0 ? "" : `<p class="note">Must name the caller: ${escaped(claims.join(", "))}</p>`,
    ...parameters.map(
      (field) =>
        `<p class="field"><code>${escaped(field["name"])}</code> in ${escaped(field["in"])}` +
        `${field["required"] === true ? "" : ", optional"} <code>${schemaText(field["schema"])}</code></p>`,
    ),
    folded("Body", contentOf(call["requestBody"])),
    ...answers
      .filter(([status]) => status.startsWith("2"))
      .map(([status, answer]) => folded(`Answer ${status}`, contentOf(answer))),
    `<ul class="refusals">${answers
      .filter(([status]) => !status.startsWith("2"))
      .map(([status, answer]) => `<li>${status} ${escaped(asRecord(answer)["description"])}</li>`)
      .join("")}</ul>`,
    "</section>",
  ].join("\n");
}

function events(title: string, listed: unknown): string {
  const rows = Object.entries(asRecord(listed)).map(([name, given]) => {
    const event = asRecord(given);
    const who = escaped(event["audience"] ?? event["access"] ?? "");
    return (
      `<section><h3><code>${escaped(name)}</code> <span class="access">${who}</span></h3>` +
      `<p>${escaped(event["summary"] ?? "")}</p>${folded("Payload", event["payload"])}</section>`
    );
  });
  return `<h2>${escaped(title)}</h2>${rows.join("\n")}`;
}

/** A page for people, made from nothing but the OpenAPI document. It has no script. */
export function apiPage(document: Json): string {
  const info = asRecord(document["info"]);
  const socket = asRecord(document["x-socket-events"]);
  const schemas = Object.entries(asRecord(asRecord(document["components"])["schemas"]));
  const paths = Object.entries(asRecord(document["paths"]));
  const paragraphs = textOf(info["description"])
    .split("\n\n")
    .map((text) => `<p>${escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(info["title"])} API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>`,
    `<h1>${escaped(info["title"])} API ${escaped(info["version"])}</h1>`,
    ...paragraphs,
    '<p>For programs: <a href="/api/openapi.json">openapi.json</a></p>',
    "<h2>Calls</h2>",
    ...paths.flatMap(([path, methods]) =>
      Object.entries(asRecord(methods)).map(([method, call]) => operation(method, path, call)),
    ),
    events("Socket events received", socket["receive"]),
    events("Socket events sent", socket["send"]),
    "<h2>Refusals</h2><dl>",
    ...Object.entries(asRecord(document["x-refusals"])).map(([code, given]) => {
      const refusal = asRecord(given);
      return `<dt><code>${escaped(code)}</code> ${escaped(refusal["status"])}</dt><dd>${escaped(refusal["text"])}</dd>`;
    }),
    "</dl><h2>Schemas</h2>",
    ...schemas.map(
      ([name, schema]) => `<section id="schema-${escaped(name)}">${folded(name, schema)}</section>`,
    ),
    "</main></body></html>",
  ].join("\n");
}

export const apiPageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
h3 { margin: 0; font-size: 1rem; font-weight: normal; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
.access { border: 1px solid; border-radius: 1rem; padding: 0 0.6rem; font-size: 0.8rem; }
.note, .refusals, dd { font-size: 0.9rem; opacity: 0.8; }
pre { overflow: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
`;
