import type { AudioSource, DtmfDigit } from "@offhook/media/protocol";
import type { GreetingOccasion, GreetingUse, MailboxRef } from "../ports/mailbox-store.ts";
import { type ApplicationLine, askForKey, prompts } from "./application-line.ts";
import type { ApplicationContext } from "./application-services.ts";
import { standardGreeting } from "./box-greeting.ts";

const KEY_MS = 6_000;
const MENU_ROUNDS = 3;
const MAX_GREETING_MS = 120_000;
const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

const OCCASIONS: Readonly<Partial<Record<DtmfDigit, GreetingOccasion>>> = {
  "1": "noAnswer",
  "2": "busy",
  "3": "closed",
  "4": "temporary",
  "5": "name",
};

type Action = () => Promise<void>;

/** What callers hear, changed by telephone: recorded, heard, chosen, or the standard one again. */
export class GreetingsMenu {
  readonly #line: ApplicationLine;
  readonly #context: ApplicationContext;
  readonly #ref: MailboxRef;

  constructor(line: ApplicationLine, context: ApplicationContext, ref: MailboxRef) {
    this.#line = line;
    this.#context = context;
    this.#ref = ref;
  }

  async run(): Promise<void> {
    await this.#offer(prompts("greetings-menu"), (choice) => {
      const occasion = OCCASIONS[choice];
      return occasion && (() => this.#change(occasion));
    });
  }

  async #change(occasion: GreetingOccasion): Promise<void> {
    const actions: Readonly<Partial<Record<DtmfDigit, Action>>> = {
      "1": () => this.#hear(occasion),
      "2": () => this.#record(occasion),
      "3": () => this.#choose(occasion),
      "4": () => this.#reset(occasion),
    };
    await this.#offer(prompts("greeting-menu"), (choice) => actions[choice]);
  }

  /** Until the star, or nothing is pressed for a while. */
  async #offer(
    menu: readonly AudioSource[],
    actionOf: (choice: DtmfDigit) => Action | undefined,
  ): Promise<void> {
    for (let silent = 0; silent < MENU_ROUNDS; ) {
      const choice = await askForKey(this.#line, menu, KEY_MS);
      silent = choice === undefined ? silent + 1 : 0;
      if (choice === undefined) continue;
      if (choice === "*") return;
      const action = actionOf(choice);
      if (action) await action();
      else await this.#line.play(prompts("invalid-choice"), "any");
    }
  }

  async #hear(occasion: GreetingOccasion): Promise<void> {
    const { mailboxes, clock } = this.#context;
    const path = await mailboxes.greeting(this.#ref, occasion, clock.now());
    await this.#line.play(
      path === undefined ? await this.#instead(occasion) : [{ kind: "file", path }],
      "any",
    );
  }

  async #instead(occasion: GreetingOccasion): Promise<AudioSource[]> {
    if (occasion === "temporary" || occasion === "name") return prompts("nothing-recorded");
    return standardGreeting(this.#context, this.#ref, occasion);
  }

  async #record(occasion: GreetingOccasion): Promise<void> {
    const { mailboxes, newId } = this.#context;
    const use = await this.#askUse(occasion);
    if (!use) return;
    await this.#line.play(prompts(occasion === "name" ? "record-name" : "record-greeting"));
    this.#line.forgetKeys();
    const recordingId = newId();
    const { reason, files, durationMs } = await this.#line.record({
      recordingId,
      path: mailboxes.draftPath(this.#ref, recordingId),
      formats: ["wav"],
      maxDurationMs: MAX_GREETING_MS,
      stopOnKeys: ["#"],
      beep: true,
    });
    // Only the key says that it is meant: a hang-up in the middle keeps the old one.
    if (reason !== "key") return;
    await mailboxes.saveGreeting(this.#ref, use, { files, durationMs });
    await this.#line.play(prompts("greeting-saved"), "any");
  }

  /** One recording after the other, until one is taken. */
  async #choose(occasion: GreetingOccasion): Promise<void> {
    const { mailboxes } = this.#context;
    for (const { id, path } of await mailboxes.greetings(this.#ref)) {
      const menu: AudioSource[] = [{ kind: "file", path }, ...prompts("recording-menu")];
      const choice = await askForKey(this.#line, menu, KEY_MS);
      if (choice === "*") return;
      if (choice !== "1") continue;
      const use = await this.#askUse(occasion);
      if (!use) return;
      await mailboxes.chooseGreeting(this.#ref, use, id);
      await this.#line.play(prompts("greeting-chosen"), "any");
      return;
    }
    await this.#line.play(prompts("no-more-recordings"), "any");
  }

  async #reset(occasion: GreetingOccasion): Promise<void> {
    await this.#context.mailboxes.chooseGreeting(this.#ref, { occasion }, undefined);
    await this.#line.play(prompts("greeting-reset"), "any");
  }

  /** The temporary one needs an end; undefined where the owner gives none. */
  async #askUse(occasion: GreetingOccasion): Promise<GreetingUse | undefined> {
    if (occasion !== "temporary") return { occasion };
    if (!this.#line.hasKey) await this.#line.play(prompts("greeting-days"), "any");
    const days = Number(await this.#line.collect({ maxDigits: 3, timeoutMs: KEY_MS, endOn: "#" }));
    if (days >= 1 && days <= MAX_DAYS) return { occasion, until: this.#context.clock.now() + days * DAY_MS };
    await this.#line.play(prompts("invalid-choice"), "any");
    return undefined;
  }
}
