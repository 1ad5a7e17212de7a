import { useWords } from "../../../foundation/words/use-words.ts";
import { type Entry, jsonText, sidesOf } from "./audit-sides.ts";
import { auditWords } from "./words.en.ts";

/** One act: the values before next to those after, and what links it to the previous act. */
export function AuditEntry({ row }: { readonly row: Entry }) {
  const { t, moment } = useWords(auditWords);
  const facts = [
    [t("time"), moment(row.at)],
    [t("actor"), row.actor],
    [t("action"), row.action],
    [t("subject"), row.subject ?? "–"],
    [t("reason"), row.reason ?? "–"],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full table-fixed text-left text-sm">
        <caption className="sr-only">{t("beforeAndAfter")}</caption>
        <thead className="text-xs text-muted">
          <tr className="[&>th]:h-9 [&>th]:pr-3 [&>th]:font-medium">
            <th scope="col" className="w-1/4">
              {t("field")}
            </th>
            <th scope="col">{t("before")}</th>
            <th scope="col">{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {sidesOf(row).map(({ field, before, after, isChanged }) => (
            <tr
              key={field}
              className={`border-t border-hair align-top [&>*]:py-2 [&>*]:pr-3 ${isChanged ? "bg-selected" : ""}`}
            >
              <th scope="row" className="pl-2 font-medium break-words">
                {field === "" ? t("value") : field}
              </th>
              <td className="font-mono text-xs break-all">{before ?? "–"}</td>
              <td className="font-mono text-xs break-all">{after ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.detail !== null && (
        <div>
          <p className="mb-1 text-xs text-muted">{t("detail")}</p>
          <pre className="max-h-40 overflow-auto rounded-m border border-divider bg-bg p-3 font-mono text-xs break-all whitespace-pre-wrap">
            {jsonText(row.detail)}
          </pre>
        </div>
      )}
      <dl className="text-xs text-muted">
        <dt>{t("hash")}</dt>
        <dd className="font-mono break-all">{row.hash}</dd>
        <dt className="mt-1">{t("previousHash")}</dt>
        <dd className="font-mono break-all">{row.previous_hash}</dd>
      </dl>
    </div>
  );
}
