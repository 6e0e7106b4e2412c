import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** `npm run pictures`: not a test but a camera. It writes every screen to the ignored folder `pictures`, and what the docs show to docs/pictures. */
export default defineConfig({
  ...journeys,
  testDir: "pictures",
  reporter: [["line"]],
  timeout: 600_000,
});
