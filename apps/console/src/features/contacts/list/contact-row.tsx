import { Avatar, type Presence, Unreadable } from "@offhook/ui";
import { Star } from "lucide-react";
import { memo, type ReactNode } from "react";
import { BlockedMark } from "../../lines/index.ts";
import type { BookEntry } from "../book/book-entry.ts";
import { useContactPhoto } from "../callers/use-contact-photo.ts";
import { useBookState } from "../contact-book-context.ts";
import { usePeople } from "../contacts-context.ts";
import classes from "./contact-row.module.css";

const PRESENCES: readonly Presence[] = ["offline", "online", "away"];

export interface ContactRowProps {
  readonly entry: BookEntry;
  readonly isFirstOfLetter: boolean;
}

export const ContactRow = memo(ReadableRow);

function ReadableRow(props: ContactRowProps): ReactNode {
  return props.entry.isUnreadable ? <Unreadable /> : <Row {...props} />;
}

function Row({ entry, isFirstOfLetter }: ContactRowProps): ReactNode {
  const colleague = usePeople(({ byUserId }) =>
    entry.userId === undefined ? undefined : byUserId.get(entry.userId),
  );
  const photo = useContactPhoto(entry);
  const isSpeedDial = useBookState(({ speedDial }) => speedDial.has(entry.id));
  return (
    <div className={classes.row}>
      <span className={classes.letter} aria-hidden="true">
        {isFirstOfLetter ? entry.letter : ""}
      </span>
      <Avatar
        name={entry.name}
        photo={photo}
        seed={entry.id}
        size={36}
        presence={colleague && PRESENCES[colleague.presence]}
        isDecorative
      />
      <div className={classes.text}>
        <div className={classes.name} dir="auto">
          {entry.name}
        </div>
        <div className={classes.subtitle} dir="auto">
          {colleague?.statusName
            ? `${colleague.statusEmoji ?? ""} ${colleague.statusName}`.trim()
            : entry.subtitle}
        </div>
      </div>
      {entry.userId === undefined && <BlockedMark numbers={entry.digits} />}
      {isSpeedDial && <Star className={classes.star} size={14} role="img" aria-label="On your speed dial" />}
      <TypeMark entry={entry} />
    </div>
  );
}

const TYPE_NAMES = { google: "Google", microsoft: "Microsoft" } as const;

function TypeMark({ entry: { type } }: { readonly entry: BookEntry }): ReactNode {
  if (type !== "google" && type !== "microsoft") return null;
  return <span className={classes.type}>{TYPE_NAMES[type]}</span>;
}
