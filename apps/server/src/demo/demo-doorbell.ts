import { randomBytes } from "node:crypto";
import { type OutsideCall, SipDoorbell } from "@offhook/simulator";
import type { Database } from "../database/database.ts";
import { deviceContext } from "../pbx/directory/live-directory.ts";
import type { Sealer } from "../platform/secrets/secrets-sealing.ts";
import { saveDemoDevice } from "./demo-device-repository.ts";

const LINE = "front-door";
const USERNAME = "demo-front-door";

export interface DemoDoorbellDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly domain: string;
  /** Where desk phones register over TCP; undefined where they cannot. */
  readonly port: () => number | undefined;
}

/** The doorbell of the demo company: a real device with a password of its own, new with every start. */
export class DemoDoorbell {
  readonly #deps: DemoDoorbellDeps;
  readonly #password = randomBytes(24).toString("base64url");
  #device: SipDoorbell | undefined;

  constructor(deps: DemoDoorbellDeps) {
    this.#deps = deps;
  }

  get calls(): readonly OutsideCall[] {
    return this.#device?.calls ?? [];
  }

  /** To be done before the phone system reads its devices, and again when the demo was put back. */
  async save(): Promise<void> {
    const { database, sealer } = this.#deps;
    await saveDemoDevice(database.query, {
      username: USERNAME,
      line: LINE,
      label: "Simulated doorbell",
      sealedPassword: sealer.seal(deviceContext(USERNAME), this.#password),
    });
  }

  /** Somebody presses the button. False where no desk phone can be connected. */
  async ring(to: string): Promise<boolean> {
    const { domain, port } = this.#deps;
    const open = port();
    if (open === undefined) return false;
    this.#device ??= new SipDoorbell({ username: USERNAME, password: this.#password, domain, port: open });
    await this.#device.ring(to);
    return true;
  }

  async stop(): Promise<void> {
    await this.#device?.stop();
  }
}
