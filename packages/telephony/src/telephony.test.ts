import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleanContactNumber,
  cleanDialString,
  contactDialValue,
  formatPhone,
  isUsNumber,
  KEYPAD_KEYS,
  keypadLetters,
  lookupKey,
  otherDeviceNumber,
  parseDialString,
  phoneEntriesOf,
  smsNumber,
  withLeadingOne,
} from "./index.ts";
import { directoryKey, parseInternational } from "./international-number.ts";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const usNumber = fc.stringMatching(/^[2-9]\d{9}$/);

describe("dial strings", () => {
  test.each([
    ["[NUM1] punctuation goes", "+1 (212) 555-0110", "12125550110"],
    ["[NUM1] letters become digits", "1-800-Flowers", "18003569377"],
    ["[NUM1] star codes stay", "*97#", "*97#"],
    ["[NUM1] other scripts go", "日本١٢٣ 555", "555"],
    ["[NUM2] ten digits get a 1", "(212) 555.0110", "12125550110"],
    ["[NUM2] not when they begin with 0", "0212555011", "0212555011"],
    ["[NUM2] nor with 1", "1212555011", "1212555011"],
    ["[NUM2] an extension stays", "101", "101"],
  ])("%s", (_rule, text, number) => {
    expect(parseDialString(text).number).toBe(number);
  });

  test("[NUM3] [NUM4] pauses and extensions are split off", () => {
    expect(parseDialString("212 555 0110,,123,#;45")).toEqual({
      number: "12125550110",
      afterAnswer: [
        { pauseMs: 4_000, digits: "123" },
        { pauseMs: 2_000, digits: "#" },
      ],
      extension: "45",
    });
  });

  test("[NUM4] an extension before the pause does not swallow it", () => {
    const dial = parseDialString("101;7,,9");
    expect(dial).toMatchObject({
      number: "101",
      extension: "7",
      afterAnswer: [{ pauseMs: 4_000, digits: "9" }],
    });
  });

  test("[NUM1] whatever is pasted, only what a phone can send is left, and cleaning twice changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = cleanDialString(text);
        expect(cleaned).toMatch(/^[\d*#,;]*$/);
        expect(cleanDialString(cleaned)).toBe(cleaned);
        expect(parseDialString(text).number).toMatch(/^[\d*#]*$/);
      }),
    );
  });

  test("[NUM2] the leading 1 is added once", () => {
    fc.assert(
      fc.property(usNumber, (number) => {
        expect(withLeadingOne(number)).toBe(`1${number}`);
        expect(withLeadingOne(withLeadingOne(number))).toBe(`1${number}`);
        expect(isUsNumber(number) && isUsNumber(`1${number}`)).toBe(true);
      }),
    );
  });
});

describe("international numbers", () => {
  test.each([
    ["[NUM5] with a plus", "+44 20 7946 0120", "US", "+442079460120"],
    ["[NUM5] in the region's own notation", "020 7946 0120", "GB", "+442079460120"],
    ["[NUM5] national US", "212 555 0110", "US", "+12125550110"],
  ])("%s", (_rule, text, region, e164) => {
    expect(parseInternational(text, region)?.e164).toBe(e164);
  });

  test.each(["101", "*97", "", "private", "#"])("[NUM5] '%s' is no public number", (text) => {
    expect(parseInternational(text, "US")).toBeUndefined();
  });

  test("[NUM5] an unknown region still reads numbers with a plus", () => {
    expect(parseInternational("+442079460120", "Atlantis")?.display).toBe("+44 20 7946 0120");
    expect(parseInternational("2079460120", "Atlantis")).toBeUndefined();
  });

  test("[NUM5] never throws", () => {
    fc.assert(fc.property(anyText, fc.string(), (text, region) => void parseInternational(text, region)));
  });
});

describe("display", () => {
  test("[NUM6] US numbers with and without the leading 1 look the same", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (number) => {
        expect(formatPhone(number)).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
        expect(formatPhone(`1${number}`)).toBe(formatPhone(number));
        expect(formatPhone(number).replace(/\D/g, "")).toBe(number);
      }),
    );
  });

  test.each(["101", "442079460120", "*97", "", "Anonymous", "12125550110,5"])(
    "[NUM6] '%s' stays",
    (value) => {
      expect(formatPhone(value)).toBe(value);
    },
  );
});

