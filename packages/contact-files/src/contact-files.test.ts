import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ContactFileError,
  EMPTY_CONTACT,
  type FileContact,
  readContactFile,
  writeCsv,
  writeVcards,
} from "./index.ts";
import {
  ANDROID_VCARD,
  DOT_JPEG,
  GERMAN_CSV,
  GOOGLE_CSV,
  IPHONE_VCARD,
  OLD_GOOGLE_CSV,
  OUTLOOK_CSV,
  VCARD_4,
} from "./samples/real-world-files.ts";

const decode = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
const options = { decode, maxRows: 1_000 };
const read = (text: string | Uint8Array, mapping?: Parameters<typeof readContactFile>[1]["mapping"]) =>
  readContactFile(typeof text === "string" ? new TextEncoder().encode(text) : text, { ...options, mapping });
const contactsOf = (text: string | Uint8Array): (FileContact | undefined)[] =>
  read(text).rows.map(({ contact }) => contact);
const withDefaults = (fields: Partial<FileContact>): FileContact => ({ ...EMPTY_CONTACT, ...fields });
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe("real exports", () => {
  test("[FILE1] an iPhone's cards: folded lines, labels, escapes, a photo, a company", () => {
    expect(contactsOf(IPHONE_VCARD)).toEqual([
      withDefaults({
        fname: "Dr. Jörg Karl",
        lname: "Müller",
        organization: "Praxis Müller & Söhne, GmbH",
        title: "Chefarzt",
        mobile: "+12125550171",
        work: "+442079460120,2125550173||99",
        fax: "2125550172",
        other: "2125550174",
        conference: "2125550175",
        emails: "joerg@praxis.example,jm@home.example",
        notes: "Erste Zeile\nzweite; mit Strichpunkt und einem sehr langen Text, der gefaltet werden muss",
        photo: DOT_JPEG,
      }),
      withDefaults({ organization: "Beacon Pharmacy", work: "2125550176" }),
    ]);
  });

  test("[FILE1] an Android phone's cards: version 2.1, quoted-printable over lines, another charset", () => {
    expect(contactsOf(ANDROID_VCARD)).toEqual([
      withDefaults({
        fname: "Çağla",
        lname: "Öztürk",
        mobile: "+12125550177",
        work: "2125550178",
        fax: "2125550179",
        other: "2125550180",
        emails: "cagla@mail.example",
        notes: "☎ rings\ntwice",
        photo: DOT_JPEG,
      }),
      withDefaults({ fname: "Uwe", lname: "Grün", mobile: "2125550181" }),
    ]);
  });

  test("[FILE1] a card of version 4.0: addresses of numbers, extensions, a picture as data", () => {
    expect(contactsOf(VCARD_4)).toEqual([
      withDefaults({
        fname: "Ana María",
        lname: "Reyes",
        mobile: "+12125550182",
        work: "+12125550183;42",
        emails: "ana@clinic.example",
        organization: "Riverside Clinic",
        photo: DOT_JPEG,
      }),
    ]);
  });

  test("[FILE2] Google's CSV: kinds of numbers in a column beside them, several in a cell, lines in a cell", () => {
    expect(contactsOf(GOOGLE_CSV)).toEqual([
      withDefaults({
        fname: "Zoë Anne",
        lname: "Łukasiewicz",
        organization: "Harbor “Tools”",
        title: "Buyer",
        notes: "Two\nlines",
        emails: "zoe@tools.example,zoe@home.example",
        mobile: "+12125550184",
        fax: "2125550185",
      }),
      withDefaults({ organization: "Only A Company", work: "2125550186,2125550187" }),
    ]);
    expect(contactsOf(OLD_GOOGLE_CSV)).toEqual([
      withDefaults({ fname: "小龙", lname: "李", emails: "li@mail.example", mobile: "2125550188" }),
    ]);
  });

  test("[FILE2] Outlook's CSV in the charset of Windows, and a German one with semicolons", () => {
    const outlook = withDefaults({
      fname: "Günther",
      lname: "Weiß",
      organization: "Weiß KG",
      title: "Leiter",
      fax: "2125550189",
      work: "2125550190;12,2125550191",
      mobile: "2125550192",
      emails: "g.weiss@kg.example",
      notes: 'Bitte nur vormittags, "wirklich"',
    });
    expect(contactsOf(latin1(OUTLOOK_CSV))).toEqual([outlook]);
    expect(contactsOf(OUTLOOK_CSV)).toEqual([outlook]);
    expect(contactsOf(latin1(GERMAN_CSV))).toEqual([
      withDefaults({
        fname: "Bärbel",
        lname: "Öhler",
        organization: "Öhler & Co",
        work: "2125550193",
        home: "2125550194",
        mobile: "2125550195",
        fax: "2125550196",
        emails: "b@oehler.example",
        notes: "Grüße",
      }),
    ]);
  });

  test("[FILE2] UTF-16 with a mark, as Excel saves it", () => {
    const text = "Name\tWork phone\r\nŁódź Åke\t2125550110\r\n";
    const bytes = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer),
    ]);
    expect(contactsOf(bytes)).toEqual([withDefaults({ fname: "Łódź", lname: "Åke", work: "2125550110" })]);
  });
});

