import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { sessionQuery, usePlayer } from "../../foundation/lib/player.ts";
import { invalidateQueries } from "../../foundation/lib/query-keys.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Spinner } from "../../foundation/ui/skeleton.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import "./admin.css";
import { AdminPanel } from "./admin-panel.tsx";
import { adminWords } from "./words.en.ts";

/** How long the page says that someone is not an admin before it moves on to the race. */
const TOLD_MS = 5_000;
/** The same in local mode, where there is a button to decide about. */
const TOLD_LOCALLY_MS = 15_000;

/**
 * The panel for an admin, with or without a profile; a prompt to connect for a visitor; anybody else sees a message and
 * then the race.
 */
export function AdminPage() {
  const player = usePlayer();
  const { data: session } = useQuery(sessionQuery);
  const { t } = useWords(adminWords);
  switch (player.kind) {
    case "connecting":
      return <Spinner />;
    case "visitor":
    case "unproven":
      return (
        <Gate title={t("panel")} text={t("connectFirst")}>
          <Button look="primary" onClick={() => openDialog("connect")}>
            {t("connectWallet")}
          </Button>
        </Gate>
      );
    case "unknown":
      // Without a profile, only the session says who is an admin.
      if (session?.wallet === player.address && session.isAdmin)
        return <AdminPanel address={player.address} />;
      return (
        <Gate title={t("panel")} text={t("sessionUnknown")}>
          <Button onClick={player.retry}>{t("tryAgain")}</Button>
        </Gate>
      );
    case "newcomer":
    case "player":
      if (session?.isAdmin === true) return <AdminPanel address={player.address} />;
      return <NoAccess isNew={player.kind === "newcomer"} />;
  }
}

/**
 * In local mode a player becomes an admin by one press (rule ACCESS-11). Who is still choosing a username is not sent
 * away meanwhile.
 */
function NoAccess({ isNew }: { readonly isNew: boolean }) {
  const isLocal = useRuntime()?.network === "localnet";
  const { t } = useWords(adminWords);
  const [, navigate] = useLocation();
  const becomeAdmin = useMutation({
    mutationFn: () => fetchApi("becomeLocalAdmin", {}),
    onError: (error) => toast.bad(errorText(error, t("tryAgain"))),
    onSettled: () => invalidateQueries("session"),
  });
  useEffect(() => {
    if (isNew) return undefined;
    const toldMs = isLocal ? TOLD_LOCALLY_MS : TOLD_MS;
    const timer = setTimeout(() => navigate(pagePaths.home, { replace: true }), toldMs);
    return () => clearTimeout(timer);
  }, [isNew, isLocal, navigate]);
  return (
    <Gate title={t("panel")} text={t("noAccess")}>
      {isLocal && (
        <Button look="primary" disabled={becomeAdmin.isPending} onClick={() => becomeAdmin.mutate()}>
          {t("becomeAdmin")}
        </Button>
      )}
      <Link to={pagePaths.home} replace className="inline-flex min-h-11 items-center font-bold underline">
        {t("toTheRace")}
      </Link>
    </Gate>
  );
}

interface GateProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Gate({ title, text, children }: GateProps) {
  return (
    <main className="admin">
      <div className="grid min-h-[50dvh] place-items-center p-6">
        <div className="panel flex max-w-md flex-col items-center gap-4 p-8 text-center">
          <h1 className="text-xl">{title}</h1>
          <p role="alert" className="text-muted">
            {text}
          </p>
          {children}
        </div>
      </div>
    </main>
  );
}
