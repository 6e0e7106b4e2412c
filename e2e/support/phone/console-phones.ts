import { people } from "../demo-people.ts";
import { ConsolePhone } from "./console-phone.ts";
import { test as base, expect, VOICE } from "./demo-phones.ts";

type Handle = "maya" | "dev" | "ines";

interface ConsoleFixtures {
  /** The console of a person of the demo, in a browser of its own, with a voice of its own. */
  readonly consoleOf: (handle: Handle) => Promise<ConsolePhone>;
}

/** Journeys of the soft phone: real consoles, with stock phones at the far end where that is enough. */
export const test = base.extend<ConsoleFixtures>({
  consoleOf: async ({ openBrowser }, use) => {
    await use(async (handle) => ConsolePhone.open(await openBrowser(), people[handle], VOICE[handle]));
  },
});

export { EXTENSION, VOICE, withMicrophones } from "./demo-phones.ts";
export { expect };
