import { type CallControl, DEFAULT_USER_SETTINGS, type LiveCall, type UserSettings } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { MemoryStore } from "../../../platform/key-value-store.ts";
import { createPhoneState } from "../phone/deferred-phone.ts";
import type { AgentListener, SipAgent } from "../phone/sip-port.ts";
import { SoftPhone } from "../phone/soft-phone.ts";
import { SoundPlayer } from "../sounds/sound-player.ts";
import { aRow } from "./model-builders.ts";
import { anAgent, ScriptedSession } from "./scripted-session.ts";

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const RECONNECT_MS = 1_000;

const DEVICES = {
  refresh: async () => {},
  problem: () => undefined,
  refusal: () => undefined,
  openMicrophone: async () => new MediaStream(),
  openCamera: async () => new MediaStream(),
  outputId: () => "",
  ringerId: () => undefined,
  chooseOutput: async () => {},
};

const silentSounds = (): SoundPlayer =>
  new SoundPlayer({
    createElement: () => ({ loop: false, currentTime: 0, play: async () => {}, pause: () => {} }),
    onFailed: () => {},
  });

/** Makes the phone system take its time over some commands, until it is let go. */
function aBrake() {
  const slow = new Map<string, Promise<void>>();
  return {
    wait: (action: string) => slow.get(action),
    delay: (action: CallControl["action"]): (() => void) => {
      let release = (): void => {};
      slow.set(action, new Promise((resolve) => (release = resolve)));
      return () => {
        slow.delete(action);
        release();
      };
    },
  };
}

/** A registered phone of the line 'maya', its phone system played by the test. */
export async function aPhone(change: Partial<UserSettings> = {}, { isDndOn = false } = {}) {
  const clock = new FakeClock();
  const settings = { ...DEFAULT_USER_SETTINGS, ...change };
  const sessions: ScriptedSession[] = [];
  const asked: CallControl[] = [];
  const brake = aBrake();
  const placed: unknown[] = [];
  const said: string[] = [];
  const targets: string[] = [];
  const rows: LiveCall[] = [];
  let agent: AgentListener | undefined;
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `own-${ids}`;
  };
  const phone = new SoftPhone({
    state: createPhoneState(),
    clock,
    random: () => 0.5,
    newId,
    client: {
      listLiveCalls: async () => [...rows],
      controlCall: async ({ body }: { body: CallControl }) => {
        asked.push(body);
        await brake.wait(body.action);
        return {};
      },
      sendCall: async ({ body }: { body: unknown }) => {
        placed.push(body);
        return { callid: "call-9" };
      },
      getCallRecording: async () => ({ id: "r", url: "", duration: 1, time: 0 }),
    } as never,
    fetchSettings: async () => ({
      phone: "maya",
      uri: "sip:web@phone.example",
      username: "web",
      password: "",
      realm: "",
      ws_url: "/sip",
      expires_at: clock.now() / 1000 + 86_400,
    }),
    startAgent: async (credentials, listener): Promise<SipAgent> => {
      agent = listener;
      return anAgent(credentials, sessions, targets);
    },
    store: new MemoryStore(),
    tabStore: new MemoryStore(),
    link: {
      tab: "tab-1",
      post: () => {},
      listen: () => {},
      whenRingOwner: (elected) => elected(),
      close: () => {},
    },
    devices: DEVICES,
    sounds: silentSounds(),
    settings: () => settings,
    lines: () => ["maya"],
    activeLine: () => "maya",
    chooseLine: () => {},
    isDndOn: () => isDndOn,
    download: () => {},
    openWindow: () => {},
    notify: (message) => said.push(message),
    log: () => {},
  });
  phone.start();
  await settled();
  agent?.registered();
  await settled();

  const list = (): void => phone.applyList("maya", [...rows]);
  /** A call placed from here that was answered; its number is that of its row. */
  const talk = async (n: number): Promise<string> => {
    const id = (await phone.dial({ number: `10${n}` })) ?? "";
    sessions.at(-1)?.listener?.answered({ callid: `call-${n}`, channel: `channel-${n}` });
    rows.push(
      aRow({ callid: `call-${n}`, channel: `channel-${n}`, dir: "out", answered_at: 1 }),
      aRow({ callid: `call-${n}`, channel: `party-${n}`, phone: null }),
    );
    list();
    return id;
  };
  const ring = (n: number): ScriptedSession => {
    const session = new ScriptedSession(`sip-in-${n}`);
    sessions.push(session);
    agent?.rang({
      session,
      callid: `call-${n}`,
      channel: `channel-${n}`,
      number: "12125550177",
      caller: "June Park",
      via: undefined,
      doorbell: false,
    });
    return session;
  };
  const join = (...ns: readonly number[]): void => {
    for (const [index, row] of rows.entries())
      if (ns.some((n) => row.callid === `call-${n}`)) rows[index] = { ...row, conference: "room" };
    list();
  };
  const calls = () => phone.state.getState().calls.filter(({ phase }) => phase !== "ended");
  /** The network goes, and comes back when the next registration is tried. */
  const cut = (): void => agent?.disconnected();
  const reconnect = async (): Promise<void> => {
    clock.advance(RECONNECT_MS);
    await settled();
    agent?.registered();
    await settled();
  };
  return {
    phone,
    clock,
    sessions,
    asked,
    delay: brake.delay,
    placed,
    said,
    targets,
    rows,
    talk,
    ring,
    join,
    calls,
    cut,
    reconnect,
  };
}
