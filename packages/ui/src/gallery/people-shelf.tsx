import type { ReactNode } from "react";
import { UnreadBadge } from "../feedback/unread-badge.tsx";
import { Avatar } from "../identity/avatar.tsx";
import { PresenceDot } from "../identity/presence-dot.tsx";
import { Kbd } from "../inputs/kbd.tsx";
import classes from "./gallery.module.css";
import { samplePhoto } from "./samples.ts";
import { Shelf, Specimen } from "./specimen.tsx";

const NAMES = ["Maya Okafor", "Dev Patel", "Inês Duarte", "Tom", "Lena Fischer", "李小龍", "محمد علي"];

export function PeopleShelf(): ReactNode {
  return (
    <Shelf title="People">
      <Specimen name="Avatar: initials, presence, status, photo, number, deleted user">
        <div className={classes.row}>
          {NAMES.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Maya Okafor" presence="online" />
          <Avatar name="Dev Patel" presence="away" presenceLabel="Do Not Disturb" />
          <Avatar name="Inês Duarte" presence="offline" />
          <Avatar name="Lena Fischer" presence="online" status={{ emoji: "🏝️", name: "On holiday" }} />
          <Avatar name="Maya Okafor" photo={samplePhoto} presence="online" />
          <Avatar name="+1 212 555 0110" />
          <Avatar />
        </div>
      </Specimen>
      <Specimen name="Avatar: sizes">
        <div className={classes.row}>
          {[20, 28, 36, 48, 72].map((size) => (
            <Avatar key={size} name="Maya Okafor" size={size} presence="online" />
          ))}
        </div>
      </Specimen>
      <Specimen name="Presence">
        <div className={classes.row}>
          {(["online", "away", "offline"] as const).map((presence) => (
            <span key={presence} className={classes.row} style={{ gap: 6 }}>
              <PresenceDot presence={presence} /> {presence}
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen name="Unread badge: 0, 1, 9, 10">
        <div className={classes.row}>
          {[0, 1, 9, 10].map((count) => (
            <UnreadBadge key={count} count={count} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Keys">
        <div className={classes.row}>
          <Kbd shortcut="Mod+K" />
          <Kbd shortcut="Mod+K" platform="macOS" />
          <Kbd shortcut="Ctrl+Shift+A" />
          <Kbd shortcut="?" />
        </div>
      </Specimen>
    </Shelf>
  );
}
