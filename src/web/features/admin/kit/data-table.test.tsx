import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CallRefused } from "../../../foundation/lib/call-refused.ts";
import { DataTable } from "./data-table.tsx";
import { rowsOf } from "./use-rows.ts";

const htmlOf = (error: Error, rows?: readonly { readonly name: string }[]) =>
  renderToStaticMarkup(
    <DataTable
      label="Users"
      list={rowsOf({ error, refetch: () => undefined }, rows)}
      columns={[{ id: "name", head: "Name", cell: ({ name }) => name }]}
      keyOf={({ name }) => name}
      empty="Nobody is found."
      failed="Error fetching users"
    />,
  );

it("a list that does not load says why in the server's words, or in its own where the server gives none", () => {
  const refused = new CallRefused({ ok: false, code: "RATE_LIMITED", message: "Wait 4 seconds" });
  expect(htmlOf(refused)).toContain("Wait 4 seconds");
  expect(htmlOf(refused)).not.toContain("Error fetching users");
  const broken = new CallRefused({ ok: false, code: "INTERNAL_ERROR", message: "Something broke" });
  for (const silent of [broken, new Error("Failed to fetch")])
    expect(htmlOf(silent)).toContain("Error fetching users");
  // Loaded rows stay.
  expect(htmlOf(refused, [{ name: "ada" }])).toContain("ada");
});
