import { Banners } from "../app/banners.tsx";
import { BrandMark } from "../foundation/ui/brand-mark.tsx";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { TabBar } from "../app/tab-bar.tsx";
import { WalletButton } from "../features/sign-in/wallet-button.tsx";
import { NotificationList } from "../features/notifications/list/notification-list.tsx";
import { Panel } from "../foundation/ui/panel.tsx";
import { SoundButton } from "../features/sound/sound-button.tsx";
import { Case, CaseGroup } from "./case.tsx";
import { address, players } from "./example-player.ts";

/** The parts around the pages. */
export function PageParts() {
  return (
    <CaseGroup name="Around the pages">
      <Case name="mark">
        <BrandMark />
      </Case>
      {Object.entries(players).map(([name, player]) => (
        <Case key={name} name={`wallet: ${name}`}>
          <WalletButton player={player} />
        </Case>
      ))}
      <Case name="bell">
        <NotificationBell address={address} />
      </Case>
      <Case name="sound">
        <SoundButton />
      </Case>
      <Case name="notifications">
        <Panel className="w-80 p-4">
          <NotificationList address={address} />
        </Panel>
      </Case>
      <Case name="banners">
        <div className="w-[min(700px,90vw)]">
          <Banners />
        </div>
      </Case>
      <Case name="tabs of a phone">
        <div className="w-[390px] max-w-full border border-divider bg-panel">
          <TabBar />
        </div>
      </Case>
    </CaseGroup>
  );
}
