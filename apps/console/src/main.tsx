// First: it also says in which order the layers of all style sheets stand.
import "virtual:guest-theme.css";
import "@offhook/ui/base.css";
import { firstRows } from "@offhook/ui/first-rows";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { PageTransition } from "./app/page/page-transition.ts";
import { guestTree } from "./app/routing/guest-tree.ts";
import { type AppRouter, createAppRouter } from "./app/routing/router.ts";
import { StartFailed } from "./app/start-failed.tsx";
import { Session } from "./features/session/index.ts";
import { passAnswerOn } from "./features/session/step-up/provider-answer.ts";
import { loadPublicConfig } from "./platform/api/public-config.ts";
import { browserLock } from "./platform/api/token-refresher.ts";
import { browserClock } from "./platform/browser-clock.ts";
import { followBrowserNetwork } from "./platform/network/network-status.ts";
import { type Browser, createPlatform } from "./platform/platform.ts";
import { afterPaint, nextPaint } from "./platform/rendering/after-paint.ts";
import { loadLate } from "./platform/rendering/late.tsx";
import { openLocalStore, openTabStore } from "./platform/storage/key-value-store.ts";
import { LogBuffer, recordConsole, recordFailures } from "./platform/storage/log-buffer.ts";
import { STORAGE_KEYS } from "./platform/storage/storage-keys.ts";
import { AppUpdates } from "./platform/updates/app-updates.ts";
import { InstallPrompt } from "./platform/updates/install-prompt.ts";

const log = new LogBuffer();
recordConsole(log, console, Date.now);
recordFailures(log, window, Date.now);

/** Pages without a list, and lists that do not come, keep nothing back for longer. */
const FIRST_PAGE_BY_MS = 2500;
const firstPage = Promise.race([
  firstRows,
  new Promise<void>((resolve) => setTimeout(resolve, FIRST_PAGE_BY_MS)),
]);

const browser: Browser = {
  fetch: (input, init) => window.fetch(input, init),
  store: openLocalStore(),
  tabStore: openTabStore(),
  clock: browserClock,
  random: Math.random,
  lock: browserLock,
  isOnline: () => navigator.onLine,
  origin: window.location.origin,
  leaveTo: (address) => window.location.assign(address),
  nextPaint: () => nextPaint(window),
  afterPaint: () => afterPaint(window),
  behindFirstPage: () => firstPage.then(() => afterPaint(window)),
  reportError: (failure) => window.reportError(failure),
  log,
  install: new InstallPrompt(window.matchMedia("(display-mode: standalone)").matches),
  updates: new AppUpdates({
    // While developing, files change under their names: a worker would keep the old ones.
    container: import.meta.env.PROD ? navigator.serviceWorker : undefined,
    clock: browserClock,
    reload: () => window.location.reload(),
  }),
};
browser.install.follow(window);

const wantsMotion = (): boolean => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The page drew the shape of the shell before any of this was there. */
function dropFrame(): void {
  document.getElementById("frame")?.remove();
}

/** The page has asked for the styles of its first screen by itself: without them it must not be shown. */
async function whenStyled(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve) => {
          link.addEventListener("load", resolve, { once: true });
          link.addEventListener("error", resolve, { once: true });
        }),
    ),
  );
}

/** Resolves when the first screen is painted. */
function firstScreen(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    const forget = router.subscribe("onRendered", () => {
      forget();
      requestAnimationFrame(() => setTimeout(resolve));
    });
  });
}

/** In a file of its own, which comes with the shell: who signs in first needs few pages. */
const loadPages = () =>
  loadLate(() => import("./app/routing/route-tree.ts")).then(({ growRouteTree }) => growRouteTree());

async function start(): Promise<void> {
  const root = createRoot(document.getElementById("root") ?? document.body);
  const isReturning = browser.store.get(STORAGE_KEYS.profile) !== null;
  const config = await loadPublicConfig({
    fetch: browser.fetch,
    store: browser.store,
    isReturning,
    whenIdle: browser.behindFirstPage,
    onKeyChanged: () => window.location.reload(),
  });
  if (!config) {
    dropFrame();
    root.render(<StartFailed clock={browser.clock} reload={() => window.location.reload()} />);
    return;
  }
  const platform = createPlatform(browser, config);
  const session = new Session(platform);
  const transition = new PageTransition(wantsMotion);
  const router = createAppRouter({
    session,
    started: Promise.all([session.start(), whenStyled()]).then(() => {}),
    store: browser.store,
    transition,
    isDemo: config.current.demo !== null,
    routeTree: isReturning ? await loadPages() : guestTree(),
    loadPages,
  });
  router.subscribe("onRendered", dropFrame);
  void firstScreen(router).then(() => {
    // For whoever measures: what is loaded before this mark is what the first screen took.
    performance.mark("first-screen");
    browser.store.remove(STORAGE_KEYS.still);
  });
  followBrowserNetwork(platform.network);
  platform.network.start();
  root.render(
    <StrictMode>
      <App platform={platform} session={session} router={router} transition={transition} />
    </StrictMode>,
  );
}

/** Long enough for a slow line to have brought the first screen. */
const AFTER_FIRST_SCREEN_MS = 3000;

/** Loading ahead for the next visit must not slow this one down. */
function prepareNextVisit(): void {
  browserClock.schedule(AFTER_FIRST_SCREEN_MS, () => void browser.updates.start());
}

if (passAnswerOn(window.location)) {
  dropFrame();
  // A browser may keep a window open that it has cut off from the page that opened it.
  document.body.textContent = "Done. You can close this window.";
  window.close();
} else void start();
if (document.readyState === "complete") prepareNextVisit();
else window.addEventListener("load", prepareNextVisit, { once: true });
