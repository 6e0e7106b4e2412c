import { expect, test } from "vitest";
import { WebPush } from "./web-push.ts";

const KEYS = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
const SUBSCRIPTION = { endpoint: "https://push.example/1", keys: KEYS };

function browser({ isSubscribed = true, isKnown = false } = {}) {
  const told: unknown[] = [];
  const registration = {
    pushManager: {
      getSubscription: async () => (isSubscribed ? { toJSON: () => SUBSCRIPTION } : null),
    },
  };
  const push = new WebPush({
    client: {
      getPushKey: async () => ({ key: "key", subscribed: isKnown }),
      subscribeToPush: async ({ body }) => {
        told.push(body);
        return {};
      },
      unsubscribeFromPush: async () => ({}),
    },
    container: { getRegistration: async () => registration as unknown as ServiceWorkerRegistration },
  });
  return { push, told };
}

test("[WP7] a browser that was subscribed hands its subscription to the next session by itself", async () => {
  const { push, told } = browser();
  await push.renew();
  expect(told).toEqual([SUBSCRIPTION]);
});

test.each([
  ["never subscribed", { isSubscribed: false }],
  ["is known to the service", { isKnown: true }],
])("[WP7] one that %s hands over nothing", async (_what, given) => {
  const { push, told } = browser(given);
  await push.renew();
  expect(told).toEqual([]);
});

test("[WP7] a page without a service worker renews nothing", async () => {
  const { told } = browser();
  await new WebPush({
    client: {
      getPushKey: () => Promise.reject(new Error("Nobody should ask")),
      subscribeToPush: async () => ({}),
      unsubscribeFromPush: async () => ({}),
    },
    container: undefined,
  }).renew();
  expect(told).toEqual([]);
});
