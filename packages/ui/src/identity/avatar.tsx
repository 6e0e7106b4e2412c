import { UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EmojiText } from "../text/emoji-text.tsx";
import classes from "./avatar.module.css";
import { avatarColor } from "./avatar-color.ts";
import { initialsOf } from "./initials.ts";
import { type Presence, PresenceDot } from "./presence-dot.tsx";

export interface AvatarProps {
  /** Left out for a sender nobody knows any more. */
  readonly name?: string | undefined;
  readonly photo?: string | undefined;
  /** Keeps the color when the name changes; the name itself when left out. */
  readonly seed?: string;
  readonly size?: number;
  readonly presence?: Presence | undefined;
  readonly presenceLabel?: string;
  readonly status?: { readonly emoji: string; readonly name: string } | undefined;
  /** Where the name stands beside it the face would only be read twice. */
  readonly isDecorative?: boolean;
}

export const UNKNOWN_SENDER_NAME = "Deleted user";

export function Avatar(props: AvatarProps): ReactNode {
  const { name, photo, seed, size = 36, presence, presenceLabel, status, isDecorative = false } = props;
  const shownName = name ?? UNKNOWN_SENDER_NAME;
  return (
    <span className={classes.root} style={{ width: size, height: size, fontSize: size * 0.4 }}>
      <span
        className={classes.face}
        style={{ background: avatarColor(seed ?? shownName) }}
        {...(isDecorative ? { "aria-hidden": true } : { role: "img", "aria-label": shownName })}
      >
        <Face key={fileOf(photo)} name={name} photo={photo} size={size} />
      </span>
      {status && (
        <span role="img" className={classes.status} aria-label={status.name} title={status.name}>
          <EmojiText text={status.emoji} size={Math.max(10, Math.round(size * 0.36))} />
        </span>
      )}
      {presence && (
        <span className={classes.presence}>
          <PresenceDot
            presence={presence}
            size={Math.min(14, Math.max(7, Math.round(size * 0.26)))}
            {...(presenceLabel === undefined ? {} : { label: presenceLabel })}
          />
        </span>
      )}
    </span>
  );
}

/** A newly signed address leads to the same picture, which stays while the browser fetches it again. */
function fileOf(photo: string | undefined): string | undefined {
  return photo?.startsWith("data:") ? photo : photo?.split("?")[0];
}

interface FaceProps {
  readonly name: string | undefined;
  readonly photo: string | undefined;
  readonly size: number;
}

function Face({ name, photo, size }: FaceProps): ReactNode {
  const [failed, setFailed] = useState<string>();
  if (photo && photo !== failed) {
    return (
      <img
        className={classes.photo}
        src={photo}
        alt=""
        width={size}
        height={size}
        decoding="async"
        draggable={false}
        onError={() => setFailed(photo)}
      />
    );
  }
  const initials = initialsOf(name);
  if (initials === "") return <UserRound size={size * 0.56} aria-hidden="true" />;
  // Drawn and not written: as text they would be a second label of the button they stand in (WCAG 2.2, 2.5.3).
  return <span className={classes.initials} data-initials={initials} />;
}
