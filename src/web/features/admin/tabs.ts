import {
  ChartColumn,
  BookLock,
  Coins,
  Flag,
  LayoutDashboard,
  Medal,
  Megaphone,
  Palette,
  PawPrint,
  SlidersHorizontal,
  Smile,
  Trophy,
  UserCheck,
  Users,
  Vault,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import { ToDecideCount } from "./approvals/to-decide-count.tsx";
import type { adminWords } from "./words.en.ts";

/** The first group has no name: it is what opens first. */
export const tabGroups = ["now", "game", "money", "people", "content"] as const;

export interface AdminTab {
  /** Its address is `/admin/{name}`. */
  readonly name: string;
  readonly group: (typeof tabGroups)[number];
  /** The key of its title in the panel's texts. */
  readonly label: keyof typeof adminWords.english;
  readonly icon: LucideIcon;
  readonly Tab: ComponentType;
  /** Shown next to its title. */
  readonly Badge?: ComponentType<{ readonly className?: string }>;
}

/** Every tab in the order of the list at the side: to add a tab, add an entry here. */
export const adminTabs: readonly AdminTab[] = [
  {
    name: "overview",
    group: "now",
    label: "overview",
    icon: LayoutDashboard,
    Tab: lazy(async () => ({ default: (await import("./overview/overview-tab.tsx")).OverviewTab })),
  },
  {
    name: "settings",
    group: "game",
    label: "settings",
    icon: SlidersHorizontal,
    Tab: lazy(async () => ({ default: (await import("./settings/settings-tab.tsx")).SettingsTab })),
  },
  {
    name: "races",
    group: "game",
    label: "races",
    icon: Flag,
    Tab: lazy(async () => ({ default: (await import("./races/races-tab.tsx")).RacesTab })),
  },
  {
    name: "horses",
    group: "game",
    label: "horses",
    icon: PawPrint,
    Tab: lazy(async () => ({ default: (await import("./horses/horses-tab.tsx")).HorsesTab })),
  },
  {
    name: "special",
    group: "game",
    label: "special",
    icon: Trophy,
    Tab: lazy(async () => ({ default: (await import("./special/special-tab.tsx")).SpecialTab })),
  },
  {
    name: "revenue",
    group: "money",
    label: "revenue",
    icon: ChartColumn,
    Tab: lazy(async () => ({ default: (await import("./revenue/revenue-tab.tsx")).RevenueTab })),
  },
  {
    name: "payouts",
    group: "money",
    label: "payouts",
    icon: Coins,
    Tab: lazy(async () => ({ default: (await import("./payouts/payouts-tab.tsx")).PayoutsTab })),
  },
  {
    name: "wallets",
    group: "money",
    label: "wallets",
    icon: Vault,
    Tab: lazy(async () => ({ default: (await import("./wallets/wallets-tab.tsx")).WalletsTab })),
  },
  {
    name: "approvals",
    group: "money",
    label: "approvals",
    icon: UserCheck,
    Tab: lazy(async () => ({ default: (await import("./approvals/approvals-tab.tsx")).ApprovalsTab })),
    Badge: ToDecideCount,
  },
  {
    name: "users",
    group: "people",
    label: "users",
    icon: Users,
    Tab: lazy(async () => ({ default: (await import("./users/users-tab.tsx")).UsersTab })),
  },
  {
    name: "titles",
    group: "people",
    label: "titles",
    icon: Medal,
    Tab: lazy(async () => ({ default: (await import("./titles/titles-tab.tsx")).TitlesTab })),
  },
  {
    name: "audit",
    group: "people",
    label: "audit",
    icon: BookLock,
    Tab: lazy(async () => ({ default: (await import("./audit/audit-tab.tsx")).AuditTab })),
  },
  {
    name: "announcements",
    group: "content",
    label: "announcements",
    icon: Megaphone,
    Tab: lazy(async () => ({
      default: (await import("./announcements/announcements-tab.tsx")).AnnouncementsTab,
    })),
  },
  {
    name: "emotes",
    group: "content",
    label: "emotes",
    icon: Smile,
    Tab: lazy(async () => ({ default: (await import("./emotes/emotes-tab.tsx")).EmotesTab })),
  },
  {
    name: "themes",
    group: "content",
    label: "themes",
    icon: Palette,
    Tab: lazy(async () => ({ default: (await import("./themes/themes-tab.tsx")).ThemesTab })),
  },
];
