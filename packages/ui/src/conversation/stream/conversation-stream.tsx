import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode } from "react";
import { RowBoundary } from "../../feedback/boundary.tsx";
import { StreamDivider } from "../../layout/stream-divider.tsx";
import classes from "./conversation-stream.module.css";
import type { ConversationStreamProps } from "./stream-props.ts";
import { type Divider, type ItemRow, isDivider, type StreamRow } from "./stream-row.ts";
import { useStream } from "./use-stream.ts";

/**
 * What was said, of any length in both directions. Only the rows around the view exist; what is added above or below,
 * or grows when a picture arrives, never moves what is being read.
 */
export function ConversationStream<Item extends ItemRow>(props: ConversationStreamProps<Item>): ReactNode {
  const {
    rows,
    renderRow,
    unreadableText,
    label,
    hasNewer = false,
    newCount = 0,
    footer,
    startsAtTop,
  } = props;
  const { scroller, list, built, isAtEnd, goToEnd } = useStream(props);
  const press = (event: KeyboardEvent): void => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    // The browser's own End leads to the end of the rows that exist.
    if (event.key !== "End" || !isPlain || event.target !== event.currentTarget) return;
    event.preventDefault();
    goToEnd();
  };
  const endsHere = built.end === rows.length && !hasNewer;
  const log = {
    role: "log",
    tabIndex: 0,
    "aria-label": label,
    "aria-live": "off" as const,
    onKeyDown: press,
  };
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller} {...log}>
        <div ref={list} className={classes.list} data-top={startsAtTop || undefined}>
          {rows.slice(built.start, built.end).map((row) => (
            <BuiltRow key={row.key} row={row} renderRow={renderRow} unreadableText={unreadableText} />
          ))}
        </div>
        {endsHere && footer}
      </div>
      {(!isAtEnd || hasNewer) && rows.length > 0 && (
        <button type="button" className={classes.jump} onClick={goToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {newCount > 0 ? `${newCount} new` : "Jump to newest"}
        </button>
      )}
    </div>
  );
}

interface BuiltRowProps<Item extends ItemRow>
  extends Pick<ConversationStreamProps<Item>, "renderRow" | "unreadableText"> {
  readonly row: StreamRow<Item>;
}

/** Drawn once: those that are there are left alone when others come. */
const BuiltRow = memo(KeyedRow) as typeof KeyedRow;

function KeyedRow<Item extends ItemRow>({ row, renderRow, unreadableText }: BuiltRowProps<Item>): ReactNode {
  if (isDivider(row)) {
    return (
      <div data-key={row.key} data-heading>
        <DividerRow row={row} />
      </div>
    );
  }
  return (
    <div data-key={row.key}>
      <RowBoundary item={row} text={unreadableText}>
        <Drawn row={row} renderRow={renderRow} />
      </RowBoundary>
    </div>
  );
}

function DividerRow({ row }: { readonly row: Divider }): ReactNode {
  if (row.kind === "day") return <StreamDivider>{row.label}</StreamDivider>;
  return <StreamDivider accent="var(--mantine-color-error)">New</StreamDivider>;
}

/** Inside its boundary, so that a message that cannot be drawn costs no more than itself. */
function Drawn<Item extends ItemRow>({
  row,
  renderRow,
}: {
  readonly row: Item;
  readonly renderRow: (row: Item) => ReactNode;
}): ReactNode {
  return renderRow(row);
}
