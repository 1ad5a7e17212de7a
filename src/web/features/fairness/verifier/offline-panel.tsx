import { Download } from "lucide-react";
import { verifierFile } from "virtual:furlong-verifier-file";
import { VERIFIER_FILE } from "../../../../contract/pages.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { VerifiedRace } from "./check-race.ts";
import { verifierWords } from "./words.en.ts";

const linkLook =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-m border border-control bg-raised/80 px-4 text-base font-bold text-text hover:border-accent hover:bg-raised";

/** The downloadable verifier with its hash, and a race's data to check with it (rule FAIR-34). */
export function OfflinePanel({ race }: { readonly race: VerifiedRace | null }) {
  const { t, decimal } = useWords(verifierWords);
  return (
    <Panel heading={t("offlineVerifier")}>
      <div className="flex flex-col items-start gap-3 p-4 pt-1">
        <p className="leading-relaxed text-muted">
          {t("offlineVerifierAbout", { size: decimal(verifierFile.bytes / 1000, 0) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <a href={`/${VERIFIER_FILE}`} download className={linkLook}>
            <Download aria-hidden size={18} />
            {t("downloadVerifier")}
          </a>
          {race !== null && (
            <a
              href={`/api/races/verify/${encodeURIComponent(race.id)}`}
              download={`furlong-${race.id}.json`}
              className={linkLook}
            >
              <Download aria-hidden size={18} />
              {t("downloadRace")}
            </a>
          )}
        </div>
        <dl className="flex flex-col gap-0.5 text-sm">
          <dt className="text-muted">{t("fileHash")}</dt>
          <dd className="font-mono text-xs break-all" data-testid="file-hash">
            {verifierFile.sha256}
          </dd>
        </dl>
      </div>
    </Panel>
  );
}
