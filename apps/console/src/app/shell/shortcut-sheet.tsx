import { Modal, SimpleGrid, Text } from "@mantine/core";
import type { Shortcut } from "@offhook/contract";
import { Kbd, type ShortcutPlatform } from "@offhook/ui";
import { type ReactNode, useId } from "react";
import { currentPlatform, SHORTCUT_LABELS, useSettings } from "../../features/settings/index.ts";
import classes from "./shortcut-sheet.module.css";

const WIDTH = 760;

interface Row {
  readonly label: string;
  readonly keys: readonly string[];
}

const EVERYWHERE: readonly Row[] = [
  { label: "Search, or run a command", keys: ["Mod+K"] },
  { label: "Show these shortcuts", keys: ["?"] },
  { label: "Close", keys: ["Esc"] },
];

const LISTS: readonly Row[] = [
  { label: "Next and previous", keys: ["Down", "Up"] },
  { label: "First and last", keys: ["Home", "End"] },
  { label: "Open", keys: ["Enter"] },
];

export interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Every shortcut as it is set on this platform. None of them fires while someone types. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={WIDTH}>
      <Shortcuts platform={currentPlatform()} />
    </Modal>
  );
}

function Shortcuts({ platform }: { readonly platform: ShortcutPlatform }): ReactNode {
  const shortcuts = useSettings((settings) => settings.shortcuts[platform]);
  const of = (scope: Shortcut["scope"]): readonly Row[] =>
    shortcuts
      .filter((shortcut) => shortcut.scope === scope)
      .map(({ value, shortcut }) => ({
        label: SHORTCUT_LABELS[value],
        keys: shortcut === "" ? [] : [shortcut],
      }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32} verticalSpacing="md">
        <Block title="Everywhere" rows={EVERYWHERE} platform={platform} />
        <Block title="In lists" rows={LISTS} platform={platform} />
        <Block title="In a call" rows={of("inApp")} platform={platform} />
        <Block title="Desktop app only, from any program" rows={of("global")} platform={platform} />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="lg">
        Shortcuts are off while you type. You can change call shortcuts in Settings, under Shortcuts.
      </Text>
    </>
  );
}

interface BlockProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly platform: ShortcutPlatform;
}

function Block({ title, rows, platform }: BlockProps): ReactNode {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 className={classes.title} id={titleId}>
        {title}
      </h3>
      <dl className={classes.rows}>
        {rows.map(({ label, keys }) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.keys}>
              {keys.length === 0 ? (
                <span className={classes.none}>not set</span>
              ) : (
                keys.map((shortcut) => <Kbd key={shortcut} shortcut={shortcut} platform={platform} />)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
