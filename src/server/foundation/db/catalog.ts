import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "./database.ts";

/** Everything that a schema consists of: definitions by name, such as `index bets_by_race`. */
export type Catalog = ReadonlyMap<string, string>;

/** How a database differs from what this version makes, by names of the catalog. */
export interface CatalogDifferences {
  /** What it lacks, or has with another definition. */
  readonly missing: readonly string[];
  /** What no step of ours made. */
  readonly extra: readonly string[];
}

/**
 * Reads the current schema's catalog. The definitions depend on the server's version, but not on the schema's name, nor
 * on how things are stored (`fillfactor`, autovacuum), which is for an operator to choose.
 */
export async function readCatalog(q: Queryable): Promise<Catalog> {
  const rows = await rowsOf<{ name: string; definition: string }>(
    q,
    sql`with ours as (
          select oid, relname, relkind, relpersistence from pg_class
            where relnamespace = current_schema()::regnamespace
              -- The sockets between servers make it beside the migrations.
              and relname not like 'socket_io_attachments%'
        )
        select 'table ' || relname as name, concat_ws(' ', relkind, relpersistence) as definition
          from ours where relkind not in ('i', 'I')
        union all
        select 'column ' || relname || '.' || attname,
               concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                 nullif(attcollation, 0)::regcollation, pg_get_expr(adbin, adrelid))
          from ours join pg_attribute on attrelid = ours.oid
            left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where relkind in ('r', 'p') and attnum > 0 and not attisdropped
        union all
        select 'constraint ' || relname || '.' || conname,
               concat_ws(' ', convalidated, pg_get_constraintdef(pg_constraint.oid, true))
          from ours join pg_constraint on conrelid = ours.oid where contype not in ('n', 't')
        union all
        select 'index ' || relname, concat_ws(' ', indisvalid,
                 regexp_replace(pg_get_indexdef(indexrelid, 0, true), ' WITH \\([^)]*\\)', ''))
          from ours join pg_index on indexrelid = ours.oid
        union all
        select 'trigger ' || relname || '.' || tgname,
               concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid, true))
          from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
        union all
        select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')',
               concat_ws(' ', prolang, prokind, provolatile, prosecdef, proisstrict, proconfig,
                 pg_get_function_result(oid), prosrc)
          from pg_proc where pronamespace = current_schema()::regnamespace
        order by name desc`,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

export function compareCatalogs(found: Catalog, expected: Catalog): CatalogDifferences {
  return {
    missing: [...expected.keys()].filter((name) => found.get(name) !== expected.get(name)),
    extra: [...found.keys()].filter((name) => !expected.has(name)),
  };
}

/** One line: the first of them, and how many more there are. */
export function namesOf(differences: readonly string[]): string {
  const more = differences.length - 3;
  return differences.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
