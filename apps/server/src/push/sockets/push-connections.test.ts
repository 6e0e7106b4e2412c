import { PUSH_CLOSE } from "@offhook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { MemoryPush, type MemorySocket, SHARED, settle } from "../testing/memory-push.ts";

let push: MemoryPush;
beforeEach(() => {
  push = new MemoryPush();
});

const publishMany = (count: number, channel = SHARED): void => {
  for (let index = 0; index < count; index++) push.publish(channel);
};
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const types = (socket: MemorySocket): string[] => socket.frames.map((frame) => frame.type);

describe("[PUSH4] a slow reader costs no memory", () => {
  const big = { type: "TEST", text: "x".repeat(10_000) };

  test("it is paused at the bound and caught up from its place", async () => {
    const { socket } = await push.join();
    socket.isSlow = true;
    for (let index = 0; index < 200; index++) push.publish(SHARED, big);
    await settle();
    expect(socket.bufferedBytes).toBeGreaterThan(200_000);
    expect(socket.bufferedBytes).toBeLessThan(300_000);
    for (let round = 0; round < 20 && socket.eventIds.length < 200; round++) {
      socket.drain();
      await settle();
    }
    expect(socket.eventIds).toEqual(range(1, 200));
  });

  test("while it waits more than the recent events may pass", async () => {
    const { socket } = await push.join();
    socket.isSlow = true;
    for (let index = 0; index < 30; index++) push.publish(SHARED, big);
    await settle();
    publishMany(2_000);
    await settle();
    const before = socket.eventIds.length;
    expect(before).toBeLessThan(30);
    socket.isSlow = false;
    socket.drain();
    await expect.poll(() => socket.eventIds).toEqual(range(1, 2_030));
  });

  test("others are not held up", async () => {
    const [slow, quick] = [await push.join(7), await push.join(8)];
    slow.socket.isSlow = true;
    for (let index = 0; index < 100; index++) push.publish(SHARED, big);
    await settle();
    expect(quick.socket.eventIds).toHaveLength(100);
  });

  test("one that reads nothing for a minute is dropped; one that reads a little is not", async () => {
    const [stalled, slow] = [await push.join(7), await push.join(8)];
    for (const { socket } of [stalled, slow]) socket.isSlow = true;
    for (let index = 0; index < 100; index++) push.publish(SHARED, big);
    await settle();
    for (let minute = 0; minute < 4; minute++) {
      slow.socket.bufferedBytes -= 1_000;
      push.clock.advance(25_000);
    }
    expect(stalled.socket.isTerminated).toBe(true);
    expect(slow.socket.isTerminated).toBe(false);
  });
});

describe("[PUSH5] connections are kept honest", () => {
  test("they are pinged, and dropped when no answer comes", async () => {
    const [there, gone] = [await push.join(7), await push.join(8)];
    for (let beat = 0; beat < 4; beat++) {
      push.clock.advance(25_000);
      there.connection.noteLife();
    }
    expect(there.socket.pings).toBe(4);
    expect(there.socket.isTerminated).toBe(false);
    expect(gone.socket.isTerminated).toBe(true);
    expect(push.hub.presence.isLive(8)).toBe(false);
  });

  test("time over which the machine slept counts as nobody's silence", async () => {
    const [waited, gone] = [await push.join(7), await push.join(8)];
    push.clock.advance(50_000);
    waited.connection.beat(30_000);
    push.clock.advance(25_000);
    expect(waited.socket.isTerminated).toBe(false);
    expect(gone.socket.isTerminated).toBe(true);
  });

  test("a ping of the client is answered", async () => {
    const { socket, say } = await push.join();
    say({ type: "ping" });
    await settle();
    expect(socket.frames.at(-1)).toEqual({ type: "pong" });
  });

  test("a flood of frames closes the connection, a steady trickle does not", async () => {
    const { socket, say } = await push.join();
    for (let count = 0; count < 40; count++) {
      say({ type: "ping" });
      push.clock.advance(500);
    }
    await settle();
    expect(socket.closing).toBeUndefined();
    for (let count = 0; count < 60; count++) say({ type: "ping" });
    expect(socket.closing?.code).toBe(PUSH_CLOSE.tooMany);
  });

  test("a user has at most fifty connections, and a closed one makes room", async () => {
    const clients = [];
    for (let count = 0; count < 50; count++) clients.push(await push.join());
    expect((await push.join()).socket.closing?.code).toBe(PUSH_CLOSE.tooMany);
    expect((await push.join(8)).socket.closing).toBeUndefined();
    clients[0]?.connection.closed();
    expect((await push.join()).socket.closing).toBeUndefined();
  });

  test("a closed connection is told nothing more", async () => {
    const { socket, connection } = await push.join();
    connection.closed();
    const told = socket.frames.length;
    publishMany(3);
    await settle();
    push.clock.advance(60_000);
    expect(socket.frames).toHaveLength(told);
    expect(socket.pings).toBe(0);
  });
});

