import "@offhook/ui/styles.css";
import { type Background, OffhookTheme, type ThemeChoice } from "@offhook/ui";
import { Gallery } from "@offhook/ui/gallery";
import { type ReactNode, useState } from "react";

/** Every part of the design system, for looking at. Open to guests, so it brings its own theme. */
export function GalleryPage(): ReactNode {
  const [theme, setTheme] = useState<ThemeChoice>("light");
  const [background, setBackground] = useState<Background>("whiteSmoke");
  return (
    <OffhookTheme theme={theme} background={background}>
      <Gallery
        theme={theme}
        background={background}
        onThemeChange={setTheme}
        onBackgroundChange={setBackground}
      />
    </OffhookTheme>
  );
}
