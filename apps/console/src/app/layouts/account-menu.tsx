import { Menu, UnstyledButton } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import { LogOut, UsersRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SwitchAccountsDialog, useSession, useUser } from "../../features/session/index.ts";

export function AccountMenu(): ReactNode {
  const session = useSession();
  const user = useUser();
  const [isSwitching, setIsSwitching] = useState(false);
  const name = `${user.firstname} ${user.lastname}`.trim() || user.username;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton aria-label={`Account of ${name}`}>
            <Avatar
              name={name}
              seed={String(user.id)}
              size={36}
              isDecorative
              {...(user.photo === null ? {} : { photo: user.photo })}
            />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {name}
            {user.extension === null ? "" : ` · ${user.extension}`}
          </Menu.Label>
          <Menu.Item
            leftSection={<UsersRound size={16} aria-hidden="true" />}
            onClick={() => setIsSwitching(true)}
          >
            Switch accounts
          </Menu.Item>
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden="true" />}
            onClick={() => void session.signOut()}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSwitching && <SwitchAccountsDialog onClose={() => setIsSwitching(false)} />}
    </>
  );
}
