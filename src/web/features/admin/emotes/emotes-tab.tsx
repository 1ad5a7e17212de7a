import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { adminEmotes } from "../../../../contract/emotes/admin-emotes.ts";
import { emoteScopes } from "../../../../contract/emotes/emotes.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { isBlank } from "../../../../domain/typed-text.ts";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { SelectField, TextField } from "../kit/fields.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { seasonOf, seasonTones } from "../kit/season.ts";
import { useChange } from "../kit/use-change.ts";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { AssignGroup } from "./assign-group.tsx";
import { datesOf, DatesFields, GroupDates, isBackwards, noDates } from "./group-dates.tsx";
import { DeleteGroup } from "./delete-group.tsx";
import { GroupEmotes } from "./group-emotes.tsx";
import { emotesWords } from "./words.en.ts";

type Group = Reply<Api["listEmoteGroups"]>["groups"][number];

/**
 * The emotes by group, and who may use them. Failures are reported only in the log.
 */
export function EmotesTab() {
  const { t } = useWords(emotesWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer("listEmoteGroups", { query: { walletAddress } });
  const groups = query.data?.groups;
  const [chosen, setChosen] = useState<string | null>(null);
  const openGroup = groups?.find(({ id }) => id === chosen) ?? groups?.[0];
  const [deleted, setDeleted] = useState<Group | null>(null);
  const [dated, setDated] = useState<Group | null>(null);
  const byScope = groups?.toSorted(
    (one, other) => emoteScopes.indexOf(one.scope) - emoteScopes.indexOf(other.scope),
  );
  return (
    <TabPage title={t("title")}>
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_380px] wide:items-start">
        <div className="flex min-w-0 flex-col gap-3">
          <Part heading={t("groups")}>
            <DataTable
              label={t("groups")}
              list={rowsOf(query, byScope)}
              columns={useColumns({ date: setDated, remove: setDeleted })}
              keyOf={({ id }) => id}
              empty={t("noGroups")}
              failed={t("groupsFailed")}
              open={({ id }) => setChosen(id)}
              isOpen={({ id }) => id === openGroup?.id}
            />
          </Part>
          {openGroup !== undefined && <GroupEmotes key={openGroup.id} group={openGroup} />}
        </div>
        <div className="flex flex-col gap-3">
          <CreateGroup />
          {groups !== undefined && groups.length > 0 && <AssignGroup groups={groups} />}
        </div>
      </div>
      {deleted !== null && <DeleteGroup group={deleted} onClose={() => setDeleted(null)} />}
      {dated !== null && <GroupDates group={dated} onClose={() => setDated(null)} />}
    </TabPage>
  );
}

const seasonTexts = { coming: "coming", now: "active", over: "over" } as const;

interface Acts {
  readonly date: (group: Group) => void;
  readonly remove: (group: Group) => void;
}

function useColumns({ date, remove }: Acts): readonly Column<Group>[] {
  const { t, moment, whole } = useWords(emotesWords);
  return [
    { id: "name", head: t("name"), onCard: "title", sortBy: ({ name }) => name, cell: ({ name }) => name },
    { id: "scope", head: t("scope"), sortBy: ({ scope }) => scope, cell: ({ scope }) => t(scope) },
    {
      id: "dates",
      head: t("dates"),
      cell: ({ scope, starts_at: from, ends_at: to }) => (
        <span className="block text-xs text-muted">
          {scope !== "holiday" && "\u2013"}
          {scope === "holiday" && from === null && to === null && t("always")}
          {from !== null && <span className="block">{t("from", { time: moment(from) })}</span>}
          {to !== null && <span className="block">{t("to", { time: moment(to) })}</span>}
        </span>
      ),
    },
    { id: "version", head: t("version"), isFigure: true, cell: ({ version }) => whole(version) },
    {
      id: "state",
      head: t("state"),
      onCard: "aside",
      cell: (group) => {
        if (!group.active) return <Chip tone="plain">{t("inactive")}</Chip>;
        const season = seasonOf(group, serverNow());
        return <Chip tone={seasonTones[season]}>{t(seasonTexts[season])}</Chip>;
      },
    },
    {
      id: "turn",
      head: t("action"),
      onCard: "foot",
      cell: (group) => (
        <span className="-mx-3 flex">
          <TurnButton group={group} />
          {group.scope === "holiday" && (
            <Button
              look="quiet"
              className="relative z-1 underline underline-offset-4"
              aria-label={t("datesOf", { name: group.name })}
              onClick={() => date(group)}
            >
              {t("dates")}
            </Button>
          )}
          <Button
            look="quiet"
            className="relative z-1"
            aria-label={t("deleteGroup", { name: group.name })}
            onClick={() => remove(group)}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </span>
      ),
    },
  ];
}

function TurnButton({ group: { id, name, active } }: { readonly group: Group }) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const turn = useChange({ call: "setEmoteGroupActive", stale: ["listEmoteGroups"], failed: null });
  const action = t(active ? "disable" : "enable");
  return (
    <Button
      look="quiet"
      className="relative z-1 underline underline-offset-4"
      aria-label={`${action}: ${name}`}
      disabled={turn.isPending}
      onClick={() => turn.mutate({ params: { id }, body: { adminWallet, active: !active } })}
    >
      {action}
    </Button>
  );
}

function CreateGroup() {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Group["scope"]>("global");
  const [dates, setDates] = useState(noDates);
  const isHoliday = scope === "holiday";
  const create = useChange({
    call: "createEmoteGroup",
    stale: ["listEmoteGroups"],
    done: t("groupCreated"),
    failed: null,
  });
  return (
    <FormPart
      onEdit={forgetErrors(create)}
      heading={t("createGroup")}
      onSubmit={() => {
        create.mutate(
          { body: { adminWallet, name: name.trim(), scope, ...(isHoliday && datesOf(dates)) } },
          {
            onSuccess: () => {
              setName("");
              setDates(noDates);
            },
          },
        );
      }}
    >
      <TextField
        label={t("name")}
        value={name}
        {...limitsOf(adminEmotes.createEmoteGroup.body.shape.name)}
        onChange={setName}
        error={fieldError(create.error, "name")}
      />
      <SelectField
        label={t("scope")}
        value={scope}
        onChange={setScope}
        options={emoteScopes.map((value) => ({ value, label: t(value) }))}
      />
      {isHoliday && <DatesFields dates={dates} onChange={setDates} refused={create.error} />}
      <Button
        look="primary"
        type="submit"
        disabled={isBlank(name) || (isHoliday && isBackwards(dates)) || create.isPending}
      >
        {t("createGroup")}
      </Button>
    </FormPart>
  );
}
