import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RtpInput } from "./rtp-input.ts";

const samples = (value: number) => Int16Array.of(value);
const push = (input: RtpInput, sequenceNumber: number, ssrc = 1) =>
  input.push({ ssrc, sequenceNumber: sequenceNumber & 0xffff }, samples(sequenceNumber % 30_000));

function drain(input: RtpInput): (number | "lost")[] {
  const heard: (number | "lost")[] = [];
  for (let part = input.pull(); part; part = input.pull())
    heard.push(part.type === "lost" ? "lost" : (part.samples[0] ?? 0));
  return heard;
}

describe("audio as a modem hears it", () => {
  test("[FAX13] in order, across the end of the numbers", () => {
    const input = new RtpInput();
    for (const each of [65_534, 65_535, 65_536, 65_537]) push(input, each);
    expect(drain(input)).toEqual([5_534, 5_535, 5_536, 5_537]);
  });

  test("[FAX13] a packet that was overtaken is waited for; one that is late is dropped", () => {
    const input = new RtpInput();
    push(input, 1);
    push(input, 3);
    expect(drain(input)).toEqual([1]);
    push(input, 2);
    expect(drain(input)).toEqual([2, 3]);
    push(input, 2);
    expect(drain(input)).toEqual([]);
  });

  test("[FAX13] what is lost takes its time and nothing else", () => {
    const input = new RtpInput();
    for (const each of [1, 4, 5, 6]) push(input, each);
    expect(drain(input)).toEqual([1, "lost", "lost", 4, 5, 6]);
  });

  test("[FAX13] another source, or a far jump, is a new beginning", () => {
    const input = new RtpInput();
    push(input, 1);
    push(input, 9_000, 2);
    expect(drain(input)).toEqual([9_000]);
    push(input, 20_000, 2);
    expect(drain(input)).toEqual([20_000]);
  });

  test("[FAX13] no row of packets makes it wait for ever or hold more than a second", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 300 }), (numbers) => {
        const input = new RtpInput();
        let heard = 0;
        for (const each of numbers) {
          push(input, each);
          heard += drain(input).filter((part) => part !== "lost").length;
        }
        expect(heard).toBeLessThanOrEqual(numbers.length);
        for (let each = 0; each < 200; each += 1) push(input, each, 9);
        expect(drain(input).length).toBeLessThanOrEqual(50);
      }),
    );
  });
});
