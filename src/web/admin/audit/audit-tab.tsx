import { Download } from "lucide-react";
import { useState } from "react";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { parseWalletAddress } from "../../../domain/wallet-address.ts";
import { fetchApi } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix } from "../kit/bits.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { TextField } from "../kit/fields.tsx";
import { useSettled } from "../kit/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { usePages } from "../kit/use-rows.ts";
import { auditCsv } from "./audit-csv.ts";
import { AuditEntry } from "./audit-entry.tsx";
import { auditWords } from "./words.en.ts";

type AuditRow = Reply<Api["listAudit"]>["rows"][number];

const PAGE = 50;

/** What admins, moderators and the system did (rule ADMIN-21). */
export function AuditTab() {
  const { t } = useWords(auditWords);
  const walletAddress = useAdminAddress();
  const [filter, setFilter] = useState({ actor: "", action: "", subject: "" });
  const asked = useSettled(filter);
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const list = usePages("listAudit", asked, async (page) => {
    const given = Object.entries(asked).map(([name, text]) => [name, text.trim()] as const);
    const query = Object.fromEntries(given.filter(([, text]) => text !== ""));
    return fetchApi("listAudit", { query: { walletAddress, limit: PAGE, ...page, ...query } });
  });
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
      </div>
      <Part heading={t("entries")}>
        <DataTable
          label={t("entries")}
          list={list}
          columns={useColumns()}
          keyOf={({ id }) => String(id)}
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
