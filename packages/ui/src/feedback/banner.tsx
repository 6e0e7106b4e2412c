import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./banner.module.css";

/** `alert` is the red bar, `network` the dark one of a lost connection, `quiet` a remark such as "Demo data". */
type BannerTone = "alert" | "network" | "quiet";

export interface BannerProps {
  readonly tone: BannerTone;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly action?: BannerAction;
  /** The way to what the bar has no room for. */
  readonly more?: Omit<BannerAction, "isBusy">;
}

interface BannerAction {
  readonly label: string;
  readonly onClick: () => void;
  readonly isBusy?: boolean;
}

export function Banner({ tone, icon: Icon, children, action, more }: BannerProps): ReactNode {
  return (
    <div className={classes.bar} data-tone={tone} role="status">
      {Icon && <Icon size={16} aria-hidden="true" className={classes.icon} />}
      <span className={classes.text}>{children}</span>
      {more && (
        <button type="button" className={classes.more} onClick={more.onClick}>
          {more.label}
        </button>
      )}
      {action && <ActionButton {...action} />}
    </div>
  );
}

function ActionButton({ label, onClick, isBusy = false }: BannerAction): ReactNode {
  return (
    <button
      type="button"
      className={classes.action}
      // A disabled button would let go of the focus, and the next key press would start at the top of the page.
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {label}
    </button>
  );
}
