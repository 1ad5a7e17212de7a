import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Prefix } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { usersWords } from "./words.en.ts";

type Session = Reply<Api["listSessions"]>["sessions"][number];

/** Where admins are signed in; any of these sessions can be ended. */
export function AdminSessions() {
  const { t } = useWords(usersWords);
  const query = useAnswer("listSessions", {});
  const [sessionToEnd, setSessionToEnd] = useState<Session | null>(null);
  const columns = useColumns(setSessionToEnd);
  return (
    <Part heading={t("adminSessions")}>
      <DataTable
        label={t("adminSessions")}
        list={rowsOf(query, query.data?.sessions)}
        columns={columns}
        keyOf={(one) => one.id}
        empty={t("noSession")}
        failed={t("sessionsFailed")}
      />
      {sessionToEnd !== null && <EndSession session={sessionToEnd} onClose={() => setSessionToEnd(null)} />}
    </Part>
  );
}

function EndSession({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const { t } = useWords(usersWords);
  const change = useChange({
    call: "endSessions",
    stale: ["listSessions"],
    done: t("sessionEnded"),
    failed: t("endFailed"),
  });
  return (
    <ConfirmDialog
      title={t("endQuestion")}
      action={t("end")}
      isDanger
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() => change.mutate({ query: { id: session.id } }, { onSettled: onClose })}
    >
      <p className="font-mono text-xs break-all">{session.wallet}</p>
      <p className="mt-2">{t("endAbout")}</p>
    </ConfirmDialog>
  );
}

function useColumns(ask: (session: Session) => void): readonly Column<Session>[] {
  const { t, dayAndTime } = useWords(usersWords);
  return [
    {
      id: "wallet",
      head: t("admin"),
      onCard: "title",
      cell: ({ wallet }) => <Prefix text={wallet} label={t("wallet")} />,
    },
    {
      id: "client",
      head: t("signedInWith"),
      cell: ({ browser, network }) => (
        <>
          {browser ?? t("unknownBrowser")}
          {network !== null && <span className="block text-xs text-muted">{network}</span>}
        </>
      ),
    },
    { id: "since", head: t("signedIn"), cell: ({ signedInAt }) => dayAndTime(signedInAt) },
    { id: "used", head: t("lastUsed"), cell: ({ lastUsedAt }) => dayAndTime(lastUsedAt) },
    {
      id: "ends",
      head: t("ends"),
      cell: ({ endsAt }) => <span className="text-muted">{dayAndTime(endsAt)}</span>,
    },
    {
      id: "action",
      head: t("action"),
      onCard: "foot",
      cell: (session) =>
        session.isCurrent ? (
          <span className="text-muted">{t("thisSession")}</span>
        ) : (
          <Button
            look="quiet"
            className="relative z-1 -mx-3 underline underline-offset-4"
            aria-label={`${t("end")}: ${session.wallet}`}
            onClick={() => ask(session)}
          >
            {t("end")}
          </Button>
        ),
    },
  ];
}
