import { useQuery } from "@tanstack/react-query";
import { isLamports, type SignedLamports } from "../../../../domain/lamports.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { rpcUrlOf, useRuntime } from "../../../foundation/lib/runtime.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Fact, Transaction } from "../fact.tsx";
import type { Finding } from "../verifier/finding.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { checkAnchor, type Tree } from "./check-liabilities.ts";
import { heldOf } from "./compare-anchor.ts";
import { checkSignatures } from "./check-signatures.ts";
import { State } from "./own-part.tsx";
import { askerOf } from "./use-own-part.ts";
import { owedWords } from "./words.en.ts";

/**
 * What the house owes and holds, for everybody: the newest count, and the newest one on the chain (rules OWED-6 to
 * OWED-8).
 */
export function OwedPanel() {
  const { t } = useWords(owedWords);
  const runtime = useRuntime();
  const url = runtime === undefined ? null : rpcUrlOf(runtime);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.liabilities(url),
    queryFn: () => readAndCheck(askerOf(url)),
    enabled: runtime !== undefined,
    refetchInterval: 60_000,
  });
  return (
    <Panel heading={t("owedHeading")} data-testid="owed">
      <div className="flex flex-col gap-3 p-4 pt-1">
        <p className="leading-relaxed text-muted">{t("owedAbout")}</p>
        {data === undefined && !isError && <Skeleton className="h-40" />}
        {data === undefined && isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
            {t("owedFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </p>
        )}
        {data?.newest === null && <p className="text-muted">{t("noTree")}</p>}
        {data?.newest && <Totals tree={data.newest} />}
        {data?.newest && (
          <>
            <h3 className="text-base">{t("onChainHeading")}</h3>
            {data.anchored === null ? (
              <p className="text-muted">{t("notOnChain")}</p>
            ) : (
              <>
                {data.anchored.tree.root !== data.newest.root && <Totals tree={data.anchored.tree} />}
                <Anchored {...data.anchored} onRetry={() => void refetch()} />
              </>
            )}
          </>
        )}
        <p className="text-sm leading-relaxed text-muted">
          <strong>{t("proves")}.</strong> {t("provesAbout")}
        </p>
      </div>
    </Panel>
  );
}

const kinds = { deposit: "kind_deposit", hot: "kind_hot", treasury: "kind_treasury" } as const;

interface CheckedTree {
  readonly tree: Tree;
  readonly memo: Finding;
  /** In the order of the holdings. */
  readonly signatures: readonly Finding[];
}

async function readAndCheck(
  ask: AskNode | null,
): Promise<{ readonly newest: Tree | null; readonly anchored: CheckedTree | null }> {
  const { newest, anchored: tree } = await fetchApi("getLiabilities", {});
  if (tree === null) return { newest, anchored: null };
  const [memo, signatures] = await Promise.all([checkAnchor(ask, tree), checkSignatures(tree)]);
  return { newest, anchored: { tree, memo, signatures } };
}

function Totals({ tree }: { readonly tree: Tree }) {
  const { t, sol, whole, moment } = useWords(owedWords);
  const amount = (lamports: SignedLamports) => (isLamports(lamports) ? `${sol(lamports)} SOL` : "–");
  return (
    <dl className="flex flex-col gap-2 rounded-m border border-divider bg-bg/60 p-3 text-sm">
      <Fact name={t("owed")}>{amount(tree.total)}</Fact>
      <Fact name={t("holdings")}>{amount(heldOf(tree))}</Fact>
      <Fact name={t("accounts")}>{whole(tree.count)}</Fact>
      <Fact name={t("when")}>{moment(tree.at)}</Fact>
      <Fact name={t("slot")}>{String(tree.slot)}</Fact>
      <Fact name={t("root")}>{tree.root}</Fact>
    </dl>
  );
}

function Anchored({ tree, memo, signatures, onRetry }: CheckedTree & { readonly onRetry: () => void }) {
  const { t, sol } = useWords(owedWords);
  const network = useRuntime()?.network ?? null;
  return (
    <dl className="flex flex-col gap-2 text-sm">
      <Fact name={t("transaction")}>
        <Transaction network={network} signature={tree.anchor} />
        <Result finding={memo} absent={t("notOnChain")} />
        {(memo.state === "unread" || memo.state === "missing") && (
          <Button onClick={onRetry}>{t("tryAgain")}</Button>
        )}
      </Fact>
      <Fact name={t("signed")}>
        <ul className="flex flex-col gap-2">
          {tree.holdings.map(({ kind, address, lamports }, index) => (
            <li key={address}>
              <span className="font-ui text-sm">{t(kinds[kind])}</span> {address}{" "}
              {isLamports(lamports) ? sol(lamports) : "–"} SOL
              <Result finding={signatures[index] ?? { state: "absent" }} absent={t("notSigned")} />
            </li>
          ))}
        </ul>
      </Fact>
    </dl>
  );
}

function Result({ finding, absent }: { readonly finding: Finding; readonly absent: string }) {
  const { t } = useWords(owedWords);
  const texts = {
    checked: t("checkedHere"),
    differs: t("differs"),
    unread: t("notRead"),
    missing: t("notRead"),
    pending: t("notRead"),
    reading: t("lookedUp"),
    absent,
  };
  const { state } = finding;
  return (
    <div className="font-ui text-sm">
      <State name={state === "missing" || state === "pending" ? "unread" : state}>{texts[state]}</State>
    </div>
  );
}
