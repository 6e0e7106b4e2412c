import { EXTENSION, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a call is placed, answered, heard both ways and hung up", async ({ consoleOf }) => {
  const maya = await consoleOf("maya");
  const dev = await consoleOf("dev");
  await maya.dial(EXTENSION.dev);
  await dev.answer("Maya");
  await maya.talks("Dev");
  await maya.hears(VOICE.dev);
  await dev.hears(VOICE.maya);
  await dev.press("Hang up");
  await dev.isIdle();
  await maya.isIdle();
});
