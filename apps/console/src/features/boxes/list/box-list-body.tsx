import { LoadError } from "@offhook/ui";
import { BOX_ROW_HEIGHT } from "@offhook/ui/box-row";
import { FixedList } from "@offhook/ui/fixed-list";
import { ListBody } from "@offhook/ui/list-head";
import { type ReactNode, useCallback, useEffect } from "react";
import { useStore } from "zustand";
import type { BoxList } from "../../../platform/boxes/box-list.ts";
import { type BoxItem, choiceKey } from "../../../platform/boxes/box-rules.ts";
import { useNow } from "../../settings/index.ts";

export interface BoxRowView {
  readonly now: number;
  /** Where the list holds those of several boxes. */
  readonly showsBox: boolean;
}

export interface BoxListBodyProps<Item extends BoxItem, Dir extends string, Filter extends string> {
  readonly list: BoxList<Item, Dir, Filter>;
  /** "Voicemails". */
  readonly label: string;
  readonly selectedId: string | undefined;
  readonly onOpen: (item: Item) => void;
  /** Always the same function: a new one draws all rows anew. */
  readonly renderRow: (item: Item, view: BoxRowView) => ReactNode;
  readonly empty: ReactNode;
}

const TICK_MS = 60_000;

/** What is in the user's boxes, newest first. */
export function BoxListBody<Item extends BoxItem, Dir extends string, Filter extends string>(
  props: BoxListBodyProps<Item, Dir, Filter>,
): ReactNode {
  const { list, label, selectedId, onOpen, renderRow, empty } = props;
  const now = useNow(TICK_MS);
  const choice = useStore(list.state, (state) => state.choice);
  const { rows, status } = useStore(list.state, list.shown);
  const selected = rows.find(({ id }) => id === selectedId);
  const showsBox = choice.boxes.length > 1;
  const render = useCallback((item: Item) => renderRow(item, { now, showsBox }), [renderRow, now, showsBox]);
  useEffect(() => {
    // A failure shows in the list itself, with a button to try again.
    list.open().catch(() => {});
  }, [list]);
  return (
    <ListBody>
      <FixedList
        // Another choice is another list: it begins at its top.
        key={choiceKey(choice)}
        items={rows}
        keyOf={list.rowKey}
        label={label}
        rowHeight={BOX_ROW_HEIGHT}
        selectedKey={selected && list.rowKey(selected)}
        status={status === "idle" ? "loading" : status}
        onOpen={onOpen}
        onEndReached={() => void list.loadMore().catch(() => {})}
        renderRow={render}
        emptySlot={empty}
        errorSlot={
          <LoadError onRetry={() => void list.open().catch(() => {})}>
            Your {label.toLowerCase()} could not be loaded.
          </LoadError>
        }
      />
    </ListBody>
  );
}
