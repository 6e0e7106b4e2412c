import { FakeClock } from "@offhook/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { nameAddr } from "../../grammar/name-addr.ts";
import { sipUri } from "../../grammar/uri.ts";
import { MemoryNetwork } from "../../testing/memory-network.ts";
import { Phone, sdp, textOf } from "../../testing/phone.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import type { IncomingSubscription } from "./incoming-subscription.ts";
import type { OutgoingSubscription } from "./outgoing-subscription.ts";

let clock: FakeClock;
let network: MemoryNetwork;
let phone: Phone;
let server: Phone;
let received: IncomingSubscription[];
let serverNews: string[];
let phoneNews: string[];
let subscription: OutgoingSubscription;
let onSubscribe: (incoming: IncomingSubscription) => void;

function subscribe(seconds = 600, event = "message-summary"): void {
  const flow = network.connect("phone", "server", (name) => (name === "phone" ? phone.ua : server.ua));
  const address = nameAddr(sipUri({ user: "phone", host: "example.com" }));
  subscription = phone.ua.subscribe(
    { flow, uri: address.uri, from: address, to: address, event, seconds },
    {
      onNotify: (body, state) => phoneNews.push(`${state} ${textOf(body)}`),
      onEnded: (reason) => phoneNews.push(`ended ${reason}`),
    },
  );
}

const talk = (): string[] => network.summaries();

beforeEach(() => {
  clock = new FakeClock();
  network = new MemoryNetwork(clock, new SeededRandom(1));
  received = [];
  serverNews = [];
  phoneNews = [];
  onSubscribe = (incoming) => incoming.accept(sdp("2 new"));
  phone = new Phone({ name: "phone", clock, random: new SeededRandom(2) });
  server = new Phone({
    name: "server",
    clock,
    random: new SeededRandom(3),
    handlers: {
      onSubscribe: (incoming) => {
        received.push(incoming);
        incoming.observer = {
          onRefreshed: () => {
            serverNews.push("refreshed");
            incoming.notify(sdp("again"));
          },
          onEnded: (end) => serverNews.push(`ended ${end}`),
        };
        onSubscribe(incoming);
      },
    },
  });
});

const isClean = (): boolean => phone.isIdle && server.isIdle && clock.pendingTimers === 0;

describe("subscribing", () => {
  test("[SUB1] confirmed, told at once and at each change, ended by us", () => {
    subscribe();
    clock.advance(100);
    received[0]?.notify(sdp("3 new"));
    clock.advance(100);
    subscription.unsubscribe();
    clock.advance(64_000);
    expect(talk()).toEqual([
      "phone: SUBSCRIBE",
      "server: 200 SUBSCRIBE",
      "server: NOTIFY",
      "phone: 200 NOTIFY",
      "server: NOTIFY",
      "phone: 200 NOTIFY",
      "phone: SUBSCRIBE",
      "server: 200 SUBSCRIBE",
      "server: NOTIFY",
      "phone: 200 NOTIFY",
    ]);
    expect(phoneNews).toEqual(["active 2 new", "active 3 new", "terminated -", "ended timeout"]);
    expect(serverNews).toEqual(["ended unsubscribed"]);
    expect(isClean()).toBe(true);
  });

  test("[SUB3] refreshed in time", () => {
    subscribe();
    clock.advance(1_500_000);
    expect(serverNews).toEqual(["refreshed", "refreshed"]);
    received[0]?.terminate("deactivated", sdp("bye"));
    clock.advance(64_000);
    expect(phoneNews.slice(-2)).toEqual(["terminated bye", "ended deactivated"]);
    expect(serverNews.at(-1)).toBe("ended terminated");
    expect(isClean()).toBe(true);
  });

  test("[SUB1] the server grants less", () => {
    onSubscribe = (incoming) => incoming.accept(undefined, 120);
    subscribe();
    clock.advance(200_000);
    expect(serverNews).toEqual(["refreshed", "refreshed", "refreshed"]);
  });

  test("[SUB1] without a refresh it expires", () => {
    subscribe();
    clock.advance(100);
    network.silent.add("phone");
    clock.advance(700_000);
    expect(serverNews).toEqual(["ended expired"]);
    expect(server.isIdle).toBe(true);
  });

  test("[SUB1] only the present state: Expires 0", () => {
    subscribe(0);
    clock.advance(64_000);
    expect(phoneNews).toEqual(["terminated 2 new", "ended timeout"]);
    expect(isClean()).toBe(true);
  });

  test("[SUB2] a NOTIFY that is not taken ends it", () => {
    subscribe();
    clock.advance(100);
    network.silent.add("phone");
    received[0]?.notify(sdp("x"));
    clock.advance(64_000);
    expect(serverNews).toEqual(["ended undeliverable"]);
    expect(server.isIdle).toBe(true);
  });

  test("[SUB2] of several changes during one NOTIFY the last is told", () => {
    subscribe();
    clock.advance(100);
    for (const text of ["1", "2", "3"]) received[0]?.notify(sdp(text));
    clock.advance(1_000);
    expect(phoneNews).toEqual(["active 2 new", "active 1", "active 3"]);
  });

  test("[SUB3] a NOTIFY that overtakes the 200", () => {
    network.filter = (_from, summary) => summary !== "200 SUBSCRIBE";
    subscribe();
    clock.advance(100);
    expect(phoneNews).toEqual(["active 2 new"]);
    network.filter = () => true;
    clock.advance(2_000);
    subscription.unsubscribe();
    clock.advance(64_000);
    expect(phoneNews.at(-1)).toBe("ended timeout");
    expect(isClean()).toBe(true);
  });

  test("[SUB3] refused, unknown event, nobody there", () => {
    onSubscribe = (incoming) => incoming.refuse(403);
    subscribe();
    clock.advance(100);
    subscribe(600, "presence");
    clock.advance(100);
    network.silent.add("server");
    subscribe();
    clock.advance(64_000);
    expect(phoneNews).toEqual(["ended refused 403", "ended refused 489", "ended timeout"]);
    expect(isClean()).toBe(true);
  });
});
