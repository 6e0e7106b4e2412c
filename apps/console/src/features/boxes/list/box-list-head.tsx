import { ActionMenu, useSnackbar } from "@offhook/ui";
import { FilterSelect } from "@offhook/ui/filter-select";
import { ListHead, ListTools, WIDE_TOOL } from "@offhook/ui/list-head";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { useRouter } from "@tanstack/react-router";
import { CheckCheck, EllipsisVertical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { failureText } from "../../../platform/api/api-failure.ts";
import type { BoxList } from "../../../platform/boxes/box-list.ts";
import type { BoxItem } from "../../../platform/boxes/box-rules.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { TasksBadgeHost, TasksButton } from "../../tasks/index.ts";
import { useUnread } from "../../unread/index.ts";

const ALL = "all";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface BoxListHeadProps<Item extends BoxItem, Dir extends string, Filter extends string> {
  readonly list: BoxList<Item, Dir, Filter>;
  readonly dirs: { readonly label: string; readonly options: readonly Option<Dir | typeof ALL>[] };
  readonly filters: readonly Option<Filter>[];
  /** The user's boxes, and which of them the settings let the list show. */
  readonly boxes: {
    readonly label: string;
    readonly allLabel: string;
    readonly options: readonly Option<string>[];
    readonly shown: readonly string[];
  };
  readonly menu: BoxMenuProps;
  /** More tools. */
  readonly children?: ReactNode;
}

/** What the list shows, the way to the tasks, and what is done to all of it. */
export function BoxListHead<Item extends BoxItem, Dir extends string, Filter extends string>(
  props: BoxListHeadProps<Item, Dir, Filter>,
): ReactNode {
  const { list, dirs, filters, children } = props;
  const choice = useStore(list.state, (state) => state.choice);
  return (
    <ListHead>
      <ListTools>
        <div className={WIDE_TOOL}>
          <SegmentedControl
            isWide
            size="xs"
            aria-label={dirs.label}
            segments={dirs.options}
            value={choice.dir ?? ALL}
            onChange={(dir) => list.select({ ...choice, dir: dir === ALL ? null : dir })}
          />
        </div>
        {children}
        <TasksButton size="md">
          <TasksBadgeHost />
        </TasksButton>
        <BoxMenu {...props.menu} />
      </ListTools>
      <ListTools>
        <Boxes {...props} />
        <FilterSelect
          className={WIDE_TOOL}
          label="Show"
          options={filters}
          value={choice.filter}
          listWidth="max-content"
          onChange={(filter) => list.select({ ...choice, filter })}
        />
      </ListTools>
    </ListHead>
  );
}

function Boxes<Item extends BoxItem, Dir extends string, Filter extends string>(
  props: BoxListHeadProps<Item, Dir, Filter>,
): ReactNode {
  const { list, boxes } = props;
  const choice = useStore(list.state, (state) => state.choice);
  if (boxes.options.length < 2) return null;
  const isAll = choice.boxes.join("\n") === boxes.shown.join("\n");
  return (
    <FilterSelect
      className={WIDE_TOOL}
      label={boxes.label}
      options={[{ value: ALL, label: boxes.allLabel }, ...boxes.options]}
      value={isAll ? ALL : (choice.boxes[0] ?? ALL)}
      onChange={(box) => list.select({ ...choice, boxes: box === ALL ? boxes.shown : [box] })}
    />
  );
}

interface BoxMenuProps {
  /** As the counters name it. */
  readonly type: "vox" | "fax";
  /** "voicemails". */
  readonly noun: string;
  /** The pages of the boxes. */
  readonly pages: readonly { readonly label: string; readonly icon: LucideIcon; readonly path: string }[];
}

function BoxMenu({ type, noun, pages }: BoxMenuProps): ReactNode {
  const { client } = usePlatform();
  const router = useRouter();
  const hasNew = useUnread((counters) => counters[type] > 0);
  const snackbar = useSnackbar();
  const markAllRead = (): void => {
    client.markRead({ body: { type } }).then(
      () => snackbar.show(`All ${noun} marked as read`, { tone: "success" }),
      (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }),
    );
  };
  return (
    <ActionMenu
      label={`More for ${noun}`}
      title="More"
      icon={EllipsisVertical}
      actions={[
        { label: "Mark all as read", icon: CheckCheck, isDisabled: !hasNew, onSelect: markAllRead },
        ...pages.map(({ label, icon, path }) => ({
          label,
          icon,
          onSelect: () => router.history.push(path),
        })),
      ]}
    />
  );
}
