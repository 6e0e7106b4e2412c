import type { WallboardScreen } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { ApiFailure } from "../../../../platform/api/api-failure.ts";
import { aScreen } from "../../testing/wallboard-queues.ts";
import { TvScreen } from "./tv-screen.ts";

const unreachable = (): Error => new ApiFailure({ kind: "unreachable" });
const refused = (status: number): Error => new ApiFailure({ kind: "refused", status, error: null });

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

async function aTv() {
  const clock = new FakeClock();
  const service: { answer: WallboardScreen | Error; asked: unknown[] } = { answer: aScreen(), asked: [] };
  let reloads = 0;
  const tv = new TvScreen({
    clock,
    token: "secret",
    reload: () => {
      reloads += 1;
    },
    client: {
      getWallboardScreen: async ({ body }) => {
        service.asked.push(body);
        if (service.answer instanceof Error) throw service.answer;
        return service.answer;
      },
    },
  });
  tv.start();
  await settle();
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.advance(1_000);
      await settle();
    }
  };
  return { tv, service, pass, reloads: () => reloads, name: () => tv.state.getState().name };
}

test("[WB8] a screen asks every two seconds, with its token in the body", async () => {
  const { service, pass, name, tv } = await aTv();
  expect(name()).toBe("shown");
  await pass(10_000);
  expect(service.asked).toEqual(Array.from({ length: 6 }, () => ({ token: "secret" })));
  tv.stop();
  await pass(10_000);
  expect(service.asked).toHaveLength(6);
});

test("[WB8] an outage shows when the numbers are too old to believe, and ends by itself", async () => {
  const { service, pass, name } = await aTv();
  service.answer = unreachable();
  await pass(15_000);
  expect(name()).toBe("shown");
  await pass(15_000);
  expect(name()).toBe("outage");
  service.answer = refused(502);
  await pass(86_400);
  service.answer = aScreen();
  await pass(5_000);
  expect(name()).toBe("shown");
});

test("[WB7] a revoked link empties the screen within seconds", async () => {
  const { service, pass, name } = await aTv();
  service.answer = refused(404);
  await pass(2_000);
  expect(name()).toBe("revoked");
});

test("[WB8] another build of the console loads the page anew, once, also behind an outage", async () => {
  const { service, pass, reloads, name } = await aTv();
  service.answer = aScreen({ build: "build-2" });
  await pass(8_000);
  expect(reloads()).toBe(1);
  service.answer = unreachable();
  await pass(60_000);
  expect(name()).toBe("outage");
  service.answer = aScreen({ build: "build-3" });
  await pass(8_000);
  expect(reloads()).toBe(2);
});
