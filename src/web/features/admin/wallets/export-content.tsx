import { houseWalletKinds } from "../../../../domain/ledger.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chip } from "../kit/bits.tsx";
import { type problemOfExport, type WalletsExport } from "./read-export.ts";
import { walletsWords } from "./words.en.ts";

interface ExportContentProps {
  readonly exported: WalletsExport;
  readonly problem: ReturnType<typeof problemOfExport>;
  /** This installation's network. */
  readonly network: string | undefined;
}

/** What a file would bring, to be compared before it is sent. */
export function ExportContent({ exported, problem, network = "" }: ExportContentProps) {
  const { t, moment } = useWords(walletsWords);
  const { wallets } = exported;
  const facts = [
    [t("networkOfExport"), exported.network],
    [t("exportedAt"), moment(exported.exportedAt)],
    ...houseWalletKinds.map((kind) => {
      const ofKind = wallets.filter(({ type }) => type === kind);
      const retired = ofKind.filter(({ isActive }) => !isActive).length;
      const count = t("walletCount", { count: ofKind.length });
      return [
        t(kind),
        retired === 0 ? count : `${count} (${t("retiredCount", { count: retired })})`,
      ] as const;
    }),
  ] as const;
  return (
    <section aria-label={t("exportContent")} className="rounded-m border border-divider bg-bg p-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-bold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {problem !== null && (
        <p role="alert" className="mt-3 text-sm font-bold text-bad">
          {problem.problem === "kindMissing"
            ? t("kindMissing", { kind: t(problem.kind) })
            : t(problem.problem, { theirs: exported.network, ours: network })}
        </p>
      )}
      <p aria-hidden className="mt-3 mb-1 text-xs text-muted">
        {t("addressesInFile")}
      </p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t("addressesInFile")}
        className="flex max-h-48 flex-col gap-1 overflow-y-auto"
      >
        {wallets.map(({ type, address, isActive }, index) => (
          <li
            // An address may be in a file twice.
            key={`${index}-${address}`}
            className="flex flex-wrap items-center justify-between gap-x-3 border-t border-hair py-1 first:border-t-0"
          >
            <span className="min-w-0 font-mono text-xs break-all">{address}</span>
            <span className="flex items-center gap-2 text-xs text-muted">
              {t(type)}
              {!isActive && <Chip tone="plain">{t("retired")}</Chip>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
