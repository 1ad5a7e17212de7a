import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { adminTitles } from "../../../../contract/titles/admin-titles.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { isBlank } from "../../../../domain/typed-text.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { AssignPart } from "../kit/assign-part.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { TextField } from "../kit/fields.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { slugOf } from "./slug.ts";
import { TitleHolders, titleLists } from "./title-holders.tsx";
import { titlesWords } from "./words.en.ts";

const schema = adminTitles.createTitle.body.shape;

type Title = Reply<Api["listTitles"]>["titles"][number];

/**
 * The titles: created, listed, given and taken. Failures are reported only in the log.
 */
export function TitlesTab() {
  const { t } = useWords(titlesWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer("listTitles", { query: { walletAddress } });
  const titles = query.data?.titles;
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = titles?.find(({ id }) => id === openedId);
  const step = (by: 1 | -1) => {
    const next = titles?.[titles.findIndex(({ id }) => id === openedId) + by];
    if (next !== undefined) setOpenedId(next.id);
  };
  return (
    <TabPage title={t("title")} note={t("note")}>
      <div
        className={classNames(
          "grid gap-3",
          opened === undefined ? "wide:grid-cols-[minmax(0,1fr)_380px] wide:items-start" : "wide:mr-[452px]",
        )}
      >
        <Part heading={t("all")} className="max-wide:order-2">
          <DataTable
            label={t("all")}
            list={rowsOf(query, titles)}
            columns={useColumns()}
            keyOf={({ id }) => id}
            empty={t("none")}
            failed={t("listFailed")}
            open={({ id }) => setOpenedId(id)}
            isOpen={({ id }) => id === openedId}
          />
        </Part>
        <div className="flex flex-col gap-3">
          <CreateTitle />
          {titles !== undefined && titles.length > 0 && <AssignTitle titles={titles} />}
        </div>
      </div>
      {opened !== undefined && (
        <TitleHolders key={opened.id} title={opened} onClose={() => setOpenedId(null)} step={step} />
      )}
    </TabPage>
  );
}

function useColumns(): readonly Column<Title>[] {
  const { t, whole } = useWords(titlesWords);
  return [
    {
      id: "name",
      head: t("name"),
      onCard: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <Tag tone="accent">[{name}]</Tag>,
    },
    {
      id: "slug",
      head: t("slug"),
      sortBy: ({ slug }) => slug,
      cell: ({ slug }) => <span className="font-mono text-xs">{slug}</span>,
    },
    {
      id: "holders",
      head: t("holders"),
      isFigure: true,
      sortBy: ({ holders }) => holders,
      cell: ({ holders }) => (
        <span className={holders === 0 ? "font-normal text-muted" : ""}>{whole(holders)}</span>
      ),
    },
  ];
}

function CreateTitle() {
  const { t } = useWords(titlesWords);
  const adminWallet = useAdminAddress();
  const [name, setName] = useState("");
  // The slug follows the name until it is typed.
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const slug = typedSlug ?? slugOf(name);
  const create = useChange({ call: "createTitle", stale: ["listTitles"], done: t("created"), failed: null });
  const isReady = !isBlank(name) && slug !== "" && slug === slugOf(slug);
  return (
    <FormPart
      onEdit={forgetErrors(create)}
      heading={t("create")}
      onSubmit={() => {
        create.mutate(
          { body: { adminWallet, name: name.trim(), slug } },
          {
            onSuccess: () => {
              setName("");
              setTypedSlug(null);
            },
          },
        );
      }}
    >
      <TextField
        label={t("name")}
        value={name}
        {...limitsOf(schema.name)}
        onChange={setName}
        error={fieldError(create.error, "name")}
      />
      <TextField
        label={t("slug")}
        hint={t("slugHint")}
        value={slug}
        {...limitsOf(schema.slug)}
        isMono
        onChange={setTypedSlug}
        error={fieldError(create.error, "slug")}
      />
      <Button look="primary" type="submit" disabled={!isReady || create.isPending}>
        {t("create")}
      </Button>
    </FormPart>
  );
}

function AssignTitle({ titles }: { readonly titles: readonly Title[] }) {
  const { t } = useWords(titlesWords);
  const adminWallet = useAdminAddress();
  const assign = useChange({ call: "assignTitle", stale: titleLists, done: t("assigned"), failed: null });
  const unassign = useChange({
    call: "unassignTitle",
    stale: titleLists,
    done: t("unassigned"),
    failed: null,
  });
  return (
    <AssignPart
      error={fieldError(assign.error ?? unassign.error, "walletAddress")}
      onEdit={forgetErrors(assign, unassign)}
      heading={t("assignHeading")}
      label={t("titleField")}
      choices={titles}
      onSubmit={({ walletAddress, id }) =>
        assign.mutate({ body: { adminWallet, walletAddress, titleId: id } })
      }
    >
      {({ walletAddress, id, isReady }) => (
        <>
          <Button
            disabled={!isReady || unassign.isPending}
            onClick={() => unassign.mutate({ body: { adminWallet, walletAddress, titleId: id } })}
          >
            {t("unassign")}
          </Button>
          <Button type="submit" disabled={!isReady || assign.isPending}>
            {t("assign")}
          </Button>
        </>
      )}
    </AssignPart>
  );
}
