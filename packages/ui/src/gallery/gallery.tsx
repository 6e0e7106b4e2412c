import { Select } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { Wordmark } from "../brand/wordmark.tsx";
import { ConfirmProvider } from "../feedback/dialogs/confirm.tsx";
import { createDoNotShowStorage } from "../feedback/dialogs/do-not-show.ts";
import { SnackbarProvider } from "../feedback/snackbar/snackbar.tsx";
import { SegmentedControl } from "../inputs/segmented-control.tsx";
import { type Background, backgroundNames } from "../theme/background.ts";
import type { ThemeChoice } from "../theme/offhook-theme.tsx";
import { ControlsShelf } from "./controls-shelf.tsx";
import { FeedbackShelf } from "./feedback-shelf.tsx";
import classes from "./gallery.module.css";
import { ListsShelf } from "./lists-shelf.tsx";
import { LookShelf } from "./look-shelf.tsx";
import { PeopleShelf } from "./people-shelf.tsx";
import { TextShelf } from "./text-shelf.tsx";
import { ViewersShelf } from "./viewers-shelf.tsx";

export interface GalleryProps {
  readonly theme: ThemeChoice;
  readonly background: Background;
  readonly onThemeChange: (theme: ThemeChoice) => void;
  readonly onBackgroundChange: (background: Background) => void;
}

const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "systemDefault", label: "System" },
];

/** Every component of the design system in its states. Stands inside an `OffhookTheme`, which its host owns. */
export function Gallery({ theme, background, onThemeChange, onBackgroundChange }: GalleryProps): ReactNode {
  // Of this visit only: the gallery's dialogs ask again after a reload.
  const doNotShow = useMemo(() => {
    const kept = new Map<string, string>();
    return createDoNotShowStorage({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
    });
  }, []);
  return (
    <ConfirmProvider doNotShow={doNotShow}>
      <SnackbarProvider>
        <main className={classes.gallery}>
          <header className={classes.head}>
            <Wordmark height={36} />
            <h1 className={classes.title} style={{ margin: 0 }}>
              Gallery
            </h1>
            <div className={classes.controls}>
              <SegmentedControl aria-label="Theme" segments={THEMES} value={theme} onChange={onThemeChange} />
              <Select
                aria-label="Background"
                data={[...backgroundNames]}
                value={background}
                allowDeselect={false}
                onChange={(value) => value && onBackgroundChange(value as Background)}
              />
            </div>
          </header>
          <LookShelf />
          <PeopleShelf />
          <TextShelf />
          <FeedbackShelf />
          <ControlsShelf />
          <ListsShelf />
          <ViewersShelf />
        </main>
      </SnackbarProvider>
    </ConfirmProvider>
  );
}
