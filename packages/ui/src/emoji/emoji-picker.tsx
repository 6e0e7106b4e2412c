import { Loader } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import classes from "./emoji-picker.module.css";
import type { EmojiPickerPanelProps } from "./emoji-picker-panel.tsx";

const EmojiPickerPanel = lazy(async () => {
  const { EmojiPickerPanel: Panel } = await import("./emoji-picker-panel.tsx");
  return { default: Panel };
});

export type EmojiPickerProps = EmojiPickerPanelProps;

/** 350 px wide. Holds its place while the tables of two thousand emoji load. */
export function EmojiPicker(props: EmojiPickerProps): ReactNode {
  return (
    <Suspense
      fallback={
        <div className={classes.placeholder} role="status" aria-label="Loading emoji">
          <Loader size="sm" />
        </div>
      }
    >
      <EmojiPickerPanel {...props} />
    </Suspense>
  );
}
