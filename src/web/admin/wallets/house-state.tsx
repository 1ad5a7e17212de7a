import { LockKeyhole, LockKeyholeOpen, OctagonX } from "lucide-react";
import { useWords } from "../../words/use-words.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { type House, REFRESH_MS } from "./house.ts";
import { walletsWords } from "./words.en.ts";

/** Whether payments leave, and if not why and what that means (rule ADMIN-22). */
export function HouseState({ house }: { readonly house: House }) {
  const { t } = useWords(walletsWords);
  const Icon = house.locked ? LockKeyhole : LockKeyholeOpen;
  return (
    <>
      {house.paymentsHalted && <Halted />}
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

function Halted() {
  const { t, signedSol } = useWords(walletsWords);
  const { data } = useAnswer("getSolvency", {}, { everyMs: REFRESH_MS });
  return (
    <div role="alert" className="panel flex items-start gap-3 border-bad/60! px-4 py-3">
      <OctagonX aria-hidden size={22} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="text-lg font-bold text-bad">{t("halted")}</p>
        <p className="text-sm text-muted">
          {data === undefined
            ? t("haltedMeans")
            : `${t(data.difference === 0n ? "agreesNow" : "differsBy", { amount: signedSol(data.difference) })} ${t("haltedMeans")}`}
        </p>
      </div>
    </div>
  );
}
