import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix, prefixOf } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Drawer } from "../kit/drawer.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { announcementsWords } from "./words.en.ts";

interface AnnouncementViewersProps {
  readonly announcement: { readonly id: string; readonly title: string; readonly seen_by: number };
  readonly onClose: () => void;
  readonly step: (by: 1 | -1) => void;
}

/** Who has seen an announcement, next to the list of announcements. */
export function AnnouncementViewers({
  announcement: { id, title, seen_by: count },
  onClose,
  step,
}: AnnouncementViewersProps) {
  const { t } = useWords(announcementsWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, isSearchable } = useListSearch([]);
  const list = usePages(
    "listAnnouncementViewers",
    { id, ...listQuery },
    async (page) => {
      const query = { walletAddress, ...page, ...listQuery };
      const reply = await fetchApi("listAnnouncementViewers", { params: { id }, query });
      return { rows: reply.viewers, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <Drawer title={<span className="line-clamp-2 break-words">{title}</span>} onClose={onClose} step={step}>
      <p className="px-5 py-3 text-sm text-muted">{t("viewerCount", { count })}</p>
      {isSearchable(list.rows) && (
        <SearchField label={t("viewerSearch")} value={text} onChange={setText} className="mx-5 mb-3" />
      )}
      <DataTable
        label={t("seenBy")}
        list={list}
        columns={useColumns()}
        keyOf={({ wallet_address: wallet }) => wallet}
        empty={t(text === "" ? "noViewers" : "noViewerFound")}
        failed={t("viewersFailed")}
      />
    </Drawer>
  );
}

type Viewer = Reply<Api["listAnnouncementViewers"]>["viewers"][number];

const nameOf = ({ username, wallet_address: wallet }: Viewer): string => username ?? prefixOf(wallet);

function useColumns(): readonly Column<Viewer>[] {
  const { t } = useWords(announcementsWords);
  return [
    { id: "user", head: t("user"), onCard: "title", cell: nameOf },
    {
      id: "wallet",
      head: t("wallet"),
      onCard: "foot",
      cell: (viewer) => <Prefix text={viewer.wallet_address} label={nameOf(viewer)} />,
    },
  ];
}
