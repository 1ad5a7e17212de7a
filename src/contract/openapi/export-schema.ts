import { exportHeader, exportRecord } from "../export/export-records.ts";
import { describeFields } from "./describe-fields.ts";
import { type JsonSchema, schemaWriter, type SchemaWriter } from "./schemas.ts";

/** The lines of the public export, under the names that the document gives them. */
export const exportSchemas = (writer: SchemaWriter): Record<string, JsonSchema> => ({
  ExportHeader: writer.write(exportHeader),
  ExportRecord: writer.write(exportRecord),
});

/** A self-contained JSON schema of every line of the public export (rule EXPORT-6). */
export function exportLineSchema(): JsonSchema {
  const place = "#/$defs/";
  const writer = schemaWriter(place);
  const lines = exportSchemas(writer);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A line of Furlong's public export",
    description: "The first line of a day's file is its header; every other line is a record.",
    oneOf: Object.keys(lines).map((name) => ({ $ref: `${place}${name}` })),
    $defs: describeFields({ ...writer.components, ...lines }),
  };
}
