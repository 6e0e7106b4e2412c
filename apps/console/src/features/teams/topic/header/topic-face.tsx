import { Avatar, type Presence } from "@offhook/ui";
import { useAddresses } from "@offhook/ui/file-addresses";
import { Hash, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useShowFile } from "../../files/use-show-file.ts";
import { isPrivate, type Topic } from "../../store/topic.ts";
import type { Face } from "../use-names.ts";
import classes from "./topic-face.module.css";

export interface TopicFaceProps {
  readonly topic: Topic;
  readonly face: Face;
  readonly size?: number;
}

/** A person with picture, presence and status; a team by its sign. */
export function TopicFace({ topic, face, size = 40 }: TopicFaceProps): ReactNode {
  if (topic.isGroup && topic.photo !== "") return <TeamPicture topic={topic} size={size} />;
  if (topic.isGroup) return <TeamSign isPrivate={isPrivate(topic)} size={size} />;
  const { name, person, photo } = face;
  return (
    <Avatar
      name={name}
      photo={photo}
      seed={person?.name ?? name ?? topic.id}
      size={size}
      presence={presenceOf(topic, person?.presence)}
      status={statusOf(face)}
      isDecorative
    />
  );
}

/** Its sign until the picture is there, and where it cannot be had. */
function TeamPicture({ topic, size }: { readonly topic: Topic; readonly size: number }): ReactNode {
  const file = useAddresses([topic.photo], useShowFile()).of(topic.photo);
  if (file.name !== "there") return <TeamSign isPrivate={isPrivate(topic)} size={size} />;
  return <img className={classes.picture} src={file.address} alt="" width={size} height={size} />;
}

export interface TeamSignProps {
  readonly isPrivate: boolean;
  readonly size?: number;
}

export function TeamSign({ isPrivate: isLocked, size = 40 }: TeamSignProps): ReactNode {
  const Icon = isLocked ? Lock : Hash;
  return (
    <span className={classes.team} style={{ width: size, height: size }} aria-hidden="true">
      <Icon size={Math.round(size * 0.45)} />
    </span>
  );
}

export function statusOf({ person }: Face): { readonly emoji: string; readonly name: string } | undefined {
  if (!person?.statusName || !person.statusEmoji) return undefined;
  return { name: person.statusName, emoji: person.statusEmoji };
}

/** Away is what the phone says; there or not is what chat says. */
function presenceOf({ isOnline }: Topic, phone: 0 | 1 | 2 | undefined): Presence {
  if (!isOnline) return "offline";
  return phone === 2 ? "away" : "online";
}
