import { useState } from "react";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, Prefix, prefixOf } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { Drawer } from "../kit/drawer.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { DeleteTitle, isEarned } from "./delete-title.tsx";
import { titlesWords } from "./words.en.ts";

type Holder = Reply<Api["listTitleHolders"]>["holders"][number];

/** What becomes stale when a title is given or taken. */
export const titleLists: readonly EndpointName[] = ["listTitles", "listTitleHolders"];

interface TitleHoldersProps {
  readonly title: { readonly id: string; readonly name: string; readonly holders: number };
  readonly onClose: () => void;
  readonly step: (by: 1 | -1) => void;
}

/** Who holds a title, next to the list of titles; it can be taken from each holder. */
export function TitleHolders({ title, onClose, step }: TitleHoldersProps) {
  const { id, name, holders: count } = title;
  const { t } = useWords(titlesWords);
  const walletAddress = useAdminAddress();
  const [isDeleting, setDeleting] = useState(false);
  const [taken, setTaken] = useState<Holder | null>(null);
  const { listQuery, text, setText } = useListSearch([]);
  const list = usePages(
    "listTitleHolders",
    { id, ...listQuery },
    async (page) => {
      const query = { walletAddress, ...page, ...listQuery };
      const reply = await fetchApi("listTitleHolders", { params: { id }, query });
      return { rows: reply.holders, nextCursor: reply.nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <Drawer title={<Tag tone="accent">[{name}]</Tag>} onClose={onClose} step={step}>
      <div className="flex items-center justify-between gap-3 px-5 py-2">
        <p className="text-sm text-muted">{t("holderCount", { count })}</p>
        {isEarned(id) ? (
          <p className="text-right text-xs text-muted">{t("earned")}</p>
        ) : (
          <Button
            look="quiet"
            className="-mr-3 underline underline-offset-4"
            aria-label={t("deleteOf", { name })}
            onClick={() => setDeleting(true)}
          >
            {t("delete")}
          </Button>
        )}
      </div>
      {(count > 1 || text !== "") && (
        <SearchField label={t("holderSearch")} value={text} onChange={setText} className="mx-5 mb-3" />
      )}
      {list.rows?.length === 0 && text !== "" && <p className="px-5 text-muted">{t("noHolder")}</p>}
      {list.rows === undefined && list.error === null && <Skeleton className="mx-5 h-64" />}
      {list.error !== null && (
        <LoadFailure error={list.error} fallback={t("holdersFailed")} retry={list.retry} />
      )}
      {list.rows !== undefined && (
        <ul aria-label={t("holders")} className="border-t border-hair empty:hidden">
          {list.rows.map((holder) => (
            <HolderRow key={holder.wallet_address} holder={holder} take={setTaken} />
          ))}
        </ul>
      )}
      {list.more !== null && (
        <Button look="quiet" className="self-center" disabled={list.isLoadingMore} onClick={list.more}>
          {t("moreHolders")}
        </Button>
      )}
      {isDeleting && <DeleteTitle title={title} onClose={() => setDeleting(false)} onDeleted={onClose} />}
      {taken !== null && <TakeTitle id={id} name={name} holder={taken} onClose={() => setTaken(null)} />}
    </Drawer>
  );
}

const nameOf = ({ username, wallet_address: wallet }: Holder): string => username ?? prefixOf(wallet);

function HolderRow({ holder, take }: { readonly holder: Holder; readonly take: (holder: Holder) => void }) {
  const { t, day } = useWords(titlesWords);
  const name = nameOf(holder);
  return (
    <li className="flex min-w-0 items-center gap-3 border-b border-hair px-5 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          <span className="truncate">{name}</span>
          {holder.is_active && <Chip tone="good">{t("worn")}</Chip>}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <Prefix text={holder.wallet_address} label={name} />
          <span>{t("since", { day: day(holder.unlocked_at) })}</span>
        </p>
      </div>
      <Button
        look="quiet"
        className="-mr-3 underline underline-offset-4"
        aria-label={t("unassignFrom", { name })}
        onClick={() => take(holder)}
      >
        {t("unassign")}
      </Button>
    </li>
  );
}

function TakeTitle({
  id,
  name,
  holder,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly holder: Holder;
  readonly onClose: () => void;
}) {
  const { t } = useWords(titlesWords);
  const adminWallet = useAdminAddress();
  const unassign = useChange({
    call: "unassignTitle",
    stale: titleLists,
    done: t("unassigned"),
    failed: null,
  });
  const body = { adminWallet, walletAddress: holder.wallet_address, titleId: id };
  return (
    <ConfirmDialog
      title={t("unassignQuestion")}
      action={t("unassign")}
      isDanger
      isBusy={unassign.isPending}
      onClose={onClose}
      onConfirm={() => unassign.mutate({ body }, { onSettled: onClose })}
    >
      <p className="break-words text-text">{t("losesTitle", { name: nameOf(holder), title: name })}</p>
    </ConfirmDialog>
  );
}
