import { DEMO_PEOPLE } from "../../demo-people.ts";
import { OUTSIDE_PARTIES } from "../calls/outside-parties.ts";
import { demoNames } from "./demo-names.ts";

export interface DemoContact {
  readonly fname?: string;
  readonly lname?: string;
  readonly mobile?: string;
  readonly work?: string;
  readonly home?: string;
  readonly fax?: string;
  readonly conference?: string;
  readonly other?: string;
  readonly emails?: string;
  readonly organization?: string;
  readonly title?: string;
  readonly notes?: string;
  readonly tags?: string;
}

/** With the colleagues, the people at Google and those at Microsoft there are 220. */
const TOTAL = 220;
const GOOGLE_COUNT = 26;
const MICROSOFT_COUNT = 20;
const COLLEAGUES = DEMO_PEOPLE.filter(({ customerId }) => customerId === 1).length;

const COMPANIES =
  /^(?:Riverside Clinic|Beacon Pharmacy|St\. Brigid Hospital|Medline Supplies|Bluecrest Insurance|City Transport Desk|Thames Medical)$/;

/** The queue Scheduling lets VIPs go first. */
const TAGS: Readonly<Record<string, string>> = {
  "Dr. Alan Sato": "VIP,Doctor",
  "Riverside Clinic": "Partner",
};

/** Whoever calls by name is somebody the company knows. */
function callers(): DemoContact[] {
  return OUTSIDE_PARTIES.filter(([, name]) => name !== "").map(([number, name]) => {
    const { [name]: tags = "" } = TAGS;
    if (COMPANIES.test(name)) return { organization: name, work: number, tags };
    const words = name.split(" ");
    return { fname: words.slice(0, -1).join(" "), lname: words.at(-1) ?? "", mobile: number, tags };
  });
}

/** What lists, sorting and fonts have to cope with. */
const UNUSUAL: readonly DemoContact[] = [
  // Three people at one number, with Theo Marsh.
  { fname: "Ivy", lname: "Marsh", mobile: "12125550160", notes: "Theo’s daughter, his emergency contact." },
  { organization: "Marsh Household", work: "12125550160" },
  {
    fname: "Wolfeschlegelsteinhausenbergerdorff-Pumphrey",
    lname: "Featherstonehaugh-Cholmondeley-Majoribanks of Ballindalloch",
    organization:
      "The Royal Metropolitan Association for Continuing Care and Domiciliary Nursing of Greater London",
    work: "442079460201",
    emails: "wolfeschlegelsteinhausenbergerdorff.featherstonehaugh@very-long-name-of-a-domain.example",
  },
  { fname: "小龙", lname: "李", mobile: "12125550187", notes: "说普通话。" },
  { fname: "美玲", lname: "陳", mobile: "442079460202", organization: "和平藥房" },
  { fname: "فاطمة", lname: "الزهراء", mobile: "12125550188", organization: "عيادة النور" },
  { fname: "יעל", lname: "כהן", mobile: "12125550189", notes: "מעדיפה שיחות בבוקר" },
  { fname: "Σωκράτης", lname: "Παπαδόπουλος", home: "442079460203" },
  { fname: "🌻 Sunny", lname: "Days 🏡", organization: "Day care 🧸", work: "12125550190" },
  { fname: "Zoë", lname: "Ångström-Łukasiewicz", mobile: "442079460204", fax: "442079460205" },
  { fname: "Front", lname: "Door", work: "190", notes: "The doorbell." },
  { organization: "Supply Room", work: "114", notes: "Extension only." },
  {
    organization: "Night Conference",
    conference: "442079460206|4711#;8",
    notes: "PIN follows after a pause.",
  },
  { emails: "billing-questions@payers.example", notes: "An address and nothing else." },
  { fname: "Cher", mobile: "12125550191" },
  {
    fname: "Everett",
    lname: "Numbers",
    mobile: "12125550192,442079460207",
    work: "12125550193;22",
    home: "442079460208",
    fax: "12125550194",
    conference: "442079460209|12#",
    other: "442079460210",
    emails: "everett@numbers.example,e.numbers@home.example",
    organization: "Lakeview Therapy",
    title: "Every kind of number",
  },
];

/** Public numbers that nobody else in the demo has. */
function freeNumbers(): string[] {
  const us = [...range(100, 109), ...range(113, 119), ...range(121, 129), ...range(132, 140)];
  const london = range(300, 799);
  // Mixed, so that a page of the list shows both.
  return london.flatMap((number, index) => {
    const here = us[index];
    return [...(here === undefined ? [] : [`12125550${here}`]), `442079460${number}`];
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function invented(count: number, seed: number, numbers: readonly string[]): DemoContact[] {
  let next = 0;
  return demoNames(count, seed).map((name, index) => {
    const { handle, ...fields } = name;
    const domain = name.organization === "" ? "mail.example" : "partners.example";
    return {
      ...fields,
      [index % 3 === 0 && name.organization !== "" ? "work" : "mobile"]: numbers[next++] ?? "",
      ...(index % 4 === 0 ? { home: numbers[next++] ?? "" } : {}),
      ...(index % 5 === 0 ? {} : { emails: `${handle}@${domain}` }),
    };
  });
}

const numbers = freeNumbers();
const known = [...callers(), ...UNUSUAL];
/** How many of the stored contacts are callers or unusual. */
export const KNOWN_COUNT = known.length;
const inventedCount = TOTAL - COLLEAGUES - GOOGLE_COUNT - MICROSOFT_COUNT - known.length;

/** The stored contacts of Harborlight: callers and unusual ones first. */
export const HARBORLIGHT_CONTACTS: readonly DemoContact[] = [
  ...known,
  ...invented(inventedCount, 60_601, numbers),
];
export const JUNIPER_CONTACTS: readonly DemoContact[] = invented(12, 60_602, numbers.slice(260));
/** Maya's address books elsewhere. */
export const GOOGLE_CONTACTS: readonly DemoContact[] = invented(GOOGLE_COUNT, 60_603, numbers.slice(300));
export const MICROSOFT_CONTACTS: readonly DemoContact[] = invented(
  MICROSOFT_COUNT,
  60_604,
  numbers.slice(360),
);

/** Names the network tells of callers that nobody has written down. */
export const CALLER_NAMES: ReadonlyMap<string, string> = new Map([
  ["12125550175", "WIRELESS CALLER"],
  ["12125550161", "NEW YORK NY"],
  ["12125550169", "KIM BARBARA"],
  ["12125550186", "HARBOR MARKET"],
  ["12125550195", "BEST OFFER MKTG"],
]);
