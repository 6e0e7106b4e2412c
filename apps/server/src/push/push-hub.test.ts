import { PUSH_CLOSE } from "@offhook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { REPLACED } from "../database/events/event-log.ts";
import { MemoryPush, type MemorySocket, SHARED, settle } from "./testing/memory-push.ts";

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

describe("[PUSH1] a connection begins with hello", () => {
  test("none within five seconds closes it", async () => {
    const { socket } = push.open();
    push.clock.advance(4_999);
    expect(socket.closing).toBeUndefined();
    push.clock.advance(1);
    expect(socket.closing?.code).toBe(PUSH_CLOSE.helloTimeout);
  });

  test("one in time is welcomed with the channels the user may hear", async () => {
    push.lines.set(7, ["100"]);
    publishMany(3);
    const { socket } = await push.join(7);
    push.clock.advance(10_000);
    expect(socket.closing).toBeUndefined();
    expect(socket.frames).toEqual([
      {
        type: "welcome",
        lastEventId: 3,
        channels: [
          { type: "user", name: "7", channel: "user.7" },
          { type: "customer", name: "1", channel: "customer.1" },
          { type: "sms", name: "100", channel: "sms.100" },
        ],
      },
      { type: "caughtUp", lastEventId: 3 },
    ]);
  });

  test.each([
    ["a bad token", "nobody", PUSH_CLOSE.accessDenied],
    ["a token of an ended session", "13", PUSH_CLOSE.sessionEnded],
  ])("%s is turned away", async (_name, token, code) => {
    push.endedSessions.add("session-13");
    const client = push.open();
    client.say({ type: "hello", token });
    await settle();
    expect(client.socket.closing?.code).toBe(code);
    expect(client.socket.frames).toEqual([]);
  });

  test.each([
    ["no JSON", "hello"],
    ["an unknown type", '{"type":"shout"}'],
    ["a field of the wrong type", '{"type":"hello","token":5}'],
    ["something before hello", '{"type":"ping"}'],
    ["a place before the first event", '{"type":"hello","token":"7","lastEventId":-1}'],
    ["an array", "[]"],
    ["null", "null"],
  ])("%s closes it", async (_name, text) => {
    const { connection, socket } = push.open();
    connection.receive(text);
    await settle();
    expect(socket.closing?.code).toBe(PUSH_CLOSE.badFrame);
  });

  test("a second hello closes it", async () => {
    const { socket, say } = await push.join();
    say({ type: "hello", token: "7" });
    await settle();
    expect(socket.closing?.code).toBe(PUSH_CLOSE.badFrame);
  });

  test("when the database is down the client is asked to come back", async () => {
    push.log.isDown = true;
    const { socket } = await push.join();
    expect(socket.closing?.code).toBe(PUSH_CLOSE.tryAgainLater);
    push.log.isDown = false;
    expect((await push.join()).socket.last("welcome")).toBeDefined();
  });

  test("the ticket of a push login opens a connection, until it expires or the session ends", async () => {
    const hello = (ticket: string) => push.join(0, { token: ticket });
    const { ticket } = push.tickets.issue("session-7");
    expect((await hello(ticket)).socket.last("welcome")).toBeDefined();
    const tampered = ticket.replace(/.$/, (sign) => (sign === "A" ? "B" : "A"));
    expect((await hello(`${ticket}x`)).socket.closing?.code).toBe(PUSH_CLOSE.accessDenied);
    expect((await hello(tampered.replace("push.e", "push.f"))).socket.closing?.code).toBe(
      PUSH_CLOSE.accessDenied,
    );
    push.endedSessions.add("session-7");
    expect((await hello(ticket)).socket.closing?.code).toBe(PUSH_CLOSE.sessionEnded);
    push.endedSessions.clear();
    push.clock.advance(86_400_000);
    expect((await hello(ticket)).socket.closing?.code).toBe(PUSH_CLOSE.accessDenied);
  });
});