describe("lookup", () => {
  test.each([
    [
      "[NUM7] ten digits are a US number",
      " (212) 555-0110 ",
      { number: "12125550110", mayBeExtension: false },
    ],
    ["[NUM7] seven digits may be an extension", "5550110", { number: "5550110", mayBeExtension: true }],
    ["[NUM7] eight may not", "55501100", { number: "55501100", mayBeExtension: false }],
    ["[NUM7] private has no contact", " Private ", undefined],
    ["[NUM7] nothing has no contact", " ", undefined],
  ])("%s", (_rule, raw, key) => {
    expect(lookupKey(raw)).toEqual(key);
  });

  test("[NUM2] numbers for texts and for another device are digits", () => {
    expect(smsNumber("(212) 555-0110")).toBe("12125550110");
    expect(otherDeviceNumber("+1 212 555 0110")).toBe("12125550110");
    expect(otherDeviceNumber(" - ")).toBeUndefined();
  });
});

describe("the directory", () => {
  test.each([
    ["[NUM10] a US number in ten digits", "(212) 555-0110", "US", "12125550110"],
    ["[NUM10] in eleven", "1 212 555 0110", "US", "12125550110"],
    ["[NUM10] with a plus", "+1 212-555-0110", "GB", "12125550110"],
    ["[NUM10] in letters", "1-800-FLOWERS", "US", "18003569377"],
    ["[NUM10] without pause and extra digits", "2125550110|99", "US", "12125550110"],
    ["[NUM10] without an extension", "2125550110;5", "US", "12125550110"],
    ["[NUM10] a number abroad", "+44 20 7946 0120", "US", "442079460120"],
    ["[NUM10] dialed abroad", "011 44 20 7946 0120", "US", "442079460120"],
    ["[NUM10] abroad without its plus", "442079460120", "US", "442079460120"],
    ["[NUM10] in the notation of another region", "020 7946 0120", "GB", "442079460120"],
    ["[NUM10] in that region without its plus", "442079460120", "GB", "442079460120"],
    ["[NUM10] an extension", " 101 ", "GB", "101"],
    ["[NUM10] a service code", "*97", "US", "*97"],
    ["[NUM7] a caller who hides", " PRIVATE", "US", undefined],
    ["[NUM10] nothing", " - ", "US", undefined],
  ])("%s", (_rule, raw, region, key) => {
    expect(directoryKey(raw, region)).toBe(key);
  });

  test("[NUM10] every way to write a US number is found under the same key", () => {
    const styles = fc.constantFrom(
      (n: string) => n,
      (n: string) => `1${n}`,
      (n: string) => `+1${n}`,
      (n: string) => formatPhone(n),
      (n: string) => `+1 ${formatPhone(n)}`,
      (n: string) => `${n};12`,
      (n: string) => `${n}|12`,
    );
    fc.assert(
      fc.property(usNumber, styles, (number, style) => {
        expect(directoryKey(style(number), "US")).toBe(`1${number}`);
      }),
    );
  });

  test("[NUM10] a key is found again under itself, and holds nothing but what a phone can send", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = directoryKey(text, "US");
        if (key === undefined) return;
        expect(key).toMatch(/^[\d*#]+$/);
        expect(directoryKey(key, "US")).toBe(key);
      }),
    );
  });
});

describe("contacts", () => {
  test("[NUM8] number fields become labeled entries", () => {
    expect(phoneEntriesOf({ work: "212-555-0110|9, 101", mobile: "+44 20 7946 0120;5" })).toEqual([
      {
        label: "mobile",
        value: "442079460120;5",
        searchValue: "4420794601205",
        formattedValue: "442079460120;5",
      },
      { label: "work", value: "2125550110,9", searchValue: "21255501109", formattedValue: "2125550110,9" },
      { label: "work", value: "101", searchValue: "101", formattedValue: "101" },
    ]);
  });

  test("[NUM8] nothing but the allowed characters survives", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanContactNumber(text)).toMatch(/^[\d*#|;]*$/);
      }),
    );
  });

  test.each([
    ["[NUM9] mobile before work", { type: "personal", work: "1", mobile: "2" } as const, "2"],
    ["[NUM9] first of several", { type: "google", home: " 3-3 , 4" } as const, "33"],
    ["[NUM9] conference numbers are not dialed", { type: "personal", conference: "9" } as const, ""],
    ["[NUM9] a colleague's extension", { type: "corporate", extension: "101", mobile: "2" } as const, "101"],
    ["[NUM9] or line", { type: "corporate", pbx_line: "maya-1" } as const, "maya1"],
    ["[NUM9] or mobile", { type: "corporate", mobile: "+1 212" } as const, "1212"],
  ])("%s", (_rule, contact, value) => {
    expect(contactDialValue(contact)).toBe(value);
  });
});

test("[NUM1] the pad shows the letters that dial its digits", () => {
  for (const key of KEYPAD_KEYS) {
    for (const letter of keypadLetters(key)) expect(cleanDialString(letter)).toBe(key);
  }
});
