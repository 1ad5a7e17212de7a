import { Download } from "lucide-react";
import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { auditAreas, auditOrders } from "../../../../contract/audit/audit.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { saveFile } from "../../../foundation/lib/save-file.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SelectField, TextField } from "../kit/fields.tsx";
import { useSettled } from "../../../foundation/ui/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { TransactionLink } from "../kit/transaction-link.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { auditCsv } from "./audit-csv.ts";
import { AuditEntry } from "./audit-entry.tsx";
import { auditWords } from "./words.en.ts";

type AuditRow = Reply<Api["listAudit"]>["rows"][number];

type Anchor = Reply<Api["listAudit"]>["anchor"];

const PAGE = 50;
const areas = ["any", ...auditAreas] as const;
const noFilter = { area: "any", actor: "", action: "", subject: "", from: "", to: "" } as const;
type Filter = Record<Exclude<keyof typeof noFilter, "area">, string> & {
  readonly area: (typeof areas)[number];
};

/** What admins, moderators and the system did. */
export function AuditTab() {
  const { t } = useWords(auditWords);
  const walletAddress = useAdminAddress();
  const [filter, setFilter] = useState<Filter>(noFilter);
  const settledFilter = useSettled(filter);
  const [anchor, setAnchor] = useState<Anchor | undefined>();
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const { listQuery: ordered, serverOrder } = useListSearch(auditOrders);
  const load = async (page: { readonly cursor?: string }) => {
    const { area, ...texts } = settledFilter;
    const given = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
    const query = Object.fromEntries(given.filter(([, text]) => text !== ""));
    const reply = await fetchApi("listAudit", {
      // A whole action says more than its area.
      query: {
        walletAddress,
        limit: PAGE,
        ...page,
        ...ordered,
        ...(area !== "any" && { action: `${area}.` }),
        ...query,
      },
    });
    setAnchor(reply.anchor);
    return reply;
  };
  const list = usePages("listAudit", { ...settledFilter, ...ordered }, load, { keepsRows: true });
  const { rows } = list;
  return (
    <TabPage
      title={t("title")}
      note={rows === undefined ? undefined : t("shownCount", { count: rows.length })}
      actions={
        <Button
          disabled={rows === undefined || rows.length === 0}
          onClick={() => saveFile("furlong-audit.csv", auditCsv(rows ?? []))}
        >
          <Download aria-hidden size={16} />
          {t("export")}
        </Button>
      }
    >
      <div className="grid gap-3 tablet:grid-cols-3">
        <SelectField
          label={t("area")}
          value={filter.area}
          onChange={(area) => setFilter({ ...filter, area })}
          options={areas.map((area) => ({ value: area, label: area === "any" ? t("anyArea") : area }))}
        />
        {(["actor", "action", "subject"] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            type="search"
            value={filter[name]}
            maxLength={128}
            isMono
            onChange={(text) => setFilter({ ...filter, [name]: text })}
          />
        ))}
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            type="date"
            value={filter[name]}
            onChange={(day) => setFilter({ ...filter, [name]: day })}
          />
        ))}
      </div>
      {anchor !== undefined && <Anchored anchor={anchor} />}
      <Part heading={t("entries")}>
        <DataTable
          label={t("entries")}
          list={list}
          columns={useColumns()}
          keyOf={({ id }) => String(id)}
          serverOrder={serverOrder}
          remembers="audit"
          empty={t("none")}
          failed={t("failed")}
          open={setOpened}
          isOpen={(row) => row === opened}
        />
      </Part>
      {opened !== null && (
        <Dialog open onClose={() => setOpened(null)} title={t("entry", { id: String(opened.id) })} wide>
          <AuditEntry row={opened} />
        </Dialog>
      )}
    </TabPage>
  );
}

/** Up to which entry the log can be checked against the chain. */
function Anchored({ anchor }: { readonly anchor: Anchor }) {
  const { t, moment } = useWords(auditWords);
  if (anchor === null) return <p className="text-sm text-muted">{t("notAnchored")}</p>;
  const { row_id: id, anchored_at: at, day, signature } = anchor;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {t("anchored", { id: String(id), time: at === null ? day : moment(at) })}
      <TransactionLink signature={signature} label={t("anchorMemo")} />
    </p>
  );
}

function useColumns(): readonly Column<AuditRow>[] {
  const { t, moment } = useWords(auditWords);
  return [
    {
      id: "action",
      head: t("action"),
      onCard: "title",
      cell: ({ action }) => <span className="font-mono text-xs">{action}</span>,
    },
    {
      id: "at",
      head: t("time"),
      onCard: "aside",
      cell: ({ at }) => <span className="text-muted">{moment(at)}</span>,
    },
    { id: "actor", head: t("actor"), cell: ({ actor }) => <Who name={actor} label={t("actor")} /> },
    {
      id: "subject",
      head: t("subject"),
      cell: ({ subject }) => (subject === null ? "–" : <Who name={subject} label={t("subject")} />),
    },
    {
      id: "reason",
      head: t("reason"),
      onCard: "foot",
      cell: ({ reason }) => (
        <span className="line-clamp-1 max-w-64 text-xs whitespace-normal text-muted">{reason}</span>
      ),
    },
    {
      id: "number",
      head: t("number"),
      isFigure: true,
      onCard: "none",
      sortBy: "server",
      cell: ({ id }) => <span className="font-normal text-muted">{id}</span>,
    },
  ];
}

const Who = ({ name, label }: { readonly name: string; readonly label: string }) =>
  parseWalletAddress(name).ok || name.length > 24 ? (
    <Prefix text={name} label={label} />
  ) : (
    <span className="font-mono text-xs break-all">{name}</span>
  );
