import { otherDeviceNumber } from "@offhook/telephony";
import type { SoftPhonePorts } from "../phone-ports.ts";
import { failingWith } from "./call-commands.ts";

const NO_MOBILE = "No mobile phone number selected";

/** Calls that another device of the user makes: it rings first, then the number is called. */
export class OtherDevices {
  readonly #ports: Pick<SoftPhonePorts, "client" | "settings" | "activeLine" | "notify">;

  constructor(ports: Pick<SoftPhonePorts, "client" | "settings" | "activeLine" | "notify">) {
    this.#ports = ports;
  }

  /** The mobile of the settings, unless another number is given. */
  mobile(from?: string): string {
    const number = otherDeviceNumber(from ?? this.#ports.settings().mobilePhoneNumber);
    if (number === undefined) throw new Error(NO_MOBILE);
    return number;
  }

  async call(dnumber: string, from?: string): Promise<void> {
    await this.#send(dnumber, this.mobile(from), "0");
  }

  /** The line's own phones; a desk phone that can picks up by itself when the user wants that. */
  async callFromDesk(dnumber: string): Promise<void> {
    await this.#send(dnumber, "", this.#ports.settings().autoAnswer === 1 ? "1" : "0");
  }

  async #send(dnumber: string, snumber: string, answer1: "0" | "1"): Promise<void> {
    const { client, activeLine, notify } = this.#ports;
    const calleridd = activeLine() ?? "";
    await failingWith("Failed to call from another device.", () =>
      client.sendCall({ body: { dnumber, snumber, calleridd, answer1, answer2: "0" } }),
    );
    notify("Call initiated successfully.", "success");
  }
}