describe("[PUSH2] events come in order, once, and only where they may be heard", () => {
  test("everyone who may hear a channel gets its events", async () => {
    const [maya, dev] = [await push.join(7), await push.join(8)];
    push.publish(SHARED);
    push.publish("user.8");
    push.publish("user.7");
    await settle();
    expect(maya.socket.eventIds).toEqual([1, 3]);
    expect(dev.socket.eventIds).toEqual([1, 2]);
  });

  test("the log is read once for all of them", async () => {
    const clients = [];
    for (let userId = 1; userId <= 30; userId++) clients.push(await push.join(userId));
    push.log.reads = 0;
    push.publish();
    await settle();
    expect(clients.every(({ socket }) => socket.eventIds.length === 1)).toBe(true);
    expect(push.log.reads).toBe(1);
  });

  test("what was just written is passed on without the log, unless something before it is missing", async () => {
    const { socket } = await push.join();
    const write = (type: string) => ({
      id: push.log.append(SHARED, { type }),
      channel: SHARED,
      event: { type },
    });
    push.log.reads = 0;
    const first = write("ONE");
    push.hub.wake(1, first.id, [first]);
    expect(socket.eventIds).toEqual([1]);
    expect(push.log.reads).toBe(0);
    const [second, third] = [write("TWO"), write("THREE")];
    push.hub.wake(1, third.id, [third]);
    push.hub.wake(1, second.id, [second]);
    await settle();
    const types = socket.frames.flatMap((frame) => (frame.type === "event" ? [frame.event.type] : []));
    expect(types).toEqual(["ONE", "TWO", "THREE"]);
    expect(push.log.reads).toBe(1);
  });

  test("what is written while the log is being opened is heard once", async () => {
    const client = push.open();
    client.say({ type: "hello", token: "7", lastEventId: 0 });
    const id = push.log.append(SHARED);
    push.hub.wake(1, id, [{ channel: SHARED, event: { type: "TEST" } }]);
    await settle();
    push.publish();
    await settle();
    expect(client.socket.eventIds).toEqual([1, 2]);
  });

  test("a wake-up that came too late, twice or never does no harm", async () => {
    const { socket } = await push.join();
    push.log.append(SHARED);
    const last = push.log.append(SHARED);
    push.hub.wake(1, last);
    push.hub.wake(1, last - 1);
    push.hub.wake(1, last);
    await settle();
    expect(socket.eventIds).toEqual([1, 2]);
    push.log.append(SHARED);
    push.clock.advance(25_000);
    await settle();
    expect(socket.eventIds).toEqual([1, 2, 3]);
  });

  test("a log that fails is asked again, and nothing is lost", async () => {
    const { socket } = await push.join();
    push.log.isDown = true;
    publishMany(3);
    await settle();
    expect(socket.eventIds).toEqual([]);
    push.log.isDown = false;
    push.clock.advance(1_000);
    await settle();
    expect(socket.eventIds).toEqual([1, 2, 3]);
  });

  test("a client may choose its channels, and hears which it may not have", async () => {
    push.lines.set(7, ["100"]);
    const client = await push.join(7, { channels: ["sms.100", "sms.999", "user.8"] });
    expect(client.socket.last("denied")?.channels).toEqual(["sms.999", "user.8"]);
    const publishAll = async (): Promise<void> => {
      for (const channel of ["sms.100", "sms.999", "user.8", "user.7"]) push.publish(channel);
      await settle();
    };
    await publishAll();
    expect(client.socket.eventIds).toEqual([1]);
    client.say({ type: "subscribe", channels: ["user.7", "user.8"] });
    await settle();
    expect(client.socket.last("denied")?.channels).toEqual(["user.8"]);
    client.say({ type: "unsubscribe", channels: ["sms.100"] });
    await settle();
    await publishAll();
    expect(client.socket.eventIds).toEqual([1, 8]);
  });

  test("a connection that hears all and leaves out one hears the rest", async () => {
    const client = await push.join();
    client.say({ type: "unsubscribe", channels: [SHARED] });
    await settle();
    push.publish(SHARED);
    push.publish("user.7");
    await settle();
    expect(client.socket.eventIds).toEqual([2]);
  });
});

describe("[PUSH3] a client that comes back goes on where it was", () => {
  test("it gets what it missed, then hears that this was all", async () => {
    publishMany(5);
    const { socket } = await push.join(7, { lastEventId: 2 });
    expect(types(socket)).toEqual(["welcome", "event", "event", "event", "caughtUp"]);
    expect(socket.last("welcome")?.lastEventId).toBe(2);
    expect(socket.eventIds).toEqual([3, 4, 5]);
    expect(socket.last("caughtUp")?.lastEventId).toBe(5);
  });

  test("far back it reads the log for itself, page by page", async () => {
    publishMany(2_500);
    const { socket } = await push.join(7, { lastEventId: 10 });
    await settle();
    expect(socket.eventIds).toEqual(range(11, 2_500));
  });

  test("[PUSH13] of states that were replaced it hears the last, and it is not thrown back to the beginning", async () => {
    for (let state = 1; state <= 1_600; state++)
      push.log.append(SHARED, state % 400 === 0 ? { type: "STATE", state } : { type: REPLACED });
    const { socket } = await push.join(7, { lastEventId: 10 });
    await settle();
    expect(socket.eventIds).toEqual([400, 800, 1_200, 1_600]);
    expect(types(socket)).not.toContain("reset");
    push.log.append(SHARED, { type: REPLACED });
    push.publish();
    await settle();
    expect(socket.eventIds.at(-1)).toBe(1_602);
  });

  test("a client with nothing to hear still learns how far it is", async () => {
    const { socket } = await push.join();
    publishMany(4, "user.8");
    await settle();
    push.clock.advance(25_000);
    expect(socket.last("caughtUp")?.lastEventId).toBe(4);
    const told = socket.frames.length;
    push.clock.advance(25_000);
    expect(socket.frames).toHaveLength(told);
  });

  test.each([
    ["events that are no longer kept", 5, 3],
    ["a place in the future", 0, 99],
    ["everything forgotten", 20, 3],
  ])("%s: it is told to load everything anew, and then goes on", async (_name, pruned, lastEventId) => {
    publishMany(20);
    push.log.prune(pruned);
    const { socket } = await push.join(7, { lastEventId });
    expect(socket.eventIds).toEqual([]);
    expect(socket.last("reset")?.lastEventId).toBe(20);
    push.publish();
    await settle();
    expect(socket.eventIds).toEqual([21]);
  });

  test("the very last event needs no log", async () => {
    publishMany(20);
    push.log.prune(20);
    const { socket } = await push.join(7, { lastEventId: 20 });
    expect(socket.last("reset")).toBeUndefined();
  });

  test("more than anyone wants to read is not repeated", async () => {
    publishMany(10_002);
    const { socket } = await push.join(7, { lastEventId: 1 });
    expect(socket.last("reset")?.lastEventId).toBe(10_002);
    expect((await push.join(7, { lastEventId: 2 })).socket.last("reset")).toBeUndefined();
  });
});
