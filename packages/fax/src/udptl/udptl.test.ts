import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatUdptl, parseUdptl } from "./udptl-packet.ts";
import { UdptlReceiver } from "./udptl-receiver.ts";
import { UdptlSender } from "./udptl-sender.ts";

const field = (minLength = 1) => fc.uint8Array({ minLength, maxLength: 300 });
const bytes = (...values: number[]) => Uint8Array.from(values);

describe("UDPTL", () => {
  test("[FAX1] is written as T.38 Annex C has it", () => {
    const data = formatUdptl({ sequenceNumber: 258, primary: bytes(7, 8), earlier: [bytes(6), bytes(4, 5)] });
    expect([...data]).toEqual([1, 2, 2, 7, 8, 0, 2, 1, 6, 2, 4, 5]);
    const long = formatUdptl({ sequenceNumber: 0, primary: new Uint8Array(200), earlier: [] });
    expect([...long.subarray(0, 4)]).toEqual([0, 0, 0x80, 200]);
  });

  test("[FAX1] what is written is read again", () => {
    fc.assert(
      fc.property(
        fc.nat(0xffff),
        field(),
        fc.array(field(0), { maxLength: 4 }),
        (sequenceNumber, primary, earlier) => {
          const packet = { sequenceNumber, primary, earlier };
          expect(parseUdptl(formatUdptl(packet))).toEqual(packet);
        },
      ),
    );
  });

  test("[FAX2] no datagram makes the reader throw, or gives more than is in it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (data) => {
        const packet = parseUdptl(data);
        const sum = packet
          ? packet.primary.length + packet.earlier.reduce((all, each) => all + each.length, 0)
          : 0;
        expect(sum).toBeLessThanOrEqual(Math.min(data.length, 2_048));
        for (const each of new UdptlReceiver().take(
          packet ?? { sequenceNumber: 0, primary: data, earlier: [] },
        ))
          expect(each.sequenceNumber).toBeLessThanOrEqual(0xffff);
      }),
      { numRuns: 2_000 },
    );
  });

  test("[FAX2] a datagram that is cut, or has something behind it, is dropped", () => {
    const whole = formatUdptl({ sequenceNumber: 3, primary: bytes(1, 2, 3), earlier: [bytes(9)] });
    for (let length = 0; length < whole.length; length += 1)
      expect(parseUdptl(whole.subarray(0, length))).toBeUndefined();
    expect(parseUdptl(Uint8Array.from([...whole, 0]))).toBeUndefined();
    // Audio that still comes on the port.
    expect(parseUdptl(Uint8Array.from([0x80, 0, 0, 9, ...new Uint8Array(168).fill(0xff)]))).toBeUndefined();
  });

  test("[FAX2] forward correction is not used, the packet itself is", () => {
    expect(parseUdptl(bytes(0, 1, 2, 5, 6, 0x80, 1, 1, 1, 2, 9, 9))).toMatchObject({
      primary: bytes(5, 6),
      earlier: [],
    });
  });

  test("[FAX3] any packets may be lost as long as no four in a row are", () => {
    const runs = fc.array(fc.boolean(), { minLength: 10, maxLength: 200 });
    fc.assert(
      fc.property(runs, (isLost) => {
        const sender = new UdptlSender({ redundancy: 3, maxDatagram: 1_400 });
        const receiver = new UdptlReceiver();
        const sent = isLost.map((_, index) => bytes(1, index));
        const arrived: Uint8Array[] = [];
        let lost = 0;
        for (const [index, packet] of sent.entries()) {
          const data = sender.pack(packet);
          const isLast = index === sent.length - 1;
          lost = isLost[index] && lost < 3 && index > 0 && !isLast ? lost + 1 : 0;
          if (lost === 0) arrived.push(...receiver.take(parseUdptl(data)!).map((each) => each.data));
        }
        expect(arrived).toEqual(sent);
      }),
    );
  });

  test("[FAX3] repeats, late ones and a count that goes round are each taken once", () => {
    const receiver = new UdptlReceiver();
    const take = (sequenceNumber: number, ...earlier: number[]) =>
      receiver
        .take({ sequenceNumber, primary: bytes(sequenceNumber), earlier: earlier.map((each) => bytes(each)) })
        .map((each) => each.sequenceNumber);
    expect(take(0xfffe)).toEqual([0xfffe]);
    expect(take(0xfffe)).toEqual([]);
    expect(take(1, 0, 0xffff, 0xfffe)).toEqual([0xffff, 0, 1]);
    expect(take(0)).toEqual([]);
    expect(take(5, 4, 3)).toEqual([3, 4, 5]);
    expect(take(30_000, 29_999)).toEqual([30_000]);
  });

  test("[FAX4] a datagram never outgrows the far end's room, whatever it could repeat", () => {
    const sender = new UdptlSender({ redundancy: 3, maxDatagram: 200 });
    for (const length of [90, 90, 90, 20, 150, 10]) {
      const data = sender.pack(new Uint8Array(length).fill(1));
      expect(data.length).toBeLessThanOrEqual(200);
    }
    const none = new UdptlSender({ redundancy: 0, maxDatagram: 200 });
    none.pack(bytes(1));
    expect(parseUdptl(none.pack(bytes(2)))?.earlier).toEqual([]);
  });
});
