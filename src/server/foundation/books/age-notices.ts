import { type SQL, sql } from "drizzle-orm";
import { NOTICE_VERSION } from "../../../domain/age-notice.ts";
import { type Refused, refuse } from "../../../domain/result.ts";
import { type Queryable, rowsOf } from "../db/database.ts";
import { readSettings } from "../settings/stored-settings.ts";

/** Whether a wallet accepted the current notice, for at least the required age (rule BET-17). */
export const hasAcceptedNotice = (wallet: SQL, minimumAge: number) =>
  sql`exists (
    select 1 from age_notices
     where age_notices.wallet = ${wallet} and version = ${NOTICE_VERSION} and age >= ${minimumAge}
  )`;

/** Whether a wallet has to accept the notice of age and place before it bets (rule BET-17). */
export async function isNoticeDue(q: Queryable, wallet: string): Promise<boolean> {
  const { ageNotice, minimumAge } = await readSettings(q);
  if (!ageNotice) return false;
  const [row] = await rowsOf<{ accepted: boolean }>(
    q,
    sql`select ${hasAcceptedNotice(sql`${wallet}`, minimumAge)} as accepted`,
  );
  return row?.accepted !== true;
}

/**
 * Refuses requests from a country that the operator blocks (rule BET-18): new bets and new deposits, but never a
 * payment that was already made, nor a withdrawal. An unknown country is let through.
 */
export async function checkCountry(
  q: Queryable,
  country: string | null,
): Promise<Refused<"COUNTRY_BLOCKED"> | null> {
  if (country === null) return null;
  const { blockedCountries } = await readSettings(q);
  return blockedCountries.includes(country) ? refuse("COUNTRY_BLOCKED") : null;
}
