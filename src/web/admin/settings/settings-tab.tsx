import { Skeleton } from "../../ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { groupSettings } from "./setting-groups.ts";
import { SettingRow } from "./setting-row.tsx";
import { settingsWords } from "./words.en.ts";

/** Every setting, grouped, each saved by itself (rule ADMIN-10). */
export function SettingsTab() {
  const { t } = useWords(settingsWords);
  const address = useAdminAddress();
  const { data, isError, refetch } = useAnswer("listSettings", { query: { walletAddress: address } });
  const [search] = useAddress();
  const wanted = search.get("setting");
  return (
    <TabPage title={t("title")} note={t("note")}>
      {data === undefined && !isError && <Skeleton className="h-96" />}
      {data === undefined && isError && (
        <Part>
          <LoadFailure text={t("failed")} retry={refetch} />
        </Part>
      )}
      {data !== undefined &&
        groupSettings(data.settings).map(({ name, settings }) => (
          <Part key={name} heading={t(name)}>
            <ul className="pb-1">
              {settings.map((setting) => (
                <SettingRow
                  // What another admin saves meanwhile takes the place of what is shown.
                  key={`${setting.setting_key} ${setting.setting_value}`}
                  setting={setting}
                  isWanted={setting.setting_key === wanted}
                />
              ))}
            </ul>
          </Part>
        ))}
    </TabPage>
  );
}
