import { CircleUser, Flag, ShieldCheck } from "lucide-react";
import { NavLink } from "react-router";

const tabs = [
  { to: "/", label: "Race", icon: Flag },
  { to: "/dashboard", label: "Dashboard", icon: CircleUser },
  { to: "/provably-fair", label: "Fair", icon: ShieldCheck },
] as const;

/** The main places of the app at the lower edge of a phone. */
export function TabBar() {
  return (
    <nav aria-label="Places" className="grid grid-cols-3">
      {tabs.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs ${isActive ? "text-bright" : "text-muted"}`
          }
        >
          <Icon aria-hidden size={20} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
