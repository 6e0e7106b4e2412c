import {
  type CallControl,
  DEFAULT_USER_SETTINGS,
  type LiveCall,
  type SipSettings,
  type UserSettings,
} from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import type { CallOptions } from "../../../platform/api/api-client.ts";
import { EventLog } from "../../../platform/live/event-log.ts";
import { SoundPlayer } from "../../../platform/sounds/sound-player.ts";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { createPhoneState } from "../phone/deferred-phone.ts";
import type { AgentListener, SipAgent } from "../phone/sip/sip-port.ts";
import { SoftPhone } from "../phone/soft-phone.ts";
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
    delay: (action: CallControl["action"] | "list"): (() => void) => {
      let release = (): void => {};
      slow.set(action, new Promise((resolve) => (release = resolve)));
      return () => {
        slow.delete(action);
        release();
      };
    },
  };
}

/** What the test sees of a phone system that it plays itself. */
class PlayedPhoneSystem {
  readonly clock = new FakeClock();
  readonly sessions: ScriptedSession[] = [];
  readonly asked: CallControl[] = [];
  readonly placed: unknown[] = [];
  readonly said: string[] = [];
  readonly targets: string[] = [];
  readonly rows: LiveCall[] = [];
  readonly brake = aBrake();
  readonly events = new EventLog();
  agent: AgentListener | undefined;
  #ids = 0;

  /** The line's calls as they now are. */
  list(): void {
    this.events.add(this.events.last + 1, { type: "LIVE_CALLS", phone: "maya", calls: [...this.rows] });
  }

  newId(): string {
    this.#ids += 1;
    return `own-${this.#ids}`;
  }

  readonly client = {
    listLiveCalls: async (_request: unknown, options?: CallOptions) => {
      const [rows, at] = [[...this.rows], this.events.last];
      await this.brake.wait("list");
      options?.onReply?.(at);
      return rows;
    },
    controlCall: async ({ body }: { body: CallControl }) => {
      this.asked.push(body);
      await this.brake.wait(body.action);
      return {};
    },
    sendCall: async ({ body }: { body: unknown }) => {
      this.placed.push(body);
      return { callid: "call-9" };
    },
    getCallRecording: async () => ({ id: "r", url: "", duration: 1, time: 0 }),
  };

  async fetchSettings(): Promise<SipSettings> {
    return {
      phone: "maya",
      uri: "sip:web@phone.example",
      username: "web",
      password: "",
      realm: "",
      ws_url: "/sip",
      expires_at: this.clock.now() / 1000 + 86_400,
    };
  }

  async startAgent(credentials: SipSettings, listener: AgentListener): Promise<SipAgent> {
    this.agent = listener;
    return anAgent(credentials, this.sessions, this.targets);
  }

  ring(n: number): ScriptedSession {
    const session = new ScriptedSession(`sip-in-${n}`);
    this.sessions.push(session);
    this.agent?.rang({
      session,
      callid: `call-${n}`,
      channel: `channel-${n}`,
      number: "12125550177",
      caller: "June Park",
      via: undefined,
      doorbell: false,
    });
    return session;
  }

  /** The network goes, and comes back when the next registration is tried. */
  cut(): void {
    this.agent?.disconnected();
  }

  async reconnect(): Promise<void> {
    this.clock.advance(RECONNECT_MS);
    await settled();
    this.agent?.registered();
    await settled();
  }
}

interface World {
  readonly isDndOn?: boolean;
  readonly openMicrophone?: () => Promise<MediaStream>;
}

function createPhone(system: PlayedPhoneSystem, settings: UserSettings, world: World): SoftPhone {
  const { isDndOn = false, openMicrophone = DEVICES.openMicrophone } = world;
  return new SoftPhone({
    state: createPhoneState(),
    clock: system.clock,
    random: () => 0.5,
    newId: () => system.newId(),
    client: system.client as never,
    events: system.events,
    fetchSettings: () => system.fetchSettings(),
    startAgent: (credentials, listener) => system.startAgent(credentials, listener),
    store: new MemoryStore(),
    tabStore: new MemoryStore(),
    link: {
      tab: "tab-1",
      post: () => {},
      listen: () => {},
      whenRingOwner: (elected) => elected(),
      close: () => {},
    },
    devices: { ...DEVICES, openMicrophone },
    sounds: silentSounds(),
    settings: () => settings,
    lines: () => ["maya"],
    activeLine: () => "maya",
    chooseLine: () => {},
    isDndOn: () => isDndOn,
    download: () => {},
    openWindow: () => {},
    notify: (message) => system.said.push(message),
    log: () => {},
  });
}

/** A registered phone of the line 'maya', its phone system played by the test. */
export async function aPhone(change: Partial<UserSettings> = {}, world: World = {}) {
  const system = new PlayedPhoneSystem();
  const { clock, sessions, asked, placed, said, targets, rows, brake } = system;
  const phone = createPhone(system, { ...DEFAULT_USER_SETTINGS, ...change }, world);
  phone.start();
  await settled();
  system.agent?.registered();
  await settled();
  /** A call placed from here that was answered; its number is that of its row. */
  const talk = async (n: number): Promise<string> => {
    const id = (await phone.dial({ number: `10${n}` })) ?? "";
    sessions.at(-1)?.listener?.answered({ callid: `call-${n}`, channel: `channel-${n}` });
    rows.push(
      aRow({ callid: `call-${n}`, channel: `channel-${n}`, dir: "out", answered_at: 1 }),
      aRow({ callid: `call-${n}`, channel: `party-${n}`, phone: null }),
    );
    system.list();
    return id;
  };
  const join = (...ns: readonly number[]): void => {
    for (const [index, row] of rows.entries())
      if (ns.some((n) => row.callid === `call-${n}`)) rows[index] = { ...row, conference: "room" };
    system.list();
  };
  return {
    phone,
    clock,
    sessions,
    asked,
    placed,
    said,
    targets,
    rows,
    list: () => system.list(),
    talk,
    join,
    delay: brake.delay,
    ring: (n: number) => system.ring(n),
    cut: () => system.cut(),
    reconnect: () => system.reconnect(),
    calls: () => phone.state.getState().calls.filter(({ phase }) => phase !== "ended"),
  };
}
