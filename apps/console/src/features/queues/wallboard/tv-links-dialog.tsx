import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import type { WallboardLink } from "@offhook/contract";
import { LoadError, useConfirm, useSnackbar } from "@offhook/ui";
import { timeLabel } from "@offhook/ui/format";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import classes from "./tv-links-dialog.module.css";

const KEY = ["wallboard", "links"];
const MAX_NAME = 60;
const ASK_AGAIN_MS = 15_000;

/** Links that show the wallboard on screens at which nobody is signed in. */
export function TvLinksDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [address, setAddress] = useState<string>();
  const { data: links, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.listWallboardLinks({}, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  return (
    <Modal opened onClose={onClose} title="TV links">
      <Stack>
        <Text size="sm" c="dimmed">
          A TV link shows the wallboard without signing in: numbers and first names only, nothing about
          callers.
        </Text>
        <NewLink
          onCreated={(created) => {
            setAddress(created);
            void reload();
          }}
        />
        {address !== undefined && <NewAddress address={address} />}
        {error && !links && (
          <LoadError onRetry={() => void reload()}>TV links could not be loaded.</LoadError>
        )}
        {links?.length === 0 && <Text c="dimmed">No TV links yet.</Text>}
        {links && links.length > 0 && (
          <ul className={classes.links} aria-label="TV links">
            {links.map((link) => (
              <li key={link.id} className={classes.link}>
                <LinkRow link={link} onRevoked={() => void reload()} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}

function NewLink({ onCreated }: { readonly onCreated: (address: string) => void }): ReactNode {
  const { client, browser } = usePlatform();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const create = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const { token } = await client.createWallboardLink({ body: { name: name.trim() } });
      onCreated(`${browser.origin}${paths.wallboardScreen(token)}`);
      setName("");
    } catch (failure) {
      setError(failureText(failure));
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") setError("Enter a name");
    else void create();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          className={classes.name}
          aria-label="Name of the screen"
          placeholder="Lobby TV"
          maxLength={MAX_NAME}
          value={name}
          error={error}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" loading={isBusy}>
          Create link
        </Button>
      </Group>
    </form>
  );
}

function NewAddress({ address }: { readonly address: string }): ReactNode {
  const snackbar = useSnackbar();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      snackbar.show("Link copied", { tone: "success" });
    } catch {
      snackbar.show("The link could not be copied. Select it and copy it yourself.", { tone: "error" });
    }
  };
  return (
    <div className={classes.address}>
      <TextInput
        label="Open this link on the TV"
        description="It is shown only once."
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  );
}

interface LinkRowProps {
  readonly link: WallboardLink;
  readonly onRevoked: () => void;
}

function LinkRow({ link, onRevoked }: LinkRowProps): ReactNode {
  const { client, browser } = usePlatform();
  const { effective_timezone: timeZone } = useUser();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const when = (at: number): string => timeLabel({ at: at * 1000, now: browser.clock.now(), timeZone });
  const revoke = async (): Promise<void> => {
    const isMeant = await confirm({
      title: `Revoke ${link.name}?`,
      text: "The screen stops showing the wallboard within seconds. This can't be undone.",
      acceptLabel: "Revoke",
      isDestructive: true,
    });
    if (!isMeant) return;
    try {
      await client.revokeWallboardLink({ query: { id: link.id } });
      snackbar.show(`Revoked ${link.name}`, { tone: "success" });
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
    onRevoked();
  };
  return (
    <>
      <div className={classes.words}>
        <span className={classes.label} dir="auto">
          {link.name}
        </span>
        <span className={classes.about}>
          {link.last_seen === null ? "Never opened" : `Last seen ${when(link.last_seen)}`} · created by{" "}
          {link.created_by}
        </span>
      </div>
      <Button variant="default" size="xs" aria-label={`Revoke ${link.name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </>
  );
}
