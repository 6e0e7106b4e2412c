import { Emoji } from "@offhook/ui/text";
import type { ReactNode } from "react";
import type { Reaction } from "../../store/message.ts";
import classes from "./message-row.module.css";

export interface ReactionsProps {
  readonly reactions: readonly Reaction[];
  readonly ownId: string | undefined;
  readonly nameOf: (user: string) => string;
  readonly onToggle: (emoji: string) => void;
}

export function Reactions({ reactions, ownId, nameOf, onToggle }: ReactionsProps): ReactNode {
  if (reactions.length === 0) return null;
  return (
    <ul className={classes.reactions} aria-label="Reactions">
      {reactions.map(({ emoji, users }) => {
        const names = users.map((user) => (user === ownId ? "You" : nameOf(user))).join(", ");
        return (
          <li key={emoji}>
            <button
              type="button"
              className={classes.reaction}
              aria-pressed={ownId !== undefined && users.includes(ownId)}
              aria-label={`${emoji} ${users.length}, ${names}`}
              title={names}
              onClick={() => onToggle(emoji)}
            >
              <Emoji emoji={emoji} size={15} />
              <span data-numeric>{users.length}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
