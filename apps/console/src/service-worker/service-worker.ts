import { PrecacheController, type PrecacheEntry } from "workbox-precaching";
import { handNotificationClicksOver } from "./notification-clicks.ts";
import { showPushNotices } from "./push-notices.ts";
import { requestRoute } from "./request-route.ts";

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build: what the shell consists of, and what else it may load later. */
declare const __SHELL__: { readonly precached: PrecacheEntry[]; readonly onDemand: readonly string[] };

const PAGE = "/index.html";
const CONFIG = "/config.json";
const ON_DEMAND_CACHE = "assets";
const CONFIG_CACHE = "config";
/** A service that takes longer is as good as out of reach: the page starts with what was last known. */
const CONFIG_TIMEOUT_MS = 3000;

const shell = new PrecacheController({ cacheName: "shell" });
shell.addToCacheList(__SHELL__.precached);

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([shell.install(event), keepFreshConfig(new Request(CONFIG))]).then(takeOverWhereNobodyIs),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([shell.activate(event), dropOldAssets(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  // The user has chosen to restart into this version.
  if (event.data === "activateNow") void self.skipWaiting();
});

handNotificationClicksOver(self);
showPushNotices(self);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const route = requestRoute(request, self.location.origin);
  if (route === "page") event.respondWith(answerPage(request));
  else if (route === "config") event.respondWith(answerConfig(request));
  else if (route === "asset") event.respondWith(answerAsset(request));
  else if (route === "file" && shell.getCacheKeyForURL(request.url)) event.respondWith(answerFile(request));
});

/** Open tabs still run the version before and load its parts: a new one waits until they are gone, or restarted. */
async function takeOverWhereNobodyIs(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length === 0) await self.skipWaiting();
}

async function dropOldAssets(): Promise<void> {
  const cache = await caches.open(ON_DEMAND_CACHE);
  const current = new Set(__SHELL__.onDemand.map((path) => new URL(path, self.location.origin).href));
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !current.has(url)).map((request) => cache.delete(request)));
}

async function answerPage(request: Request): Promise<Response> {
  return (await shell.matchPrecache(PAGE)) ?? fetch(request);
}

async function answerFile(request: Request): Promise<Response> {
  return (await shell.matchPrecache(request)) ?? fetch(request);
}

async function keepFreshConfig(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CONFIG_CACHE)).put(CONFIG, response.clone());
  return response;
}

async function answerConfig(request: Request): Promise<Response> {
  const cache = await caches.open(CONFIG_CACHE);
  const fresh = keepFreshConfig(request);
  // Whoever waits for it hears of the failure; here it only must not go unhandled.
  const inTime = Promise.race([fresh, later(CONFIG_TIMEOUT_MS)]).catch(() => undefined);
  return (await inTime) ?? (await cache.match(CONFIG)) ?? fresh;
}

async function answerAsset(request: Request): Promise<Response> {
  // A sound that is played from the middle asks for a part; what we keep is the whole.
  if (request.headers.has("range")) return fetch(request);
  const known = await shell.matchPrecache(request);
  if (known) return known;
  const cache = await caches.open(ON_DEMAND_CACHE);
  const loaded = await cache.match(request);
  if (loaded) return loaded;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
