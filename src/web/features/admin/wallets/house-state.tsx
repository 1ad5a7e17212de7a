import { LockKeyhole, LockKeyholeOpen, OctagonX } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { type House, REFRESH_MS } from "./house.ts";
import { ResumeDialog } from "./resume-dialog.tsx";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface HouseStateProps {
  readonly house: House;
  readonly master: MasterPassword;
}

/** Whether payments go out, and if not, why and what that means. */
export function HouseState({ house, master }: HouseStateProps) {
  const { t } = useWords(walletsWords);
  const Icon = house.locked ? LockKeyhole : LockKeyholeOpen;
  return (
    <>
      {house.haltedSince !== null && <Halted since={house.haltedSince} master={master} />}
      <output
        className={`panel flex items-start gap-3 px-4 py-3 ${house.locked ? "border-warn/60!" : "border-good/40!"}`}
      >
        <Icon
          aria-hidden
          size={22}
          className={`mt-0.5 shrink-0 ${house.locked ? "text-warn" : "text-good"}`}
        />
        <span className="min-w-0">
          <strong className={`block text-lg ${house.locked ? "text-warn" : "text-good"}`}>
            {t(house.locked ? "locked" : "unlocked")}
          </strong>
          <span className="block text-sm text-muted">
            {t(house.locked ? "lockedMeans" : "unlockedMeans")}
          </span>
        </span>
      </output>
    </>
  );
}

function Halted({ since, master }: { readonly since: Date; readonly master: MasterPassword }) {
  const { t, signedSol, dayAndTime } = useWords(walletsWords);
  const { data } = useAnswer("getSolvency", {}, { everyMs: REFRESH_MS });
  const [resumes, setResumes] = useState(false);
  return (
    <div role="alert" className="panel flex flex-wrap items-start gap-3 border-bad/60! px-4 py-3">
      <OctagonX aria-hidden size={22} className="mt-0.5 text-bad" />
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <p className="text-lg font-bold text-bad">
          {t("halted")}{" "}
          <span className="text-sm font-medium text-muted">
            {t("haltedSince", { time: dayAndTime(since) })}
          </span>
        </p>
        <p className="text-sm text-muted">
          {data === undefined
            ? t("haltedMeans")
            : `${t(data.difference === 0n ? "agreesNow" : "differsBy", { amount: signedSol(data.difference) })} ${t("haltedMeans")}`}
        </p>
      </div>
      <Button
        look="danger"
        className="max-tablet:w-full"
        onClick={() => master.isThere() && setResumes(true)}
      >
        {t("resume")}
      </Button>
      {resumes && (
        <ResumeDialog
          master={master}
          differs={data !== undefined && data.difference !== 0n}
          onClose={() => setResumes(false)}
        />
      )}
    </div>
  );
}
