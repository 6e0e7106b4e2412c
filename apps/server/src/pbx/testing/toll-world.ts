import { type Behavior, type SipCarrier, usualBehavior } from "@offhook/simulator";
import { expect, vi } from "vitest";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { deviceContext } from "../directory/live-directory.ts";
import { deviceName, PhoneWorld } from "./phone-world.ts";

export const PREMIUM_RATE = 4;

type Query = Parameters<Parameters<PhoneWorld["change"]>[0]>[0];

/** A world whose outside calls cost money, over a carrier that answers at once. */
export class TollWorld {
  readonly phones: PhoneWorld;
  readonly carrier: SipCarrier;

  private constructor(phones: PhoneWorld, carrier: SipCarrier) {
    this.phones = phones;
    this.carrier = carrier;
  }

  static async start(devices: readonly string[]): Promise<TollWorld> {
    const phones = await PhoneWorld.start({ devices });
    const behaviorOf = (number: string): Behavior => {
      const usual = usualBehavior(number);
      return usual.kind === "answers" ? { ...usual, afterMs: 20 } : usual;
    };
    const carrier = await phones.carrier({ behaviorOf });
    const world = new TollWorld(phones, carrier);
    const rates = JSON.stringify([{ prefix: "1900", perMinute: PREMIUM_RATE }]);
    await phones.change((query) =>
      query
        .insertInto("trunks")
        .values({
          id: "main",
          host: "127.0.0.1",
          port: carrier.port,
          registers: true,
          register_seconds: 60,
          rates,
        })
        .execute(),
    );
    await world.plan({ trunk_ids: ["main"], daily_spend_limit: 1_000 });
    await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
    return world;
  }

  plan(values: Record<string, unknown>): Promise<void> {
    return this.phones.change((query: Query) =>
      query.updateTable("dial_plans").set(values).where("customer_id", "=", HARBORLIGHT.id).execute(),
    );
  }

  line(handle: string, values: Record<string, unknown>): Promise<void> {
    return this.phones.change((query: Query) =>
      query.updateTable("phones").set(values).where("id", "=", demoPerson(handle).id).execute(),
    );
  }

  newPassword(handle: string, password: string): Promise<void> {
    const username = deviceName(handle);
    const sealed_password = this.phones.sealer.seal(deviceContext(username), password);
    return this.phones.change((query: Query) =>
      query.updateTable("sip_devices").set({ sealed_password }).where("username", "=", username).execute(),
    );
  }

  /** Numbers that were booked, with the line they count for; null is the company. Oldest first. */
  async booked(): Promise<{ phone_id: number | null; number: string }[]> {
    return this.phones.server.database.query
      .selectFrom("toll_calls")
      .select(["phone_id", "number"])
      .orderBy("started_at")
      .execute();
  }

  async spent(): Promise<number> {
    const rows = await this.phones.server.database.query
      .selectFrom("toll_spending")
      .select("amount")
      .execute();
    return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
  }

  /** What goes on outside. */
  get talking(): string[] {
    return this.carrier.calls.filter(({ state }) => state === "talking").map(({ from }) => from);
  }

  async rest(): Promise<void> {
    await this.phones.stopPhones();
    await this.phones.isAtRest();
    await this.phones.server.app.phonesSettled();
  }
}
