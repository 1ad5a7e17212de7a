import { type Approval, approvalOrders } from "../../../../contract/approvals/approvals.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip, type ChipTone, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { LoneAdmin } from "../kit/lone-admin.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { useServerNow } from "../kit/use-server-now.ts";
import { CauseFact, kindTexts, RequestFacts, Who } from "./request-facts.tsx";
import { useToDecide, useWaiting } from "./use-waiting.ts";
import { WaitingRequest } from "./waiting-request.tsx";
import { approvalsWords } from "./words.en.ts";

const PAGE = 25;

/** Requests waiting for another admin, and the outcome of earlier ones. */
export function ApprovalsTab() {
  const { t } = useWords(approvalsWords);
  const walletAddress = useAdminAddress();
  const toDecide = useToDecide().length;
  const { listQuery, text, setText, isSearchable, serverOrder } = useListSearch(approvalOrders);
  const list = usePages(
    "listApprovals",
    { decided: true, ...listQuery },
    async (page) => {
      const { decided, nextCursor } = await fetchApi("listApprovals", {
        query: { walletAddress, limit: PAGE, ...page, ...listQuery },
      });
      return { rows: decided, nextCursor };
    },
    { keepsRows: true },
  );
  return (
    <TabPage title={t("title")} note={toDecide === 0 ? undefined : t("toDecide", { count: toDecide })}>
      <LoneAdmin />
      <Part heading={t("waiting")}>
        <Waiting />
      </Part>
      <Part heading={t("decided")}>
        {isSearchable(list.rows) && (
          <SearchField label={t("decidedSearch")} value={text} onChange={setText} className="mx-4 mb-3" />
        )}
        <DataTable
          label={t("decided")}
          list={list}
          columns={useColumns()}
          keyOf={({ id }) => id}
          serverOrder={serverOrder}
          empty={t(text === "" ? "nothingDecided" : "nothingFound")}
          failed={t("failed")}
        />
      </Part>
    </TabPage>
  );
}

function Waiting() {
  const { t } = useWords(approvalsWords);
  const now = useServerNow();
  const { data, error, refetch } = useWaiting();
  if (data === undefined) {
    if (error === null) return <Skeleton className="m-4 h-28" />;
    return <LoadFailure error={error} fallback={t("failed")} retry={refetch} />;
  }
  if (data.waiting.length === 0) return <p className="px-4 pb-4 text-muted">{t("nothingWaits")}</p>;
  return (
    <>
      <p className="px-4 pb-3 text-sm text-muted">{t("whoApproves")}</p>
      <ul aria-label={t("waiting")}>
        {data.waiting.map((approval, at) => (
          <WaitingRequest key={approval.id} approval={approval} isFirst={at === 0} now={now} />
        ))}
      </ul>
    </>
  );
}

const outcomes = {
  waiting: { text: "waiting", tone: "warn" },
  approved: { text: "statusApproved", tone: "good" },
  rejected: { text: "statusDeclined", tone: "bad" },
  withdrawn: { text: "statusWithdrawn", tone: "plain" },
  expired: { text: "statusExpired", tone: "plain" },
} as const satisfies Record<Approval["status"], { readonly text: string; readonly tone: ChipTone }>;

function useColumns(): readonly Column<Approval>[] {
  const { t, dayAndTime } = useWords(approvalsWords);
  return [
    {
      id: "what",
      head: t("what"),
      onCard: "title",
      cell: (approval) => t(kindTexts[approval.kind]),
    },
    {
      id: "status",
      head: t("outcome"),
      onCard: "aside",
      cell: ({ status }) => <Chip tone={outcomes[status].tone}>{t(outcomes[status].text)}</Chip>,
    },
    {
      id: "amount",
      head: t("amountSol"),
      isFigure: true,
      sortBy: "server",
      cell: ({ amount }) => <Sol amount={amount} />,
    },
    { id: "asker", head: t("askedBy"), cell: ({ asked_by: wallet }) => <Who wallet={wallet} /> },
    {
      id: "decider",
      head: t("decidedBy"),
      cell: ({ decided_by: wallet }) =>
        wallet === null ? <span className="text-muted">–</span> : <Who wallet={wallet} />,
    },
    {
      id: "decided",
      head: t("decidedAt"),
      sortBy: "server",
      cell: ({ decided_at: at }) => (at === null ? "–" : dayAndTime(at)),
    },
    {
      id: "details",
      head: t("details"),
      onCard: "foot",
      cell: (approval) => (
        <div className="max-w-72 py-1 text-xs whitespace-normal">
          <dl className="flex flex-wrap gap-x-4">
            <RequestFacts approval={approval} />
            <CauseFact approval={approval} />
          </dl>
          <Reason by={t("asker")} text={approval.reason} />
          <Reason by={t("decider")} text={approval.decision_reason} />
        </div>
      ),
    },
  ];
}

const Reason = ({ by, text }: { readonly by: string; readonly text: string | null }) =>
  text === null ? null : (
    <p className="text-muted">
      {by}: {text}
    </p>
  );