describe("columns", () => {
  test("[FILE3] those that nobody knows can be told", () => {
    const text = "Who,Line,Remark\nAna Reyes,2125550110,x\n";
    expect(read(text).columns).toEqual([
      { name: "Who", field: null, sample: "Ana Reyes" },
      { name: "Line", field: null, sample: "2125550110" },
      { name: "Remark", field: null, sample: "x" },
    ]);
    expect(read(text).rows).toMatchObject([{ row: 1, contact: undefined, error: expect.any(String) }]);
    expect(read(text, ["name", "work", null]).rows).toEqual([
      {
        row: 1,
        contact: withDefaults({ fname: "Ana", lname: "Reyes", work: "2125550110" }),
        error: undefined,
      },
    ]);
  });
});

describe("bad files", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["an empty file", "", "empty"],
    ["nothing but blanks", " \r\n\t", "empty"],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3]), "notText"],
    ["a program", Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256), "notText"],
    ["half a card", IPHONE_VCARD.slice(0, 300), "noRows"],
    ["a letter", "Dear Sir\nI write to you\nYours", "unknownFormat"],
    ["a heading alone", "First Name,Last Name\n", "noRows"],
  ])("[FILE4] %s is refused in words", (_what, content, problem) => {
    expect(() => read(content)).toThrow(
      expect.objectContaining({ problem, message: expect.stringMatching(/\w/) }),
    );
  });

  test("[FILE4] more rows than wanted", () => {
    const rows = "A,1\n".repeat(1_001);
    expect(() => read(`Name,Work\n${rows}`)).toThrow(expect.objectContaining({ problem: "tooManyRows" }));
  });

  test("[FILE5] a card that breaks off costs only itself", () => {
    const rows = read(`${VCARD_4}BEGIN:VCARD\nFN:Half`).rows;
    expect(rows.map(({ row, error }) => [row, error])).toEqual([
      [1, undefined],
      [2, "The card breaks off before its end"],
    ]);
  });

  test("[FILE5] rows with nothing, or too much, are told by number", () => {
    const { rows } = read(`Name,Work,Notes\n,,only a note\n${"x".repeat(300)},1,\nAna,2,\n`);
    expect(rows.map(({ row, error }) => [row, error === undefined])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  test("[FILE10] tags come from categories, labels and groups, each once, without those of the program", () => {
    const card =
      "BEGIN:VCARD\nFN:Ana\nCATEGORIES:VIP,Gold card,myContacts\nCATEGORIES:vip,A\\,B\nEND:VCARD\n";
    expect(contactsOf(card)).toMatchObject([{ tags: "VIP,Gold card,A B" }]);
    expect(contactsOf("Name,Labels\nAna,* myContacts ::: VIP ::: vip\n")).toMatchObject([{ tags: "VIP" }]);
    expect(contactsOf('Name;Categories\nAna;"VIP;Gold"\n')).toMatchObject([{ tags: "VIP,Gold" }]);
    expect(contactsOf('Name,Tags\nAna,"VIP, Gold"\n')).toMatchObject([{ tags: "VIP,Gold" }]);
  });

  test("[FILE10] a tag that is too long, or too many of them, cost the row and are told", () => {
    const many = Array.from({ length: 21 }, (_, index) => `t${index}`).join(",");
    const { rows } = read(`Name,Tags\nAna,${"x".repeat(41)}\nBen,"${many}"\nCleo,VIP\n,VIP\n`);
    expect(rows.map(({ error }) => error)).toEqual([
      "A tag is longer than 40 characters",
      "There are more than 20 tags",
      undefined,
      "There is neither a name nor a number nor an address",
    ]);
  });

  test("[FILE6] whatever is in a file, it is read or refused, and never fails otherwise", () => {
    const attempt = (bytes: Uint8Array): void => {
      try {
        for (const { contact } of read(bytes).rows) expect(JSON.stringify(contact)).not.toContain("\\u0000");
      } catch (error) {
        expect(error).toBeInstanceOf(ContactFileError);
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), attempt));
    const bits = fc.constantFrom(
      "BEGIN:VCARD\n",
      "END:VCARD\n",
      "TEL;",
      "=",
      "=0",
      ":",
      "\r\n ",
      ";",
      '"',
      "PHOTO;ENCODING=B:",
      "N;CHARSET=x;QUOTED-PRINTABLE:",
      "\\",
      ",",
      "ä",
      "\u0301",
    );
    const broken = fc.array(bits, { maxLength: 30 }).map((parts) => `BEGIN:VCARD\n${parts.join("")}`);
    fc.assert(fc.property(broken, (text) => attempt(new TextEncoder().encode(text))));
  });
});

