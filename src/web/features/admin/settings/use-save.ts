import { useChange } from "../kit/use-change.ts";
import { saveFailure } from "./setting-texts.ts";

/** Saves one setting; `done` is shown when it worked. */
export const useSave = (key: string, done: string) =>
  useChange({
    call: "updateSetting",
    ...((key === "network" || key.startsWith("rpc_url_")) && { purpose: "nodes" }),
    stale: ["listSettings", "listAudit"],
    done,
    failed: saveFailure(key),
  });
