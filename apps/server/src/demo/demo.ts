import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import type { DemoParts } from "../app.ts";
import type { Config } from "../config.ts";
import { isLoopback } from "../platform/network.ts";
import type { SmsSender } from "../platform/sms.ts";
import { systemClock } from "../platform/system-clock.ts";
import { DemoColleagues, type DemoColleaguesDeps, type DemoFloor } from "./colleagues/demo-colleagues.ts";
import { connectCarrier } from "./demo-carrier.ts";
import { DemoDoorbell, type DemoDoorbellDeps } from "./demo-doorbell.ts";
import { DEMO_PASSWORD, demoAccounts } from "./demo-people.ts";
import { startDemoSimulator } from "./demo-simulator.ts";
import { DEV_ROUTES, registerDevRoutes } from "./dev/dev-routes.ts";
import { MovableClock } from "./movable-clock.ts";
import { type DemoSeedDeps, resetDemo, seedDemo } from "./seed-demo.ts";

/** Everything that makes an installation a demo. Without it none of this is reachable. */
export interface Demo {
  /** The configuration with the simulator in every place that was left open. */
  readonly config: Config;
  readonly sms: SmsSender;
  readonly clock: Clock;
  readonly parts: DemoParts;
  /** Fills an empty database; from then on `/dev/reset` works too. */
  seed(deps: DemoSeedDeps): Promise<void>;
  /** Before the phone system starts: the devices of the demo company get their passwords. */
  placeDevices(deps: DemoDevicesDeps): Promise<void>;
  /** The server runs: colleagues come to work, if they are wanted. Resolves with what sends them home. */
  open(floor: DemoFloor): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

type DemoDevicesDeps = DemoDoorbellDeps & Omit<DemoColleaguesDeps, "clock">;

export async function startDemo(config: Config): Promise<Demo> {
  const clock = new MovableClock(systemClock);
  const simulator = await startDemoSimulator(config);
  let seedDeps: DemoSeedDeps | undefined;
  let doorbell: DemoDoorbell | undefined;
  let colleagues: DemoColleagues | undefined;
  const reset = async (): Promise<void> => {
    const deps = seedDeps;
    if (!deps) throw new Error("The demo is not ready yet");
    simulator.mail.clear();
    simulator.sms.clear();
    for (const carrier of Object.values(simulator.texting)) carrier.clear();
    const putBack = async (): Promise<void> => {
      await resetDemo(deps);
      await doorbell?.save();
    };
    await (colleagues ? colleagues.during(putBack) : putBack());
  };
  return {
    config: { ...config, ...simulator.config, telephony: withDeskPhones(config) },
    sms: simulator.smsSender,
    clock,
    parts: {
      publicConfig: { password: DEMO_PASSWORD, accounts: demoAccounts() },
      routes: DEV_ROUTES,
      register: (app: FastifyInstance) =>
        registerDevRoutes(app, {
          mail: simulator.mail,
          sms: simulator.sms,
          carrier: simulator.carrier,
          texting: simulator.texting,
          faxing: simulator.faxing,
          doorbell: {
            get calls() {
              return doorbell?.calls ?? [];
            },
            ring: async (to) => (await doorbell?.ring(to)) ?? false,
          },
          colleagues: {
            get isOn() {
              return colleagues?.isOn ?? false;
            },
            get people() {
              return colleagues?.people ?? [];
            },
            switch: async (isOn) => (await colleagues?.switch(isOn)) ?? false,
          },
          reset,
          advanceClock: (byMs) => clock.advance(byMs),
        }),
    },
    async seed(given) {
      const deps = { ...given, isBig: config.demo === "big" };
      await seedDemo(deps);
      await connectCarrier(deps.database, simulator.carrier.port);
      seedDeps = deps;
    },
    async placeDevices(deps) {
      doorbell = new DemoDoorbell(deps);
      colleagues = new DemoColleagues({ ...deps, clock });
      await doorbell.save();
      await colleagues.save();
    },
    async open(floor) {
      colleagues?.open(floor);
      if (config.demoColleagues) await colleagues?.switch(true);
      return async () => colleagues?.stop();
    },
    async stop() {
      await doorbell?.stop();
      await simulator.stop();
    },
  };
}

/** The doorbell is a device on this machine: where only this machine gets in, a free port is opened for it. */
function withDeskPhones({ telephony }: Config): Config["telephony"] {
  if (telephony.tcpPort !== undefined || !isLoopback(telephony.sipHost)) return telephony;
  return { ...telephony, tcpPort: 0 };
}
