import type * as z from "zod/v4/core";
import type { Api, EndpointName } from "../api.ts";
import type { clientEvents, socketEvents } from "../wire/socket-events.ts";

/*
 * What the API's document says about the calls beyond their types. Each feature describes its own calls and fields in
 * `<feature>/<feature>.docs.ts`; the compiler checks that none is missing. For the server only: no browser loads these
 * texts.
 */

/** What a field means; an example where its type does not give one. */
export type FieldDoc =
  | string
  | { readonly description: string; readonly example: string | number | boolean }
  /** Stands in the place of other fields, which the example has. */
  | { readonly description: string; readonly isAlternative: true };

export interface FeatureDocs<Names extends EndpointName = EndpointName> {
  readonly description: string;
  /** What a caller has to know beyond each call's summary. */
  readonly operations: Readonly<Record<Names, string>>;
  /** By name; `Schema.field` or `operation.field` where a name has a different meaning than elsewhere. */
  readonly fields: Readonly<Record<string, FieldDoc>>;
}

/** Preserves the names of the calls and fields that a feature describes. */
export const featureDocs = <
  const Docs extends Omit<FeatureDocs, "operations"> & { readonly operations: object },
>(
  docs: Docs & { readonly operations: { readonly [Name in keyof Docs["operations"]]: string } },
): Docs => docs;

type Fields<T> = T extends bigint | string | number | boolean | Date | null | undefined
  ? never
  : T extends readonly (infer Item)[]
    ? Fields<Item>
    : // An object without fields.
      string extends keyof T
      ? never
      : { [Name in keyof T & string]: Name | Fields<T[Name]> }[keyof T & string];

type PartName = "params" | "query" | "headers" | "body" | "reply";

type FieldsOfCall<E> = {
  [Part in PartName]: E extends { readonly [Name in Part]: infer Schema extends z.$ZodType }
    ? Fields<z.output<Schema>>
    : never;
}[PartName];

type SocketPayloads =
  | z.output<(typeof socketEvents)[keyof typeof socketEvents]["payload"]>
  | z.output<(typeof clientEvents)[keyof typeof clientEvents]["payload"]>;

/** Every field of every call and event. */
export type FieldName =
  | { [Name in EndpointName]: FieldsOfCall<Api[Name]> }[EndpointName]
  | Fields<SocketPayloads>;
