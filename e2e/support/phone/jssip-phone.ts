import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { rolldown } from "rolldown";

const PAGE = new URL("./jssip-page.html", import.meta.url);
/** Far above silence, which an analyser gives as less than -100 dB. */
const AUDIBLE_DB = -60;
const BEEP_HZ = 1_000;
const MESSAGE_SECONDS = 3;
const PATIENCE = { timeout: 20_000, intervals: [100] };

let bundle: Promise<string> | undefined;

/** Stock JsSIP as one script for a page. */
function jssipScript(): Promise<string> {
  bundle ??= (async () => {
    const input = createRequire(import.meta.url).resolve("jssip");
    const build = await rolldown({ input, platform: "browser", logLevel: "silent" });
    const { output } = await build.generate({ format: "iife", name: "JsSIP", exports: "default" });
    return output[0].code;
  })();
  return bundle;
}

export interface SipSettings {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly realm: string;
  readonly ws_url: string;
}

/** A browser page with stock JsSIP and nothing of the console in it. */
export class JssipPhone {
  readonly page: Page;
  readonly settings: SipSettings;
  readonly hz: number;

  private constructor(page: Page, settings: SipSettings, hz: number) {
    this.page = page;
    this.settings = settings;
    this.hz = hz;
  }

  /** Opens the page and registers; `hz` is the voice of whoever speaks into it. */
  static async register(context: BrowserContext, settings: SipSettings, hz: number): Promise<JssipPhone> {
    const page = await context.newPage();
    await page.route("**/jssip-phone/jssip.js", async (route) =>
      route.fulfill({ contentType: "text/javascript", body: await jssipScript() }),
    );
    await page.route("**/jssip-phone/", async (route) =>
      route.fulfill({ contentType: "text/html", body: await readFile(PAGE, "utf8") }),
    );
    const phone = new JssipPhone(page, settings, hz);
    await phone.open();
    return phone;
  }

  /** Loads the page anew, as a reload does. */
  async open(): Promise<void> {
    await this.page.goto("/jssip-phone/");
    await this.page.evaluate(`register(${JSON.stringify(this.settings)}, ${this.hz})`);
    await this.becomes("phone.state", "registered");
  }

  async call(target: string): Promise<void> {
    await this.page.evaluate(`call(${JSON.stringify(target)})`);
  }

  async answer(): Promise<void> {
    await this.page.evaluate("answer()");
  }

  /** Waits for a call to ring, and takes it. */
  async takeCall(): Promise<void> {
    await this.rings();
    await this.answer();
    await this.talks();
  }

  async rings(): Promise<void> {
    await this.becomes("stateOf()", "ringing");
  }

  async talks(): Promise<void> {
    await this.becomes("stateOf()", "confirmed");
  }

  async hangUp(): Promise<void> {
    await this.page.evaluate("last().session.terminate()");
  }

  async hangUpAll(): Promise<void> {
    await this.page.evaluate(
      "phone.sessions.filter((each) => !each.session.isEnded()).map((each) => each.session.terminate())",
    );
  }

  /** Speaks to a mailbox from the beep on: what is in a sound file, or its tone for some seconds. */
  async leaveMessage(mailbox: string, spoken?: string): Promise<void> {
    await this.call(mailbox);
    await this.talks();
    await this.hearsSomething();
    await this.page.evaluate('last().session.sendDTMF("#", { transportType: "RFC2833" })');
    await this.hears(BEEP_HZ);
    if (spoken === undefined) await this.#lasts(MESSAGE_SECONDS);
    else {
      await this.hearsNo(BEEP_HZ);
      await this.#say(spoken);
    }
    await this.hangUp();
    await this.hasEnded();
  }

  async #lasts(seconds: number): Promise<void> {
    const now = (): Promise<number> => this.page.evaluate<number>("context.currentTime");
    const begun = await now();
    await expect.poll(now, PATIENCE).toBeGreaterThan(begun + seconds);
  }

  async #say(file: string): Promise<void> {
    const body = await readFile(file);
    await this.page.route("**/jssip-phone/spoken", (route) => route.fulfill({ body }));
    await this.page.evaluate('say("spoken")');
  }

  async hold(isHeld: boolean): Promise<void> {
    await this.page.evaluate(`last().session.${isHeld ? "hold" : "unhold"}()`);
  }

  async hears(hz: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>(`heard(${hz})`), { message: `${hz} Hz`, ...PATIENCE })
      .toBeGreaterThan(AUDIBLE_DB);
  }

  async hearsNo(hz: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>(`heard(${hz})`), { message: `no ${hz} Hz`, ...PATIENCE })
      .toBeLessThan(AUDIBLE_DB - 15);
  }

  async hearsSomething(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>("loudness()"), { message: "sound", ...PATIENCE })
      .toBeGreaterThan(AUDIBLE_DB);
  }

  /** From now on notes whether there is sound without this voice in it. */
  async rememberMusic(hz: number): Promise<void> {
    await this.page.evaluate(
      `window.musicTimer = setInterval(() => { window.hadMusic ||= heard(${hz}) < ${AUDIBLE_DB} && loudness() > ${AUDIBLE_DB}; }, 50)`,
    );
  }

  async heardMusic(): Promise<boolean> {
    return this.page.evaluate<boolean>("clearInterval(window.musicTimer), window.hadMusic === true");
  }

  async hasEnded(cause?: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<string>("stateOf()"), PATIENCE)
      .toMatch(cause === undefined ? /^ended/ : new RegExp(`^ended: ${cause}`));
  }

  async becomes(expression: string, value: unknown): Promise<void> {
    await expect.poll(() => this.page.evaluate(expression), { message: expression, ...PATIENCE }).toBe(value);
  }
}
