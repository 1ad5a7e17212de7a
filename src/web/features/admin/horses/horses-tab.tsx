import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { ChangeLane } from "./change-lane.tsx";
import { ConfusedPairs } from "./confused-pairs.tsx";
import { HorseForm } from "./horse-form.tsx";
import type { Horse } from "./horse.ts";
import { ArchiveHorse, DeleteHorse } from "./remove-horse.tsx";
import { horsesWords } from "./words.en.ts";

/** The stable: who runs in which lane, who is in reserve, and one horse in the form. */
export function HorsesTab() {
  const { t } = useWords(horsesWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer("listHorses", { query: { walletAddress } });
  const [edited, setEdited] = useState<Horse | null>(null);
  const [action, setAction] = useState<HorseAction | null>(null);
  const horses = query.data?.horses;
  const running = horses?.filter(({ lane }) => lane !== null);
  const reserve = horses?.filter(({ lane, archived }) => lane === null && !archived);
  const archived = horses?.filter((horse) => horse.archived) ?? [];
  const columns = useColumns({ edit: setEdited, ask: setAction });
  const shared = {
    keyOf: ({ id }: Horse) => String(id),
    failed: t("listFailed"),
    isOpen: ({ id }: Horse) => id === edited?.id,
  };
  return (
    <TabPage title={t("title")} note={t("note")}>
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_380px] wide:items-start">
        <div className="flex min-w-0 flex-col gap-3 max-wide:order-2">
          <Part heading={t("running")}>
            <ConfusedPairs horses={running ?? []} className="px-4 pb-2" />
            <DataTable
              {...shared}
              label={t("running")}
              list={rowsOf(query, running)}
              columns={columns}
              empty={t("noHorses")}
            />
          </Part>
          {reserve !== undefined && (
            <Part heading={t("reserve")}>
              <DataTable
                {...shared}
                label={t("reserve")}
                list={rowsOf(query, reserve)}
                columns={columns}
                empty={t("noReserve")}
              />
            </Part>
          )}
          {archived.length > 0 && (
            <Part heading={t("archived")}>
              <DataTable
                {...shared}
                label={t("archived")}
                list={rowsOf(query, archived)}
                columns={columns}
                empty=""
              />
            </Part>
          )}
        </div>
        <HorseForm
          key={edited?.id ?? "new"}
          horse={edited}
          others={(running ?? []).filter(({ id }) => id !== edited?.id)}
          reserve={[...(reserve ?? []), ...archived].filter(({ id }) => id !== edited?.id)}
          number={edited?.lane ?? 1}
          onDone={() => setEdited(null)}
        />
      </div>
      {action !== null && horses !== undefined && (
        <ActionDialog action={action} horses={horses} onClose={() => setAction(null)} />
      )}
    </TabPage>
  );
}

/** What is to be done with a horse, once it is confirmed. */
interface HorseAction {
  readonly act: "lane" | "archive" | "restore" | "delete";
  readonly horse: Horse;
}

interface ActionDialogProps {
  readonly action: HorseAction;
  readonly horses: readonly Horse[];
  readonly onClose: () => void;
}

function ActionDialog({ action: { act, horse }, horses, onClose }: ActionDialogProps) {
  if (act === "lane") return <ChangeLane horse={horse} horses={horses} onClose={onClose} />;
  if (act === "delete") return <DeleteHorse horse={horse} onClose={onClose} />;
  return <ArchiveHorse horse={horse} onClose={onClose} />;
}

/** A horse with a lane is needed; one that ran is kept for its races. */
const actsOn = ({ lane, archived, races }: Horse): readonly HorseAction["act"][] => {
  if (!archived) return lane === null ? ["lane", "archive"] : ["lane"];
  return races === 0 ? ["restore", "delete"] : ["restore"];
};

const actLabels = {
  lane: "laneOf",
  archive: "archiveOf",
  restore: "restoreOf",
  delete: "deleteOf",
} as const;

interface Acts {
  readonly edit: (horse: Horse) => void;
  readonly ask: (action: HorseAction) => void;
}

function useColumns({ edit, ask }: Acts): readonly Column<Horse>[] {
  const { t, percent, whole } = useWords(horsesWords);
  return [
    { id: "name", head: t("name"), onCard: "title", sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: "lane",
      head: t("lane"),
      isFigure: true,
      cell: ({ lane }) => (lane === null ? <span className="font-normal text-muted">{"\u2013"}</span> : lane),
    },
    {
      id: "color",
      head: t("color"),
      onCard: "aside",
      cell: ({ color, lane }) => (
        <span className="inline-flex items-center gap-2 font-mono text-xs">
          {lane === null ? (
            <span aria-hidden className="size-[26px] rounded-s" style={{ backgroundColor: color }} />
          ) : (
            <Silk number={lane} color={color} size={26} />
          )}
          {color}
        </span>
      ),
    },
    {
      id: "wins",
      head: t("wins"),
      isFigure: true,
      sortBy: ({ wins }) => wins,
      cell: ({ wins }) => whole(wins),
    },
    {
      id: "races",
      head: t("races"),
      isFigure: true,
      sortBy: ({ races }) => races,
      cell: ({ races }) => whole(races),
    },
    {
      id: "picks",
      head: t("pickRate"),
      isFigure: true,
      sortBy: ({ pick_rate: rate }) => rate,
      cell: ({ pick_rate: rate }) => percent(rate, 1),
    },
    {
      id: "rate",
      head: t("winRate"),
      isFigure: true,
      sortBy: winRate,
      cell: (horse) => percent(winRate(horse), 1),
    },
    {
      id: "edit",
      head: t("action"),
      onCard: "foot",
      cell: (horse) => (
        <span className="-mx-3 flex">
          {actsOn(horse).map((act) => (
            <Button
              key={act}
              look="quiet"
              className="underline underline-offset-4"
              aria-label={t(actLabels[act], { name: horse.name })}
              onClick={() => ask({ act, horse })}
            >
              {t(act)}
            </Button>
          ))}
          <Button
            look="quiet"
            className="underline underline-offset-4"
            aria-label={t("editOf", { name: horse.name })}
            onClick={() => edit(horse)}
          >
            {t("edit")}
          </Button>
        </span>
      ),
    },
  ];
}

/** Wins in percent of races; zero without races. */
const winRate = ({ wins, races }: Horse): number => (races === 0 ? 0 : (wins / races) * 100);
