import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { type Person, signIn } from "../demo-people.ts";

/** Far above silence, which an analyser gives as less than -100 dB. */
const AUDIBLE_DB = -60;
const PATIENCE = { timeout: 20_000 };
/** Sound is looked at often: what is waited for comes within a moment. */
const LISTENING = { ...PATIENCE, intervals: [100] };

/** What the page is given instead of the machine's sound: a tone to speak, an ear to hear with. */
function installSound(hz: number): void {
  // A page without an address has no devices.
  if (!navigator.mediaDevices) return;
  let context: AudioContext | undefined;
  let analyser: AnalyserNode | undefined;
  const audio = (): AudioContext => {
    context ??= new AudioContext();
    return context;
  };
  const ear = (): AnalyserNode => {
    analyser ??= new AnalyserNode(audio(), { fftSize: 8192, smoothingTimeConstant: 0 });
    return analyser;
  };
  const speak = (): MediaStream => {
    const microphone = audio().createMediaStreamDestination();
    const oscillator = new OscillatorNode(audio(), { frequency: hz });
    oscillator.connect(new GainNode(audio(), { gain: 0.3 })).connect(microphone);
    oscillator.start();
    return microphone.stream;
  };
  const OriginalSocket = window.WebSocket;
  window.WebSocket = class extends OriginalSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      if (protocols !== "sip") return;
      this.addEventListener("message", ({ data }) => {
        if (/^SIP\/2\.0 200 [\s\S]*\nCSeq: \d+ REGISTER/i.test(String(data)))
          Object.assign(window, { isRegistered: true });
      });
      this.addEventListener("close", () => Object.assign(window, { isRegistered: false }));
    }
  };
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) =>
    constraints?.audio && !constraints.video ? speak() : real(constraints);
  const heardTracks = new WeakSet<MediaStreamTrack>();
  const hear = (track: MediaStreamTrack): void => {
    // A resume announces the same track again. Heard twice, a few samples apart, a tone can cancel itself out.
    if (track.kind !== "audio" || heardTracks.has(track)) return;
    heardTracks.add(track);
    audio()
      .createMediaStreamSource(new MediaStream([track]))
      .connect(ear());
  };
  const Original = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => hear(track));
    }
  };
  // What the page plays piece by piece, as when somebody listens in; tones and clips of its own are no voices.
  const startSource = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function start(...when) {
    if (this.buffer?.sampleRate === 16_000) {
      const copy = new AudioBufferSourceNode(audio(), { buffer: this.buffer });
      copy.connect(ear());
      startSource.call(copy);
    }
    startSource.apply(this, when);
  };
  const bins = (): Float32Array<ArrayBuffer> => {
    const values = new Float32Array(ear().frequencyBinCount);
    ear().getFloatFrequencyData(values);
    return values;
  };
  const binOf = (frequency: number): number => Math.round((frequency * ear().fftSize) / audio().sampleRate);
  Object.assign(window, {
    heard: (frequency: number) => bins()[binOf(frequency)],
    loudness: () => Math.max(...bins().slice(binOf(150), binOf(3_400))),
  });
}

/** The real console in a browser, driven as its user does. */
export class ConsolePhone {
  readonly page: Page;
  readonly person: Person;

  constructor(page: Page, person: Person) {
    this.page = page;
    this.person = person;
  }

  static async open(context: BrowserContext, person: Person, hz: number): Promise<ConsolePhone> {
    await context.addInitScript(installSound, hz);
    const phone = new ConsolePhone(await context.newPage(), person);
    await signIn(phone.page, person);
    await phone.isReady();
    return phone;
  }

  /** Another tab of the same browser. */
  async openTab(): Promise<ConsolePhone> {
    const tab = new ConsolePhone(await this.page.context().newPage(), this.person);
    await tab.page.goto("/calls/new");
    await tab.isReady();
    return tab;
  }

  /** Registered: the phone system has answered this very tab. */
  async isReady(): Promise<void> {
    await this.page.waitForFunction(() => (window as { isRegistered?: boolean }).isRegistered, PATIENCE);
  }

  async dial(number: string): Promise<void> {
    if (!this.page.url().endsWith("/calls/new")) await this.page.goto("/calls/new");
    await this.page.getByLabel("Number or name").fill(number);
    await this.page.getByLabel("Number or name").press("Enter");
  }

  /** Calls somebody who joins the call on the screen. */
  async addCall(number: string): Promise<void> {
    await this.press("Add call");
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("Call someone").fill(number);
    await dialog.getByLabel("Call someone").press("Enter");
    await dialog.getByRole("button", { name: /^Call / }).click();
  }

  card(name: RegExp | string = ""): Locator {
    return this.page.getByRole("region", { name: new RegExp(`^Incoming call from .*${source(name)}`) });
  }

  async rings(name: RegExp | string = ""): Promise<void> {
    await expect(this.card(name)).toBeVisible(PATIENCE);
  }

  async doesNotRing(): Promise<void> {
    await expect(this.card()).toHaveCount(0, PATIENCE);
  }

  async answer(name: RegExp | string = ""): Promise<void> {
    await this.rings(name);
    await this.card(name).getByRole("button", { name: "Answer", exact: true }).click();
    await this.talks();
  }

  /** Declines with one of the ready messages. */
  async declineWith(message: string, name: RegExp | string = ""): Promise<void> {
    await this.rings(name);
    await this.card(name).getByRole("button", { name: "Message", exact: true }).click();
    await this.card(name).getByRole("button", { name: message }).click();
    await this.doesNotRing();
  }

  screen(name: RegExp | string = ""): Locator {
    return this.page.getByRole("article", { name: new RegExp(`^Call with .*${source(name)}`) });
  }

  async talks(name: RegExp | string = ""): Promise<void> {
    await expect(this.screen(name)).toHaveAttribute("data-phase", "active", PATIENCE);
  }

  async press(button: string): Promise<void> {
    await this.screen().getByRole("button", { name: button, exact: true }).click();
  }

  async isIdle(): Promise<void> {
    await expect(this.page).toHaveURL(/\/calls\/new/, PATIENCE);
  }

  async hears(hz: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>(`heard(${hz})`), { message: `${hz} Hz`, ...LISTENING })
      .toBeGreaterThan(AUDIBLE_DB);
  }

  async hearsNo(hz: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>(`heard(${hz})`), { message: `no ${hz} Hz`, ...LISTENING })
      .toBeLessThan(AUDIBLE_DB - 15);
  }

  async hearsSomething(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>("loudness()"), { message: "sound", ...LISTENING })
      .toBeGreaterThan(AUDIBLE_DB);
  }
}

const source = (name: RegExp | string): string => (typeof name === "string" ? name : name.source);
