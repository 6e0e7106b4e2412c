import type { Browser, BrowserContext, Page } from "@playwright/test";

const PASSWORD = "offhook-demo";
const PATIENCE = { timeout: 30_000 };

interface Instruments {
  isRegistered: boolean;
  rangAt: number;
  heardAt: number;
  listen(): void;
  pulse(): number;
  setVoice(isOn: boolean): void;
  directDelay(rounds: number): Promise<number[]>;
}

type MeasuredWindow = Window & typeof globalThis & { bench: Instruments };

/** A page whose microphone is a tone that can be switched, and whose ear notes when sound begins. */
function instrument(): void {
  if (!navigator.mediaDevices) return;
  const LOUD = 0.02;
  const HZ = 880;
  let context: AudioContext | undefined;
  const audio = (): AudioContext => {
    context ??= new AudioContext({ latencyHint: "interactive" });
    return context;
  };
  let voice = 0.5;
  let microphone: { readonly gain: GainNode; readonly stream: MediaStream } | undefined;
  const makeMicrophone = (): { readonly gain: GainNode; readonly stream: MediaStream } => {
    const out = audio().createMediaStreamDestination();
    const gain = new GainNode(audio(), { gain: voice });
    const tone = new OscillatorNode(audio(), { frequency: HZ });
    tone.connect(gain).connect(out);
    tone.start();
    return { gain, stream: out.stream };
  };
  // One voice for all calls: what a call leaves behind must be the console's, not the instruments'.
  const speak = (): MediaStream => {
    microphone ??= makeMicrophone();
    return microphone.stream.clone();
  };
  const bench: Instruments = {
    isRegistered: false,
    rangAt: 0,
    heardAt: 0,
    listen: () => {
      bench.heardAt = 0;
    },
    setVoice: (isOn) => {
      voice = isOn ? 0.5 : 0;
      if (microphone) microphone.gain.gain.value = voice;
    },
    pulse: () => {
      bench.setVoice(true);
      return Date.now();
    },
    directDelay: async (rounds) => {
      const near = new RTCPeerConnection();
      const far = new Native();
      near.onicecandidate = ({ candidate }) => void (candidate && far.addIceCandidate(candidate));
      far.onicecandidate = ({ candidate }) => void (candidate && near.addIceCandidate(candidate));
      far.addEventListener("track", ({ track }) => hear(track));
      bench.setVoice(false);
      for (const track of speak().getTracks()) near.addTrack(track);
      await near.setLocalDescription(await near.createOffer());
      await far.setRemoteDescription(near.localDescription as RTCSessionDescription);
      await far.setLocalDescription(await far.createAnswer());
      await near.setRemoteDescription(far.localDescription as RTCSessionDescription);
      const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      await pause(1_500);
      const delays: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        bench.setVoice(false);
        await pause(400);
        bench.listen();
        const begun = bench.pulse();
        while (bench.heardAt === 0 && Date.now() - begun < 3_000) await pause(5);
        if (bench.heardAt > 0) delays.push(bench.heardAt - begun);
      }
      near.close();
      far.close();
      bench.setVoice(true);
      return delays;
    },
  };
  const hear = (track: MediaStreamTrack): void => {
    const element = new Audio();
    element.srcObject = new MediaStream([track]);
    element.muted = true;
    void element.play();
    const ear = new AnalyserNode(audio(), { fftSize: 256 });
    const source = audio().createMediaStreamSource(new MediaStream([track]));
    source.connect(ear);
    const samples = new Float32Array(ear.fftSize);
    const timer = setInterval(() => {
      if (track.readyState === "ended") {
        clearInterval(timer);
        source.disconnect();
        element.srcObject = null;
        return;
      }
      ear.getFloatTimeDomainData(samples);
      if (bench.heardAt === 0 && samples.some((sample) => Math.abs(sample) > LOUD))
        bench.heardAt = Date.now();
    }, 4);
  };
  navigator.mediaDevices.getUserMedia = async () => speak();
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => hear(track));
    }
  };
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      if (protocols !== "sip") return;
      this.addEventListener("message", ({ data }) => {
        if (/^SIP\/2\.0 200 [\s\S]*\nCSeq: \d+ REGISTER/i.test(String(data))) bench.isRegistered = true;
      });
    }
  };
  new MutationObserver(() => {
    if (bench.rangAt === 0 && document.querySelector('section[aria-label^="Incoming call"]'))
      bench.rangAt = Date.now();
  }).observe(document, { childList: true, subtree: true });
  (window as MeasuredWindow).bench = bench;
}

/** The console of a demo user, with instruments in it. */
export class MeasuredPhone {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, url: string, username: string): Promise<MeasuredPhone> {
    const context: BrowserContext = await browser.newContext({ serviceWorkers: "block", baseURL: url });
    // The loader that runs the bench wraps functions in this helper of its own, which a page does not have.
    await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
    await context.addInitScript(instrument);
    const page = await context.newPage();
    // The page asks before it is left in a call; a bench always means it.
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/login");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/calls/new");
    const phone = new MeasuredPhone(page);
    await phone.isRegistered();
    return phone;
  }

  async isRegistered(): Promise<void> {
    await this.page.waitForFunction(
      () => (window as unknown as MeasuredWindow).bench.isRegistered,
      undefined,
      PATIENCE,
    );
  }

  /** Types the number, then notes the moment of the click. */
  async dial(number: string): Promise<number> {
    await this.page.getByLabel("Number or name").fill(number);
    return this.#clickAt(this.page.getByRole("button", { name: "Call", exact: true }));
  }

  async prepare(): Promise<void> {
    await this.page.evaluate(() => {
      const { bench } = window as unknown as MeasuredWindow;
      bench.rangAt = 0;
      bench.heardAt = 0;
    });
  }

  async moment(name: "rangAt" | "heardAt"): Promise<number> {
    await this.page.waitForFunction((key) => (window as unknown as MeasuredWindow).bench[key] > 0, name, {
      ...PATIENCE,
      polling: 10,
    });
    return this.page.evaluate((key) => (window as unknown as MeasuredWindow).bench[key], name);
  }

  answer(): Promise<number> {
    return this.#clickAt(
      this.page
        .getByRole("region", { name: /^Incoming call/ })
        .getByRole("button", { name: "Answer", exact: true }),
    );
  }

  async talks(): Promise<void> {
    await this.page.locator('article[data-phase="active"]').waitFor(PATIENCE);
  }

  async hangUp(): Promise<void> {
    await this.page.getByRole("article").getByRole("button", { name: "Hang up", exact: true }).click();
  }

  async isIdle(): Promise<void> {
    await this.page.getByLabel("Number or name").waitFor(PATIENCE);
  }

  async setVoice(isOn: boolean): Promise<void> {
    await this.page.evaluate((on) => (window as unknown as MeasuredWindow).bench.setVoice(on), isOn);
  }

  pulse(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as MeasuredWindow).bench.pulse());
  }

  directDelay(rounds: number): Promise<number[]> {
    return this.page.evaluate(
      (count) => (window as unknown as MeasuredWindow).bench.directDelay(count),
      rounds,
    );
  }

  /** Megabytes of the page after everything unneeded was thrown away. */
  async heapMb(): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send("HeapProfiler.collectGarbage");
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    await session.detach();
    return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / 1_000_000;
  }

  /** A click as the page gets it: its time is taken in the page, not where the bench runs. */
  async #clickAt(button: ReturnType<Page["locator"]>): Promise<number> {
    return button.evaluate((element: HTMLElement) => {
      const at = Date.now();
      element.click();
      return at;
    });
  }
}
