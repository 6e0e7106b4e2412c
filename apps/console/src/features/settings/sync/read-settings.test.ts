import { DEFAULT_USER_SETTINGS, parseUserSettings, UserSettings } from "@offhook/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSettingsPatch, readUserSettings } from "./read-settings.ts";

const names = Object.keys(DEFAULT_USER_SETTINGS) as (keyof UserSettings)[];
const CHANGED: UserSettings = {
  ...DEFAULT_USER_SETTINGS,
  activePhoneLine: "front-desk",
  activeFaxes: [{ name: "a", title: "A", subtitle: "", value: "1" }],
  fwPhoneNr: { front: "+12125550199" },
  theme: "dark",
  autoAnswer: 0,
  audioInput: { label: "Headset", browserId: "abc" },
  filters: {
    sms: { lines: [{ name: "Main", selected: false }] },
    voicemails: { lines: [] },
    faxes: { lines: [] },
  },
};

test("what the service hands out comes through as it is", () => {
  expect(readUserSettings(JSON.stringify(CHANGED))).toEqual(CHANGED);
  expect(readUserSettings("{}")).toEqual(DEFAULT_USER_SETTINGS);
  expect(readSettingsPatch('{"theme":"dark","hologram":true}')).toEqual({ theme: "dark" });
});

test("whatever the contract reads, the console reads the same", () => {
  const settings = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(settings, (value) => {
      const valid = JSON.stringify(parseUserSettings(JSON.stringify({ ...CHANGED, ...value })));
      expect(readUserSettings(valid)).toEqual(JSON.parse(valid));
    }),
  );
});

test("an object without a text where a word belongs is left out", () => {
  expect(readUserSettings('{"themeBg":{"toString":""}}')).toEqual(DEFAULT_USER_SETTINGS);
});

test("any text reads as settings of the right kinds, and one that is broken costs no other", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
      const read = readUserSettings(JSON.stringify({ ...CHANGED, [name]: value }));
      const { [name]: shown, ...others } = read;
      const { [name]: _, ...expected } = CHANGED;
      expect(others).toEqual(expected);
      if (shown === null) return;
      expect(Array.isArray(shown)).toBe(Array.isArray(CHANGED[name] ?? shown));
      expect(typeof shown).toBe(typeof (CHANGED[name] ?? shown));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(UserSettings.safeParse(readUserSettings(text)).success).toBe(true);
    }),
  );
});
