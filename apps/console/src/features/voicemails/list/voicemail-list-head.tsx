import type { VoicemailFilter, VoicemailFolder } from "@offhook/contract";
import { ActionMenu, useSnackbar } from "@offhook/ui";
import { FilterSelect } from "@offhook/ui/filter-select";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { CheckCheck, EllipsisVertical } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useStore } from "zustand";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUnread } from "../../messages/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { TasksBadgeHost, TasksButton } from "../../tasks/index.ts";
import { shownBoxes } from "../store/shown-boxes.ts";
import { useVoicemails } from "../use-voicemails.ts";
import classes from "./voicemail-list-pane.module.css";

const ALL = "all";

const FOLDERS: readonly { readonly value: VoicemailFolder | typeof ALL; readonly label: string }[] = [
  { value: "INBOX", label: "Inbox" },
  { value: "SAVED", label: "Saved" },
  { value: ALL, label: "All" },
];

const FILTERS: readonly { readonly value: VoicemailFilter; readonly label: string }[] = [
  { value: "all", label: "All voicemails" },
  { value: "new", label: "New" },
  { value: "mine", label: "Assigned to me" },
  { value: "unassigned", label: "Unassigned" },
  { value: "unresolved", label: "Unresolved" },
];

/** What the list shows, the way to the tasks, and what is done to all of it. */
// Opening a voicemail draws the list anew; its tools do not depend on that.
export const VoicemailListHead = memo(Head);

function Head(): ReactNode {
  return (
    <div className={classes.head}>
      <div className={classes.tools}>
        <Folders />
        <TasksButton size="md">
          <TasksBadgeHost />
        </TasksButton>
        <ListMenu />
      </div>
      <div className={classes.tools}>
        <Boxes />
        <Filters />
      </div>
    </div>
  );
}

function Folders(): ReactNode {
  const { list } = useVoicemails();
  const choice = useStore(list.state, (state) => state.choice);
  return (
    <div className={classes.folders}>
      <SegmentedControl
        isWide
        size="xs"
        aria-label="Folder"
        segments={FOLDERS}
        value={choice.dir ?? ALL}
        onChange={(dir) => list.select({ ...choice, dir: dir === ALL ? null : dir })}
      />
    </div>
  );
}

function Filters(): ReactNode {
  const { list } = useVoicemails();
  const choice = useStore(list.state, (state) => state.choice);
  return (
    <FilterSelect
      className={classes.filter}
      label="Show"
      options={FILTERS}
      value={choice.filter}
      listWidth="max-content"
      onChange={(filter) => list.select({ ...choice, filter })}
    />
  );
}

function Boxes(): ReactNode {
  const { list } = useVoicemails();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeVoicemails = useSettings((settings) => settings.activeVoicemails);
  const choice = useStore(list.state, (state) => state.choice);
  if (user.vox_boxes.length < 2) return null;
  const shown = shownBoxes(user, { filters, activeVoicemails });
  const isAll = choice.boxes.join("\n") === shown.join("\n");
  return (
    <FilterSelect
      className={classes.filter}
      label="Box"
      options={[
        { value: ALL, label: "All boxes" },
        ...user.vox_boxes.map(({ name, label }) => ({ value: name, label: label || name })),
      ]}
      value={isAll ? ALL : (choice.boxes[0] ?? ALL)}
      onChange={(box) => list.select({ ...choice, boxes: box === ALL ? shown : [box] })}
    />
  );
}

function ListMenu(): ReactNode {
  const { client } = usePlatform();
  const hasNew = useUnread(({ vox }) => vox > 0);
  const snackbar = useSnackbar();
  const markAllRead = (): void => {
    client.markRead({ body: { type: "vox" } }).then(
      () => snackbar.show("All voicemails marked as read", { tone: "success" }),
      (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }),
    );
  };
  return (
    <ActionMenu
      label="More for voicemails"
      title="More"
      icon={EllipsisVertical}
      actions={[{ label: "Mark all as read", icon: CheckCheck, isDisabled: !hasNew, onSelect: markAllRead }]}
    />
  );
}