describe("[PUSH6] the end of a session ends its connections", () => {
  test("at once, and those of other sessions stay", async () => {
    const [ended, other] = [await push.join(7), await push.join(8)];
    push.hub.closeSession("session-7");
    publishMany(2);
    await settle();
    expect(ended.socket.closing?.code).toBe(PUSH_CLOSE.sessionEnded);
    expect(ended.socket.eventIds).toEqual([]);
    expect(other.socket.eventIds).toEqual([1, 2]);
  });

  test("also one that is just being welcomed, at whatever step", async () => {
    for (let steps = 0; steps < 40; steps++) {
      push = new MemoryPush();
      const client = push.open();
      client.say({ type: "hello", token: "7" });
      for (let step = 0; step < steps; step++) await Promise.resolve();
      push.endedSessions.add("session-7");
      push.hub.closeSession("session-7");
      publishMany(1);
      await settle();
      expect(client.socket.closing?.code).toBe(PUSH_CLOSE.sessionEnded);
      expect(client.socket.eventIds).toEqual([]);
    }
  });

  test("also of a user as a whole", async () => {
    const { socket } = await push.join(7);
    push.hub.closeUser(7);
    expect(socket.closing?.code).toBe(PUSH_CLOSE.sessionEnded);
  });

  test("a session that ended unheard of is found within ten minutes", async () => {
    const { socket, connection } = await push.join(7);
    push.endedSessions.add("session-7");
    for (let beat = 0; beat < 24; beat++) {
      connection.noteLife();
      push.clock.advance(25_000);
    }
    await settle();
    expect(socket.closing?.code).toBe(PUSH_CLOSE.sessionEnded);
  });

  test("a new token must belong to the same session", async () => {
    const { socket, say } = await push.join(7);
    say({ type: "token", token: "7" });
    await settle();
    expect(socket.closing).toBeUndefined();
    say({ type: "token", token: "8" });
    await settle();
    expect(socket.closing?.code).toBe(PUSH_CLOSE.accessDenied);
  });
});

describe("[PUSH7] who may hear what can change", () => {
  const changed = (channel: string) => push.publish(channel, { type: "DID_UPDATE" });

  test("from that event on, a line that was taken away is silent and a new one is heard", async () => {
    push.lines.set(7, ["100"]);
    const { socket } = await push.join(7);
    push.publish("sms.100");
    await settle();
    push.lines.set(7, ["200"]);
    changed("user.7");
    push.publish("sms.100");
    push.publish("sms.200");
    await settle();
    expect(socket.eventIds).toEqual([1, 2, 4]);
    expect(socket.last("channels")?.channels.map((each) => each.channel)).toEqual([
      "user.7",
      SHARED,
      "sms.200",
    ]);
  });

  test("also for a client that has not asked to hear of it", async () => {
    push.lines.set(7, ["100"]);
    const { socket } = await push.join(7, { channels: ["sms.100"] });
    push.lines.set(7, []);
    changed(SHARED);
    push.publish("sms.100");
    await settle();
    expect(socket.eventIds).toEqual([]);
  });

  test("a change of someone else asks nobody", async () => {
    const { socket } = await push.join(7);
    changed("user.8");
    await settle();
    expect(socket.last("channels")).toBeUndefined();
  });

  test("changes from before the connection are not asked for again", async () => {
    changed("user.7");
    const { socket } = await push.join(7, { lastEventId: 0 });
    expect(types(socket)).toEqual(["welcome", "event", "caughtUp"]);
  });
});

describe("[PUSH8] presence and farewell", () => {
  test("a user is live from the first connection to the last", async () => {
    const changes: string[] = [];
    push.hub.presence.onChange(({ userId }) => changes.push(`${userId} ${push.hub.presence.isLive(userId)}`));
    const [first, second] = [await push.join(7), await push.join(7)];
    first.connection.closed();
    expect(push.hub.presence.isLive(7)).toBe(true);
    second.connection.closed();
    second.connection.closed();
    expect(changes).toEqual(["7 true", "7 false"]);
  });

  test("a stopping server says so, waits a moment for answers, and takes nobody new", async () => {
    const [polite, deaf] = [await push.join(7), await push.join(8)];
    let isDone = false;
    const closing = push.hub.close().then(() => {
      isDone = true;
    });
    expect(polite.socket.closing?.code).toBe(PUSH_CLOSE.serverStopping);
    polite.connection.closed();
    await settle();
    expect(isDone).toBe(false);
    expect(push.open().socket.closing?.code).toBe(PUSH_CLOSE.serverStopping);
    push.clock.advance(1_000);
    await closing;
    expect(deaf.socket.isTerminated).toBe(true);
  });

  test("metrics count connections, events and pauses", async () => {
    const { connection } = await push.join();
    publishMany(3);
    await settle();
    const text = await push.metrics.registry.metrics();
    expect(text).toContain("offhook_push_connections 1");
    expect(text).toContain("offhook_push_events_sent_total 3");
    connection.closed();
    expect(await push.metrics.registry.metrics()).toContain("offhook_push_connections 0");
  });
});
