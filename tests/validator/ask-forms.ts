import type { Play } from "./play.ts";

export async function askForms({ node }: Play) {
  const call = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth", ...more });
  for (const [title, body] of [
    ["nothing", ""],
    ["half an object", "{"],
    ["an empty batch", "[]"],
    ["a number", "5"],
    ["null", "null"],
    ["a text", '"getHealth"'],
    ["no method", '{"jsonrpc":"2.0","id":1}'],
    ["a method that is no text", call({ method: 5 })],
    ["no version", '{"id":1,"method":"getHealth"}'],
    ["another version", call({ jsonrpc: "1.0" })],
    ["no id", '{"jsonrpc":"2.0","method":"getHealth"}'],
    ["an id of null", call({ id: null })],
    ["a text as id", call({ id: "one" })],
    ["an object as id", call({ id: {} })],
    ["a fraction as id", call({ id: 1.5 })],
    ["named parameters", call({ method: "getSlot", params: {} })],
    ["parameters of null", call({ params: null })],
    ["a text as parameters", call({ method: "getSlot", params: "x" })],
    ["an unknown method", call({ method: "noSuchMethod" })],
    ["a property of every object", call({ method: "constructor" })],
    ["an unknown member", call({ more: 1 })],
    ["a batch", `[${call({})},${call({ id: "b", method: "noSuchMethod" })},7,${call({ id: null })}]`],
    ["a batch of notifications", '[{"jsonrpc":"2.0","method":"getHealth"}]'],
    ["a subscription without a socket", call({ method: "slotSubscribe" })],
    ["60 kB", call({ params: ["x".repeat(60_000)] })],
    ["2 MB", call({ params: ["x".repeat(2_000_000)] })],
  ] as const)
    await node.postBody(title, body);
}
