import { Trash2 } from "lucide-react";
import { useState } from "react";
import { announcementOrders } from "../../../../contract/announcements/admin-announcements.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { seasonOf, seasonTones } from "../kit/season.ts";
import { useChange } from "../kit/use-change.ts";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import type { Announcement } from "./announcement.ts";
import { AnnouncementForm } from "./announcement-form.tsx";
import { AnnouncementViewers } from "./announcement-viewers.tsx";
import { announcementsWords } from "./words.en.ts";

/**
 * The house's announcements to its players. Failures are reported only in the log.
 */
export function AnnouncementsTab() {
  const { t } = useWords(announcementsWords);
  const walletAddress = useAdminAddress();
  const { listQuery, text, setText, isSearchable, serverOrder } = useListSearch(announcementOrders);
  const list = usePages(
    "listAnnouncements",
    listQuery,
    async (page) => {
      const reply = await fetchApi("listAnnouncements", { query: { walletAddress, ...page, ...listQuery } });
      return { rows: reply.announcements, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  const [edited, setEdited] = useState<Announcement | null>(null);
  const [deleted, setDeleted] = useState<Announcement | null>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = list.rows?.find(({ id }) => id === openedId);
  const step = (by: 1 | -1) => {
    const next = list.rows?.[list.rows.findIndex(({ id }) => id === openedId) + by];
    if (next !== undefined) setOpenedId(next.id);
  };
  return (
    <TabPage title={t("title")}>
      <div
        className={classNames(
          "grid gap-3",
          opened === undefined ? "wide:grid-cols-[minmax(0,1fr)_380px] wide:items-start" : "wide:mr-[452px]",
        )}
      >
        <Part heading={t("all")} className="max-wide:order-2">
          {isSearchable(list.rows) && (
            <SearchField label={t("titleSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
          )}
          <DataTable
            label={t("all")}
            list={list}
            columns={useColumns({ edit: setEdited, remove: setDeleted })}
            keyOf={({ id }) => id}
            serverOrder={serverOrder}
            remembers="announcements"
            empty={t(text === "" ? "none" : "noneFound")}
            failed={t("listFailed")}
            open={({ id }) => setOpenedId(id)}
            isOpen={({ id }) => id === openedId}
            isNarrow={opened !== undefined}
          />
        </Part>
        <AnnouncementForm key={edited?.id ?? "new"} edited={edited} onDone={() => setEdited(null)} />
      </div>
      {opened !== undefined && (
        <AnnouncementViewers
          key={opened.id}
          announcement={opened}
          onClose={() => setOpenedId(null)}
          step={step}
        />
      )}
      {deleted !== null && <DeleteDialog announcement={deleted} onClose={() => setDeleted(null)} />}
    </TabPage>
  );
}

const seasonTexts = { coming: "coming", now: "active", over: "over" } as const;

interface Acts {
  readonly edit: (announcement: Announcement) => void;
  readonly remove: (announcement: Announcement) => void;
}

function useColumns(acts: Acts): readonly Column<Announcement>[] {
  const { t, moment, whole } = useWords(announcementsWords);
  return [
    {
      id: "title",
      head: t("titleField"),
      onCard: "title",
      sortBy: ({ title }) => title,
      cell: ({ title, body }) => (
        <span className="block max-w-80 py-1.5 whitespace-normal">
          <span className="line-clamp-2 break-words">{title}</span>
          {body !== null && body !== "" && (
            <span className="line-clamp-1 text-xs font-normal break-words text-muted">{body}</span>
          )}
        </span>
      ),
    },
    {
      id: "segment",
      head: t("segment"),
      cell: ({ segment, target_wallets: wallets }) =>
        segment === "specific" ? t("walletCount", { count: wallets.length }) : t(segment),
    },
    {
      id: "times",
      head: t("shown"),
      isExtra: true,
      cell: ({ starts_at: from, ends_at: to }) => (
        <span className="block text-xs text-muted">
          {from === null && to === null && t("always")}
          {from !== null && <span className="block">{t("from", { time: moment(from) })}</span>}
          {to !== null && <span className="block">{t("to", { time: moment(to) })}</span>}
        </span>
      ),
    },
    {
      id: "priority",
      head: t("priority"),
      isFigure: true,
      isExtra: true,
      sortBy: "server",
      cell: ({ priority }) => whole(priority),
    },
    {
      id: "seen",
      head: t("seenBy"),
      isFigure: true,
      sortBy: "server",
      cell: ({ seen_by: count }) => (
        <span className={count === 0 ? "font-normal text-muted" : ""}>{whole(count)}</span>
      ),
    },
    {
      id: "state",
      head: t("state"),
      onCard: "aside",
      cell: (announcement) => {
        if (!announcement.active) return <Chip tone="plain">{t("inactive")}</Chip>;
        const season = seasonOf(announcement, serverNow());
        return <Chip tone={seasonTones[season]}>{t(seasonTexts[season])}</Chip>;
      },
    },
    {
      id: "actions",
      head: t("actions"),
      onCard: "foot",
      cell: (announcement) => <Actions announcement={announcement} {...acts} />,
    },
  ];
}

function Actions({ announcement, edit, remove }: Acts & { readonly announcement: Announcement }) {
  const { t } = useWords(announcementsWords);
  const adminWallet = useAdminAddress();
  const { id, active, title } = announcement;
  const turn = useChange({ call: "changeAnnouncement", stale: ["listAnnouncements"], failed: null });
  const action = t(active ? "disable" : "enable");
  return (
    <span className="relative z-1 -mx-3 flex flex-wrap items-center">
      <Button
        look="quiet"
        aria-label={`${action}: ${title}`}
        disabled={turn.isPending}
        onClick={() => turn.mutate({ params: { id }, body: { adminWallet, active: !active } })}
      >
        {action}
      </Button>
      <Button look="quiet" aria-label={`${t("editShort")}: ${title}`} onClick={() => edit(announcement)}>
        {t("editShort")}
      </Button>
      <Button look="quiet" aria-label={`${t("delete")}: ${title}`} onClick={() => remove(announcement)}>
        <Trash2 aria-hidden size={16} />
      </Button>
    </span>
  );
}

function DeleteDialog({
  announcement: { id, title },
  onClose,
}: {
  readonly announcement: Announcement;
  readonly onClose: () => void;
}) {
  const { t } = useWords(announcementsWords);
  const walletAddress = useAdminAddress();
  const remove = useChange({
    call: "deleteAnnouncement",
    stale: ["listAnnouncements"],
    done: t("deleted"),
    failed: null,
  });
  return (
    <ConfirmDialog
      title={t("deleteQuestion")}
      action={t("delete")}
      isDanger
      phrase="delete announcement"
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id }, query: { walletAddress } }, { onSettled: onClose })}
    >
      <p className="font-bold break-words text-text">{title}</p>
      <p>{t("cannotUndo")}</p>
    </ConfirmDialog>
  );
}
