import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSettingsPatch, parseUserSettings } from "./parse-user-settings.ts";
import { serializeSettings } from "./serialize-settings.ts";
import { UserSettings } from "./user-settings.ts";
import { DEFAULT_USER_SETTINGS } from "./user-settings-defaults.ts";

const keys = Object.keys(DEFAULT_USER_SETTINGS) as (keyof UserSettings)[];

describe("reading stored settings", () => {
  test("the defaults are valid settings", () => {
    expect(UserSettings.parse(DEFAULT_USER_SETTINGS)).toEqual(DEFAULT_USER_SETTINGS);
  });

  test.each(["", "null", "[]", "42", "{", '"text"', "{}"])("%j reads as the defaults", (text) => {
    expect(parseUserSettings(text)).toEqual(DEFAULT_USER_SETTINGS);
  });

  test("any text reads as valid settings", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => isValid(parseUserSettings(text))));
  });

  test("any JSON under the known names reads as valid settings", () => {
    const settings = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(
      fc.property(settings, (value) => isValid(parseUserSettings(JSON.stringify(value)))),
      {
        numRuns: 500,
      },
    );
  });

  test("one broken setting costs no other one", () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (broken, value) => {
        const parsed = parseUserSettings(JSON.stringify({ ...changed, [broken]: value }));
        const { [broken]: _, ...others } = parsed;
        const { [broken]: __, ...expected } = changed;
        expect(others).toEqual(expected);
      }),
    );
  });

  test("valid settings come back as they were stored", () => {
    expect(parseUserSettings(serializeSettings(changed))).toEqual(changed);
  });

  test("the good half of a nested setting is kept", () => {
    const parsed = parseUserSettings(
      JSON.stringify({
        liveCallHandler: { value: "fax machine", title: "Kept" },
        openCallInExternalApp: { isEnabled: true },
        fwPhoneNr: { front: "12125550100", broken: 5 },
        activeSmsLines: [{ name: "a", title: "A", subtitle: "", value: "1" }, "junk"],
        filters: { sms: { lines: [{ name: "a", selected: true }, { name: "b" }] } },
      }),
    );
    expect(parsed.liveCallHandler).toEqual({ value: "soft", title: "Kept" });
    expect(parsed.openCallInExternalApp).toMatchObject({ isEnabled: true, url: "" });
    expect(parsed.fwPhoneNr).toEqual({ front: "12125550100" });
    expect(parsed.activeSmsLines).toEqual([{ name: "a", title: "A", subtitle: "", value: "1" }]);
    expect(parsed.filters.sms.lines).toEqual([{ name: "a", selected: true }]);
    expect(parsed.filters.faxes.lines).toEqual([]);
  });

  test("settings of another version lose nothing but what is unknown", () => {
    const parsed = parseUserSettings(JSON.stringify({ theme: "dark", hologram: true }));
    expect(parsed).toEqual({ ...DEFAULT_USER_SETTINGS, theme: "dark" });
  });
});

describe("reading a change", () => {
  test("only what was sent is in it", () => {
    expect(parseSettingsPatch('{"theme":"dark","unknown":1}')).toEqual({ theme: "dark" });
  });

  test.each([
    "",
    "[]",
    '{"theme":"pink"}',
    '{"defaultSignature":"a\\u0000b"}',
    '{"defaultSignature":"\\ud800"}',
  ])("%j is refused", (text) => {
    expect(parseSettingsPatch(text)).toBeUndefined();
  });
});

const changed: UserSettings = {
  ...DEFAULT_USER_SETTINGS,
  activePhoneLine: "front-desk",
  defaultSignature: "Maya 🌿",
  fwPhoneNr: { "front-desk": "+12125550199" },
  theme: "dark",
  themeBg: "iceberg",
  autoAnswer: 0,
  audioInput: { label: "Headset", browserId: "abc" },
  filters: {
    sms: { lines: [{ name: "Main", selected: false }] },
    voicemails: { lines: [] },
    faxes: { lines: [] },
  },
};

function isValid(settings: UserSettings): boolean {
  return UserSettings.safeParse(settings).success;
}
