import { DetailSection } from "@offhook/ui/detail";
import { timeLabel } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import classes from "./item-readers.module.css";

const TICK_MS = 60_000;

export interface ItemReadersProps {
  readonly readers: readonly { readonly user_id: number; readonly name: string; readonly at: number }[];
}

/** Who has read it, and when. */
export function ItemReaders({ readers }: ItemReadersProps): ReactNode {
  const { id: userId, effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  if (readers.length === 0) return null;
  return (
    <DetailSection label="Read by">
      <ul className={classes.readers}>
        {readers.map(({ user_id, name, at }) => (
          <li key={user_id}>
            <span>{user_id === userId ? "You" : name}</span>
            <time>{timeLabel({ at: at * 1000, now, timeZone })}</time>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
