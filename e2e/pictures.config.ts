import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** `npm run pictures`: not a test but a camera. It writes every screen to docs/pictures. */
export default defineConfig({
  ...journeys,
  testDir: "pictures",
  reporter: [["line"]],
  timeout: 600_000,
});
