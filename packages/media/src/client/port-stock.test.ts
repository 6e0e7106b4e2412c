import { expect, test } from "vitest";
import type { HeldRtpPorts } from "../protocol/media-commands.ts";
import { PortStock } from "./port-stock.ts";

/** A media process that opens ports when the test lets it. */
class SlowProcess {
  readonly asked: number[] = [];
  readonly #answers: ((held: HeldRtpPorts) => void)[] = [];
  #next = 20_000;

  readonly hold = (count: number): Promise<HeldRtpPorts> => {
    this.asked.push(count);
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  async answer(): Promise<void> {
    const ports = Array.from({ length: this.asked.at(-1) ?? 0 }, () => {
      this.#next += 2;
      return this.#next;
    });
    this.#answers.shift()?.({ address: "192.0.2.1", ports });
    await Promise.resolve();
  }
}

test("[ENG5] the first leg asks for a stock, and the next ones wait for nothing", async () => {
  const process = new SlowProcess();
  const stock = new PortStock(4, process.hold);
  expect([stock.take(), stock.take()]).toEqual([undefined, undefined]);
  expect(process.asked).toEqual([4]);
  await process.answer();
  expect(stock.take()).toEqual({ address: "192.0.2.1", port: 20_002, rtcpPort: 20_003 });
  expect(process.asked).toEqual([4]);
  expect(stock.take()?.port).toBe(20_004);
  expect(process.asked).toEqual([4, 2]);
  await process.answer();
  expect([1, 2, 3, 4].map(() => stock.take()?.port)).toEqual([20_006, 20_008, 20_010, 20_012]);
});

test("[ENG5] ports of a process that has died are not handed out", async () => {
  const process = new SlowProcess();
  const stock = new PortStock(2, process.hold);
  stock.take();
  await process.answer();
  stock.take();
  stock.clear();
  expect(stock.take()).toBeUndefined();
  // Late: the answer of the dead one.
  await process.answer();
  expect(stock.take()).toBeUndefined();
  expect(process.asked).toEqual([2, 1, 2]);
});

test("[ENG5] a process that refuses is asked again, and one that holds none never", async () => {
  const asked: number[] = [];
  const refusing = new PortStock(2, (count) => {
    asked.push(count);
    return Promise.reject(new Error("busy"));
  });
  refusing.take();
  await new Promise((resolve) => setImmediate(resolve));
  refusing.take();
  expect(asked).toEqual([2, 2]);
  const process = new SlowProcess();
  expect(new PortStock(0, process.hold).take()).toBeUndefined();
  expect(process.asked).toEqual([]);
});
