import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { ChatLink, type ChatSocketListener } from "./chat-link.ts";
import { type LinkEvent, type LinkState, linkView, reconnectWaitMs, stepLink } from "./link-state.ts";

const ready: LinkState = { name: "ready", isReconnected: false };
const waiting: LinkState = { name: "waiting", tries: 1, wasReady: true };

test.each<[string, LinkState, LinkEvent, LinkState]>([
  ["[TEAM-L1] a lost line waits and counts", ready, { type: "lost" }, waiting],
  [
    "[TEAM-L1] each try is counted",
    { name: "connecting", tries: 1, wasReady: true },
    { type: "lost" },
    { name: "waiting", tries: 2, wasReady: true },
  ],
  [
    "[TEAM-L2] coming back is told",
    { name: "connecting", tries: 1, wasReady: true },
    { type: "signedIn" },
    { name: "ready", isReconnected: true },
  ],
  [
    "[TEAM-L2] coming the first time is not",
    { name: "connecting", tries: 3, wasReady: false },
    { type: "signedIn" },
    ready,
  ],
  ["[TEAM-L3] who stops stays stopped", { name: "stopped" }, { type: "lost" }, { name: "stopped" }],
  [
    "[TEAM-L4] without chat nothing is tried again",
    { name: "refused" },
    { type: "retryDue" },
    { name: "refused" },
  ],
])("%s", (_rule, before, event, after) => {
  expect(stepLink(before, event)).toEqual(after);
});

test("[TEAM-L5] the wait lies between 5 and 20 seconds", () => {
  expect(reconnectWaitMs(() => 0)).toBe(5_000);
  expect(reconnectWaitMs(() => 1)).toBe(20_000);
});

test("[TEAM-L6] what the interface sees of the line", () => {
  expect(linkView(waiting)).toEqual({
    connected: false,
    error: true,
    reconnecting: true,
    reconnected: false,
    reconnectTries: 1,
  });
  expect(linkView({ name: "connecting", tries: 0, wasReady: false }).reconnecting).toBe(false);
});

/** Sockets that a test answers by hand. */
function aLine() {
  const clock = new FakeClock();
  const sockets: { listener: ChatSocketListener; sent: string[]; closedWith: number[] }[] = [];
  const secrets: boolean[] = [];
  const refusals: [verb: string, code: number][] = [];
  const link = new ChatLink({
    clock,
    random: () => 0,
    openSocket: (listener) => {
      const socket = { listener, sent: [] as string[], closedWith: [] as number[] };
      sockets.push(socket);
      return { send: (text) => socket.sent.push(text), close: (code = 1000) => socket.closedWith.push(code) };
    },
    secret: async (renew) => {
      secrets.push(renew);
      return "c2VjcmV0";
    },
    userAgent: "test",
    language: "en",
    reportError: (failure) => {
      throw failure;
    },
    onRefused: (verb, { code }) => refusals.push([verb, code]),
  });
  const last = () => sockets.at(-1)!;
  const answer = async (code: number, params?: object): Promise<void> => {
    const request = Object.values(JSON.parse(last().sent.at(-1) ?? "{}"))[0] as { id: string };
    last().listener.received(
      JSON.stringify({ ctrl: { id: request.id, code, text: `${code}`, params, ts: "" } }),
    );
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const signIn = async (code = 200): Promise<void> => {
    last().listener.opened();
    await answer(201, { ver: "0.25", maxMessageSize: 400 });
    await answer(code, { user: "usrA", token: "t" });
  };
  return { clock, sockets, secrets, refusals, link, last, answer, signIn };
}

test("[TEAM-L7] says hi with its version, signs in, and asks only then", async () => {
  const { link, last, signIn } = aLine();
  link.start();
  await expect(link.request("get", { topic: "me", what: "sub" })).rejects.toThrow(
    "Websocket is not connected",
  );
  await signIn();
  const [hi, login] = last().sent.map((text) => JSON.parse(text));
  expect(hi.hi).toMatchObject({ ver: "0.20", lang: "en", platf: "web" });
  expect(login.login).toMatchObject({ scheme: "bearer", secret: "c2VjcmV0" });
  expect(link.state).toEqual({ name: "ready", isReconnected: false });
});

test("[TEAM-L8] comes back by itself, at once when woken, and says so for two seconds", async () => {
  const { link, last, signIn, sockets, clock } = aLine();
  link.start();
  await signIn();
  const asked = link.request("get", { topic: "me", what: "sub" });
  last().listener.closed();
  await expect(asked).rejects.toThrow("Websocket is not connected");
  clock.advance(4_999);
  expect(sockets).toHaveLength(1);
  clock.advance(1);
  expect(sockets).toHaveLength(2);
  last().listener.closed();
  link.wake();
  expect(sockets).toHaveLength(3);
  await signIn();
  expect(link.state).toEqual({ name: "ready", isReconnected: true });
  clock.advance(2_000);
  expect(link.state).toEqual({ name: "ready", isReconnected: false });
});

test("[TEAM-L8] a network that is gone closes the socket, and waking opens another", async () => {
  const { link, last, signIn, sockets } = aLine();
  link.start();
  await signIn();
  const first = last();
  link.disconnect();
  expect(first.closedWith).toEqual([1000]);
  expect(link.state.name).toBe("waiting");
  link.wake();
  expect(sockets).toHaveLength(2);
});

test("[TEAM-L9] a refused token is renewed at once, then with the usual wait; a refused user is not asked again", async () => {
  const { link, signIn, secrets, sockets, clock } = aLine();
  link.start();
  await signIn(401);
  expect(sockets).toHaveLength(2);
  await signIn(401);
  expect(link.state.name).toBe("waiting");
  clock.advance(5_000);
  await signIn(403);
  expect(secrets).toEqual([false, true, true]);
  expect(link.state.name).toBe("refused");
  clock.advance(60_000);
  expect(sockets).toHaveLength(3);
});

test("[TEAM-L3] the user's own end is told with code 4001", async () => {
  const { link, last, signIn, clock, sockets } = aLine();
  link.start();
  await signIn();
  link.stop();
  expect(last().closedWith).toEqual([4001]);
  last().listener.closed();
  clock.advance(60_000);
  expect(sockets).toHaveLength(1);
});

test("[TEAM-L10] a line that no longer answers is given up", async () => {
  const { link, last, signIn, clock } = aLine();
  link.start();
  await signIn();
  clock.advance(30_000);
  expect(last().sent.at(-1)).toBe("1");
  last().listener.received("0");
  clock.advance(30_000);
  clock.advance(10_000);
  expect(link.state.name).toBe("waiting");
});

test("[TEAM-L11] what is larger than the service allows is not handed to it", async () => {
  const { link, last, signIn } = aLine();
  link.start();
  await signIn();
  const sent = last().sent.length;
  const large = link.request("pub", { topic: "usrB", content: "é".repeat(200) });
  await expect(large).rejects.toMatchObject({ code: 413, isUnsure: false });
  expect(last().sent).toHaveLength(sent);
});

test("[TEAM-L12] what the service refuses is told to the log, what it grants is not", async () => {
  const { link, answer, signIn, refusals } = aLine();
  link.start();
  await signIn();
  const granted = link.request("get", { topic: "me", what: "sub" });
  await answer(200);
  await granted;
  const refused = link.request("sub", { topic: "grpX" });
  const failure = expect(refused).rejects.toMatchObject({ code: 403 });
  await answer(403);
  await failure;
  expect(refusals).toEqual([["sub", 403]]);
});