describe("what is written is read back the same", () => {
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, "").normalize("NFC"))
    .filter((text) => text !== "");
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
  const number = fc
    .tuple(fc.stringMatching(/^[2-9]\d{9}$/), fc.constantFrom("", ";12", "|99", "||1"))
    .map((parts) => parts.join(""));
  const numbers = fc.uniqueArray(number, { maxLength: 2 }).map((list) => list.join(","));
  const contact: fc.Arbitrary<FileContact> = fc.record({
    fname: words,
    lname: words,
    mobile: numbers,
    work: numbers,
    home: numbers,
    fax: numbers,
    conference: numbers,
    other: numbers,
    emails: fc
      .uniqueArray(fc.emailAddress({ size: "-1" }), { maxLength: 3 })
      .map((list) => list.filter((mail) => !/[,;]/.test(mail)).join(",")),
    organization: fc.oneof(fc.constant(""), words),
    title: fc.oneof(fc.constant(""), words),
    notes: fc.array(words, { maxLength: 3 }).map((lines) => lines.join("\n")),
    tags: fc
      .uniqueArray(fc.stringMatching(/^[A-Zé][a-zü'\\-]{0,12}( [a-z]{1,5})?$/), {
        maxLength: 4,
        selector: (tag) => tag.toLowerCase(),
      })
      .map((list) => list.join(",")),
  });

  test.each(["2.1", "3.0", "4.0"] as const)("[FILE7] vCard %s", (version) => {
    fc.assert(
      fc.property(fc.array(contact, { minLength: 1, maxLength: 3 }), fc.boolean(), (contacts, hasPhoto) => {
        const given = contacts.map((each) => (hasPhoto ? { ...each, photo: DOT_JPEG } : each));
        const text = writeVcards(given, version);
        expect(
          Math.max(...text.split("\r\n").map((line) => new TextEncoder().encode(line).length)),
        ).toBeLessThan(130);
        expect(contactsOf(text)).toEqual(given);
      }),
      { numRuns: 60 },
    );
  });

  test("[FILE7] Google's and our own CSV", () => {
    fc.assert(
      fc.property(
        fc.array(contact, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("csv" as const, "google" as const),
        (contacts, flavor) => {
          expect(contactsOf(writeCsv(contacts, flavor))).toEqual(contacts);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("[FILE10] Outlook's CSV keeps tags too", () => {
    const tagged = withDefaults({ fname: "A", tags: "VIP,Gold card" });
    expect(contactsOf(writeCsv([tagged], "outlook"))).toEqual([tagged]);
  });

  test("[FILE7] Outlook's CSV, but for the conference number it has no place for", () => {
    const [zoe] = contactsOf(GOOGLE_CSV);
    expect(contactsOf(writeCsv([zoe!], "outlook"))).toEqual([zoe]);
    const full = withDefaults({
      fname: "A",
      work: "2125550110,2125550111,2125550112",
      conference: "2125550113",
    });
    expect(contactsOf(writeCsv([full], "outlook"))).toEqual([
      withDefaults({ fname: "A", work: "2125550110,2125550112,2125550111", other: "2125550113" }),
    ]);
  });

  test("[FILE8] a name that a spreadsheet would run as a formula is written harmless and read back", () => {
    const evil = withDefaults({ fname: '=HYPERLINK("http://x.example")', lname: "-1", work: "2125550110" });
    const text = writeCsv([evil], "csv");
    expect(text).not.toMatch(/(?:^|,|")=HYPER/m);
    expect(contactsOf(text)).toEqual([evil]);
  });
});
