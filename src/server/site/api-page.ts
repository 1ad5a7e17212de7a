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

interface Call {
  readonly method: string;
  readonly path: string;
  readonly given: Json;
}

/** The calls by what they are about, in the document's order. */
function callsByTag(document: Json): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(asRecord(document["paths"]))) {
    for (const [method, call] of Object.entries(asRecord(methods))) {
      const given = asRecord(call);
      const [tag] = Array.isArray(given["tags"]) ? given["tags"].map(textOf) : [];
      const group = groups.get(tag ?? "other") ?? [];
      groups.set(tag ?? "other", [...group, { method, path, given }]);
    }
  }
  return groups;
}

/** A response may stand once for all calls, behind a `$ref`. */
function described(document: Json, answer: unknown): unknown {
  const name = textOf(asRecord(answer)["$ref"]).split("/").at(-1) ?? "";
  const shared = asRecord(asRecord(document["components"])["responses"]);
  return asRecord(shared[name] ?? answer)["description"];
}

function contents(groups: ReadonlyMap<string, readonly Call[]>): string {
  const group = ([tag, calls]: readonly [string, readonly Call[]]) => {
    const links = calls.map(
      ({ method, path, given }) =>
        `<li><a href="#${escaped(given["operationId"])}">${escaped(method.toUpperCase())} <code>${escaped(path)}</code></a></li>`,
    );
    return `<details><summary>${escaped(tag)}, ${calls.length}</summary><ul>${links.join("")}</ul></details>`;
  };
  return `<nav aria-label="Calls">${[...groups].map(group).join("\n")}</nav>`;
}

function parameterTable(parameters: readonly Json[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    (field) =>
      `<tr><td><code>${escaped(field["name"])}</code></td><td>${escaped(field["in"])}</td>` +
      `<td>${field["required"] === true ? "required" : "optional"}</td><td><code>${schemaText(field["schema"])}</code></td></tr>`,
  );
  return `<table><thead><tr><th>Field</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function operation(document: Json, { method, path, given: call }: Call): string {
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
    parameterTable(parameters),
    folded("Body", contentOf(call["requestBody"])),
    ...answers
      .filter(([status]) => status.startsWith("2"))
      .map(([status, answer]) => folded(`Answer ${status}`, contentOf(answer))),
    refusalList(document, answers),
    "</section>",
  ].join("\n");
}

function refusalList(document: Json, answers: readonly (readonly [string, unknown])[]): string {
  const refused = answers.filter(([status]) => !status.startsWith("2"));
  if (refused.length === 0) return "";
  const rows = refused.map(
    ([status, answer]) => `<dt>${escaped(status)}</dt><dd>${escaped(described(document, answer))}</dd>`,
  );
  const statuses = refused.map(([status]) => status).join(", ");
  return `<details><summary>May be refused with ${escaped(statuses)}</summary><dl>${rows.join("")}</dl></details>`;
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
  const groups = callsByTag(document);
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
    contents(groups),
    ...[...groups].flatMap(([tag, calls]) => [
      `<h2>${escaped(tag)}</h2>`,
      ...calls.map((call) => operation(document, call)),
    ]),
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
.note, dd, table { font-size: 0.9rem; }
table { border-collapse: collapse; display: block; overflow: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 1rem 0.15rem 0; }
td code { white-space: pre-wrap; }
summary { cursor: pointer; padding: 0.25rem 0; }
h2 { margin: 2rem 0 0.5rem; text-transform: capitalize; }
nav ul { margin: 0; padding-left: 1.2rem; list-style: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1rem; margin: 0.25rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { overflow: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
`;
