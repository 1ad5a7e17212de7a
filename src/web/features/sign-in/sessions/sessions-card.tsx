import { useMutation, useQuery } from "@tanstack/react-query";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { sessionQuery } from "../../../foundation/lib/player.ts";
import { invalidateQueries, queryKeys } from "../../../foundation/lib/query-keys.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Card } from "../../../foundation/ui/card.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { sessionWords } from "./words.en.ts";

type Session = Reply<Api["listSessions"]>["sessions"][number];

/** Where the player is signed in, and how to end it elsewhere. */
export function SessionsCard({ address }: { readonly address: string }) {
  const { t } = useWords(sessionWords);
  const isAdmin = useQuery(sessionQuery).data?.isAdmin ?? false;
  const query = useQuery({
    queryKey: queryKeys.sessions(address),
    queryFn: () => fetchApi("listSessions", {}),
  });
  // An admin is shown every admin's.
  const own = query.data?.sessions.filter(({ wallet }) => wallet === address);
  return (
    <Card heading={t("sessions")}>
      <p className="px-4 pb-3 text-sm text-muted">{t(isAdmin ? "adminExplained" : "explained")}</p>
      {query.isPending && <Skeleton className="m-4 mt-0 h-28" />}
      {query.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-3 text-muted">
          {t("notLoaded")} <Button onClick={() => void query.refetch()}>{t("tryAgain")}</Button>
        </p>
      )}
      <ul>
        {own?.map((session) => (
          <SessionRow key={session.id} session={session} canEnd={!isAdmin} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session, canEnd }: { readonly session: Session; readonly canEnd: boolean }) {
  const { t, dayAndTime } = useWords(sessionWords);
  const { id, browser, network, isCurrent, signedInAt, lastUsedAt } = session;
  const end = useMutation({
    mutationFn: () => fetchApi("endSessions", { query: { id } }),
    onSuccess: () => toast.good(t("ended")),
    onError: (error) => toast.bad(errorText(error, t("notEnded"))),
    onSettled: () => invalidateQueries("sessions"),
  });
  const name = browser ?? t("unknownBrowser");
  return (
    <li className="flex min-h-14 items-center justify-between gap-x-4 border-t border-hair px-4 py-1.5">
      <div className="min-w-0">
        <p>
          {name}
          {network !== null && <span className="text-muted"> · {network}</span>}
        </p>
        <p className="text-xs text-muted">
          {t("times", { since: dayAndTime(signedInAt), used: dayAndTime(lastUsedAt) })}
        </p>
      </div>
      {isCurrent ? (
        <Tag tone="good">{t("current")}</Tag>
      ) : (
        canEnd && (
          <Button disabled={end.isPending} aria-label={`${t("end")}: ${name}`} onClick={() => end.mutate()}>
            {t("end")}
          </Button>
        )
      )}
    </li>
  );
}
