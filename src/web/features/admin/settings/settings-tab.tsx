import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { warnOfSettings } from "../../../../domain/house-margin.ts";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { LoadFailure } from "../kit/load-failure.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { groupSettings } from "./setting-groups.ts";
import { AsDrafted } from "./setting-name.tsx";
import { SettingRow } from "./setting-row.tsx";
import type { Setting } from "./setting-texts.ts";
import { risksOfChange } from "./setting-risks.ts";
import { type Drafts, settingsAsDrafted } from "./settings-as-drafted.ts";
import { SettingsWarnings } from "./settings-warnings.tsx";
import { settingsWords } from "./words.en.ts";

/** Every setting, grouped, each saved separately. */
export function SettingsTab() {
  const { t } = useWords(settingsWords);
  const address = useAdminAddress();
  const { data, error, refetch } = useAnswer("listSettings", { query: { walletAddress: address } });
  return (
    <TabPage title={t("title")} note={t("note")}>
      {data === undefined && error === null && <Skeleton className="h-96" />}
      {data === undefined && error !== null && (
        <Part>
          <LoadFailure error={error} fallback={t("failed")} retry={refetch} />
        </Part>
      )}
      {data !== undefined && <AllSettings settings={data.settings} />}
    </TabPage>
  );
}

function AllSettings({ settings }: { readonly settings: readonly Setting[] }) {
  const { t } = useWords(settingsWords);
  const [search] = useAddress();
  const settingKey = search.get("setting");
  const [drafts, setDrafts] = useState<Drafts>({});
  const draft = useCallback(
    (key: string, text: string | null) =>
      setDrafts(({ [key]: _before, ...others }) => (text === null ? others : { ...others, [key]: text })),
    [],
  );
  const averagePool = useAveragePool();
  const race = useRaceAtHand();
  const asDrafted = useMemo(
    () => ({ settings: settingsAsDrafted(settings, drafts), race }),
    [settings, drafts, race],
  );
  const warnings = warnOfSettings(asDrafted.settings, averagePool);
  const isDrafted = settings.some(
    ({ setting_key: key, setting_value: value }) => (drafts[key] ?? value) !== value,
  );
  return (
    <AsDrafted value={asDrafted}>
      <SettingsWarnings warnings={warnings} isDrafted={isDrafted} />
      {groupSettings(settings).map(({ name, settings: grouped }) => (
        <Part key={name} heading={t(name)}>
          <ul className="pb-1">
            {grouped.map((setting) => (
              <SettingRow
                key={setting.setting_key}
                setting={setting}
                isWanted={setting.setting_key === settingKey}
                onDraft={(text) => draft(setting.setting_key, text)}
                risksOf={(text) => risksOfChange(settings, { key: setting.setting_key, text }, averagePool)}
              />
            ))}
          </ul>
        </Part>
      ))}
    </AsDrafted>
  );
}

/** Average pool of the races settled in the last 30 days; null before the first, and until it is known. */
function useAveragePool(): Lamports | null {
  const walletAddress = useAdminAddress();
  const { data } = useAnswer("getRevenueSeries", { query: { walletAddress, by: "type" } });
  const races = data?.series.reduce((total, part) => total + part.races, 0) ?? 0;
  const wagered = data?.series.reduce((total, part) => total + part.wagered, 0n) ?? 0n;
  return races === 0 ? null : lamports(wagered / BigInt(races));
}

const RACE_EVERY_MS = 10_000;

/** The number of the race created last, which keeps the settings of its creation. */
function useRaceAtHand(): string | null {
  const address = useAdminAddress();
  const { data } = useQuery({
    queryKey: queryKeys.admin(address, "getActiveRace", {}),
    queryFn: () => fetchApi("getActiveRace", {}),
    refetchInterval: RACE_EVERY_MS,
  });
  return data?.race ? raceLabel(data.race.id) : null;
}
