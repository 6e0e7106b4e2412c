import type { ReactNode } from "react";
import type { Topic } from "../../store/topic.ts";
import { useTeamsState } from "../../teams-context.ts";
import classes from "../topic-view.module.css";
import type { Names } from "../use-names.ts";

const NOBODY: readonly string[] = [];

/** The people who are writing something right now. Its room is always there, so that nothing jumps. */
export function TypingLine({ topic, names }: { readonly topic: Topic; readonly names: Names }): ReactNode {
  const users = useTeamsState((state) => state.typing.get(topic.id) ?? NOBODY);
  return (
    <div className={classes.typing} role="status">
      {typingWords(users.map(names.nameOf))}
    </div>
  );
}

function typingWords(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return `${first} is typing…`;
  return names.length === 2
    ? `${first} and ${second} are typing…`
    : `${first} and ${names.length - 1} others are typing…`;
}
