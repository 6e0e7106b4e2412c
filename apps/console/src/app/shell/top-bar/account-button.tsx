import { UnstyledButton } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import type { ComponentProps, ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { useOwnStatusState } from "../../../features/settings/index.ts";
import classes from "./account-menu.module.css";
import { useOwnPresence } from "./own-presence.ts";

const PRESENCE = { 0: "offline", 1: "online", 2: "away" } as const;

/** The user's face; the account menu opens from it. */
export function AccountButton(props: ComponentProps<"button">): ReactNode {
  const user = useUser();
  const { presence, text } = useOwnPresence();
  const status = useOwnStatusState((state) => state.active);
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <UnstyledButton
      {...props}
      className={classes.trigger}
      data-tool="account"
      aria-label={`Account of ${name}, ${text}`}
    >
      <Avatar
        name={name}
        photo={user.photo ?? undefined}
        seed={String(user.id)}
        size={34}
        presence={PRESENCE[presence]}
        presenceLabel={text}
        status={status ? { emoji: status.emoji, name: status.name } : undefined}
        isDecorative
      />
    </UnstyledButton>
  );
}
