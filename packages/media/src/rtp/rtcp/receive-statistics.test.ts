import { expect, test } from "vitest";
import { ReceiveStatistics } from "./receive-statistics.ts";
import { middleOfNtp, ntpTimeAt, parseRtcp, serializeRtcp } from "./rtcp-packets.ts";
import { RtcpSession } from "./rtcp-session.ts";

const packet = (step: number, ssrc = 5) => ({
  ssrc,
  sequenceNumber: (65_000 + step) & 0xffff,
  timestamp: (step * 160) >>> 0,
});

test("[QUA1] loss is what was expected less what came, over the wrap too", () => {
  const statistics = new ReceiveStatistics(8_000);
  for (let step = 0; step < 1_000; step += 1)
    if (step % 20 !== 7) statistics.receive(packet(step), step * 20);
  const interval = statistics.takeInterval();
  expect(interval).toMatchObject({ packets: 950, lost: 50 });
  expect(interval.lossRate).toBeCloseTo(0.05, 5);
  expect(interval.jitterMs).toBeLessThan(0.5);
  expect(statistics.takeInterval()).toMatchObject({ packets: 0, lost: 0, lossRate: 0 });
});

test("[QUA2] jitter is the smoothed change of transit time", () => {
  const statistics = new ReceiveStatistics(8_000);
  for (let step = 0; step < 500; step += 1) statistics.receive(packet(step), step * 20 + (step % 2) * 10);
  expect(statistics.takeInterval().jitterMs).toBeCloseTo(10, 0);
});

test("[QUA1] a new source begins a new count", () => {
  const statistics = new ReceiveStatistics(8_000);
  for (let step = 0; step < 10; step += 1) statistics.receive(packet(step), step * 20);
  for (let step = 0; step < 10; step += 1) statistics.receive(packet(step + 5_000, 6), 200 + step * 20);
  expect(statistics.ssrc).toBe(6);
  expect(statistics.takeInterval()).toMatchObject({ packets: 10, lost: 0 });
});

test("[QUA3] reports survive the wire", () => {
  const report = {
    ssrc: 1,
    sender: { ntp: ntpTimeAt(1_700_000_000_123), rtpTimestamp: 99, packets: 5, octets: 800 },
    blocks: [
      {
        ssrc: 2,
        fractionLost: 12,
        cumulativeLost: 345,
        highestSequence: 70_000,
        jitter: 17,
        lastSenderReport: 0xabcd_ef01,
        delaySinceLastSenderReport: 65_536,
      },
    ],
  };
  const data = serializeRtcp(report, "offhook");
  expect(data.length % 4).toBe(0);
  expect(parseRtcp(data)).toEqual({ reports: [report], byes: [] });
  for (let length = 0; length < data.length; length += 1) parseRtcp(data.subarray(0, length));
});

test("[QUA4] the round trip is measured from our report and the far end's answer to it", () => {
  const [ours, theirs] = [new RtcpSession(1, "a"), new RtcpSession(2, "b")];
  const [fromThem, fromUs] = [new ReceiveStatistics(8_000), new ReceiveStatistics(8_000)];
  const start = 1_700_000_000_000;
  for (let step = 0; step < 100; step += 1) {
    fromThem.receive(packet(step, 2), start + step * 20);
    if (step % 4 !== 1) fromUs.receive(packet(step, 1), start + step * 20);
  }
  const sent = { packets: 100, octets: 16_000, rtpTimestamp: 0 };
  theirs.receive(ours.report(fromThem, sent, start), 8_000, start + 30);
  ours.receive(theirs.report(fromUs, sent, start + 1_030), 8_000, start + 1_080);
  expect(ours.roundTripMs).toBeCloseTo(80, 0);
  expect(ours.remoteViewAt(start + 2_000)?.lossRate).toBeCloseTo(0.25, 1);
  expect(ours.remoteViewAt(start + 60_000)).toBeUndefined();
});

test("[QUA4] no round trip is made of a report that answers none of ours", () => {
  const [ours, theirs] = [new RtcpSession(1, "a"), new RtcpSession(2, "b")];
  const fromUs = new ReceiveStatistics(8_000);
  fromUs.receive(packet(0, 1), 0);
  ours.receive(theirs.report(fromUs, undefined, 1_000), 8_000, 1_000);
  expect(ours.roundTripMs).toBeUndefined();
  expect(ours.remoteViewAt(1_000)).toBeDefined();
});

test("the middle of the NTP time is 16 bits of seconds and 16 of fraction", () => {
  expect(middleOfNtp({ seconds: 0x1234_5678, fraction: 0x9abc_def0 })).toBe(0x5678_9abc);
});
