import type { Caller } from "@offhook/contract";
import { Avatar } from "@offhook/ui";
import type { ReactNode } from "react";

export interface CallerAvatarProps {
  readonly caller: Caller;
  /** As it is shown beside it: a number where nobody knows the caller. */
  readonly name: string;
  readonly size: number;
}

/** The picture of somebody whose name stands beside it. */
export function CallerAvatar({ caller, name, size }: CallerAvatarProps): ReactNode {
  return (
    <Avatar
      name={name}
      photo={caller.photo ?? undefined}
      seed={caller.contactId ?? caller.number}
      size={size}
      isDecorative
    />
  );
}
