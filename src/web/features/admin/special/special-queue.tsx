import { ChevronDown, ChevronUp, Trophy, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { rowsOf, type useAnswer } from "../kit/use-rows.ts";
import { type SpecialRace, useTermColumns } from "./special-columns.tsx";
import { specialWords } from "./words.en.ts";

type Query = ReturnType<typeof useAnswer<"listSpecialRaces">>;

/** Special races that wait, in their order, which can be changed until the next one is opened. */
export function SpecialQueue({ query }: { readonly query: Query }) {
  const { t } = useWords(specialWords);
  const [cancelled, setCancelled] = useState<SpecialRace | null>(null);
  const queue = query.data?.specialRaces;
  const terms = useTermColumns<SpecialRace>();
  const ids = queue?.map(({ id }) => id) ?? [];
  const columns: readonly Column<SpecialRace>[] = [
    {
      id: "place",
      head: t("place"),
      onCard: "title",
      cell: ({ id }) => (
        <span className="flex items-center gap-2">
          <Trophy aria-hidden size={16} className="text-bright" />
          {ids.indexOf(id) === 0 ? t("next") : t("placeOf", { place: ids.indexOf(id) + 1 })}
        </span>
      ),
    },
    ...terms,
    {
      id: "actions",
      head: t("actions"),
      onCard: "foot",
      cell: (race) => <Actions ids={ids} race={race} cancel={setCancelled} />,
    },
  ];
  return (
    <Part
      heading={t("queue")}
      aside={queue !== undefined && queue.length > 0 && t("waiting", { count: queue.length })}
    >
      <DataTable
        label={t("queue")}
        list={rowsOf(query, queue)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t("noneWaits")}
        failed={t("failed")}
      />
      {cancelled !== null && <CancelDialog race={cancelled} onClose={() => setCancelled(null)} />}
    </Part>
  );
}

function Actions({
  ids,
  race: { id },
  cancel: askToCancel,
  race,
}: {
  readonly ids: readonly string[];
  readonly race: SpecialRace;
  readonly cancel: (race: SpecialRace) => void;
}) {
  const { t } = useWords(specialWords);
  const adminWallet = useAdminAddress();
  const order = useChange({
    call: "orderSpecialRaces",
    stale: ["listSpecialRaces"],
    failed: t("orderFailed"),
  });
  const at = ids.indexOf(id);
  const place = at + 1;
  const move = (to: number) => {
    const others = ids.filter((other) => other !== id);
    order.mutate({ body: { adminWallet, ids: others.toSpliced(to, 0, id) } });
  };
  const bar = useRef<HTMLSpanElement>(null);
  const pressed = useRef<"up" | "down" | null>(null);
  // A button that has reached the end of the list is disabled and would lose keyboard focus: the other one takes it.
  useEffect(() => {
    const name = pressed.current;
    if (name === null || order.isPending) return;
    const other = name === "up" ? "down" : "up";
    const button = (which: string) => bar.current?.querySelector<HTMLButtonElement>(`[data-move=${which}]`);
    (button(name)?.disabled === true ? button(other) : button(name))?.focus();
    pressed.current = null;
  }, [at, order.isPending]);
  const step = (name: "up" | "down") => ({
    look: "quiet" as const,
    className: "px-2.5!",
    "data-move": name,
    "aria-label": t(name === "up" ? "moveUp" : "moveDown", { place }),
    disabled: order.isPending || (name === "up" ? at === 0 : at === ids.length - 1),
    onClick: () => {
      pressed.current = name;
      move(name === "up" ? at - 1 : at + 1);
    },
  });
  return (
    <span ref={bar} className="-mx-2.5 flex items-center">
      <Button {...step("up")}>
        <ChevronUp aria-hidden size={18} />
      </Button>
      <Button {...step("down")}>
        <ChevronDown aria-hidden size={18} />
      </Button>
      <Button
        look="quiet"
        className="px-2.5!"
        aria-label={t("cancelOf", { place })}
        onClick={() => askToCancel(race)}
      >
        <X aria-hidden size={18} />
      </Button>
    </span>
  );
}

function CancelDialog({ race, onClose }: { readonly race: SpecialRace; readonly onClose: () => void }) {
  const { t, sol } = useWords(specialWords);
  const walletAddress = useAdminAddress();
  const [reason, setReason] = useState("");
  const cancel = useChange({
    call: "cancelSpecialRace",
    stale: ["listSpecialRaces", "getRevenue"],
    done: t("cancelled"),
    failed: t("cancelFailed"),
  });
  return (
    <ConfirmDialog
      title={t("cancelQuestion")}
      action={t("cancelIt")}
      isDanger
      phrase="cancel race"
      isBusy={cancel.isPending}
      onClose={onClose}
      onConfirm={() =>
        cancel.mutate(
          { params: { id: race.id }, query: { walletAddress, reason: reasonOf(reason) } },
          { onSettled: onClose },
        )
      }
    >
      <p className="mb-4">{t("comesBack", { amount: sol(race.jackpotAmount, 4) })}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
