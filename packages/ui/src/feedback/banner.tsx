import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./banner.module.css";

/** `alert` is the red bar, `network` the dark one of a lost connection, `quiet` a remark such as "Demo data". */
type BannerTone = "alert" | "network" | "quiet";

export interface BannerProps {
  readonly tone: BannerTone;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly onClick: () => void; readonly isBusy?: boolean };
}

export function Banner({ tone, icon: Icon, children, action }: BannerProps): ReactNode {
  return (
    <div className={classes.bar} data-tone={tone} role="status">
      {Icon && <Icon size={16} aria-hidden="true" className={classes.icon} />}
      <span className={classes.text}>{children}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          disabled={action.isBusy}
          aria-busy={action.isBusy ?? false}
          onClick={action.onClick}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
