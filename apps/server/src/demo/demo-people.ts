/** Someone of the demo, with the look of a drawn portrait. */
export interface DemoPerson {
  readonly id: number;
  readonly customerId: number;
  /** In front of the company's domain. */
  readonly handle: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly title: string;
  readonly extension: string;
  /** Direct number, without the plus. */
  readonly number: string;
  readonly roles?: Readonly<Record<string, string>>;
  readonly timezone?: string;
  readonly portrait?: Portrait;
}

export interface Portrait {
  readonly backdrop: string;
  readonly skin: string;
  readonly hair: string;
  readonly clothes: string;
  readonly cut: "short" | "bob" | "long" | "bun" | "bald" | "headscarf" | "curls";
  readonly glasses?: boolean;
}

export const HARBORLIGHT = { id: 1, name: "Harborlight Home Care", domain: "harborlight.example" } as const;
export const JUNIPER = { id: 2, name: "Juniper Dental", domain: "juniper.example" } as const;
export const DEMO_COMPANIES = [HARBORLIGHT, JUNIPER] as const;

export const DEMO_PASSWORD = "offhook-demo";
/** The key of Lena's authenticator app: 32 letters of base32, published in docs/demo.md. */
export const LENA_APP_KEY = "OFFHOOKDEMOKEYFORLENABRANDT23456";

const atHarborlight = { customerId: HARBORLIGHT.id };
const atJuniper = { customerId: JUNIPER.id };

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    ...atHarborlight,
    id: 1,
    handle: "maya",
    firstname: "Maya",
    lastname: "Okafor",
    title: "Front Desk Coordinator",
    extension: "101",
    number: "12125550141",
    roles: { tc_admin: "1" },
    portrait: { backdrop: "#f4c95d", skin: "#8d5a3c", hair: "#20150f", clothes: "#2a6f97", cut: "curls" },
  },
  {
    ...atHarborlight,
    id: 2,
    handle: "dev",
    firstname: "Dev",
    lastname: "Patel",
    title: "Scheduling Agent",
    extension: "102",
    number: "12125550142",
    portrait: { backdrop: "#a9d6e5", skin: "#b5835a", hair: "#1f1a17", clothes: "#bc4749", cut: "short" },
  },
  {
    ...atHarborlight,
    id: 3,
    handle: "ines",
    firstname: "Ines",
    lastname: "Duarte",
    title: "Contact Center Supervisor",
    extension: "103",
    number: "12125550143",
    roles: { tc_admin: "1" },
    portrait: {
      backdrop: "#d8e2dc",
      skin: "#e0b08c",
      hair: "#4a2c1a",
      clothes: "#6a4c93",
      cut: "long",
      glasses: true,
    },
  },
  {
    ...atHarborlight,
    id: 4,
    handle: "tom",
    firstname: "Tom",
    lastname: "Reyes",
    title: "Medical Records Clerk",
    extension: "104",
    number: "12125550144",
    roles: { tc_chat: "0" },
    portrait: {
      backdrop: "#cdb4db",
      skin: "#c68f65",
      hair: "#2b2118",
      clothes: "#386641",
      cut: "short",
      glasses: true,
    },
  },
  {
    ...atHarborlight,
    id: 5,
    handle: "lena",
    firstname: "Lena",
    lastname: "Brandt",
    title: "Registered Nurse",
    extension: "105",
    number: "12125550145",
    portrait: { backdrop: "#bde0fe", skin: "#f1c7a8", hair: "#c9973f", clothes: "#457b9d", cut: "bun" },
  },
  {
    ...atHarborlight,
    id: 6,
    handle: "aisha",
    firstname: "Aisha",
    lastname: "Rahman",
    title: "Billing Specialist",
    extension: "106",
    number: "12125550146",
    portrait: { backdrop: "#f5cac3", skin: "#c98d66", hair: "#3f6f8f", clothes: "#2c4459", cut: "headscarf" },
  },
  {
    ...atHarborlight,
    id: 7,
    handle: "marcus",
    firstname: "Marcus",
    lastname: "Bell",
    title: "Home Health Aide Lead",
    extension: "107",
    number: "12125550147",
    portrait: { backdrop: "#e9edc9", skin: "#6f4527", hair: "#17110d", clothes: "#d4a373", cut: "bald" },
  },
  {
    ...atHarborlight,
    id: 8,
    handle: "grace",
    firstname: "Grace",
    lastname: "Lin",
    title: "Director of Nursing",
    extension: "108",
    number: "12125550148",
    roles: { tc_supervisor: "1" },
    portrait: { backdrop: "#ffd6a5", skin: "#ebc19c", hair: "#1a1716", clothes: "#3d405b", cut: "bob" },
  },
  {
    ...atHarborlight,
    id: 9,
    handle: "carlos",
    firstname: "Carlos",
    lastname: "Mendoza",
    title: "Physical Therapist",
    extension: "109",
    number: "12125550149",
  },
  {
    ...atHarborlight,
    id: 10,
    handle: "priya",
    firstname: "Priya",
    lastname: "Nair",
    title: "Care Coordinator",
    extension: "110",
    number: "12125550150",
    portrait: { backdrop: "#d0f4de", skin: "#a9714b", hair: "#1c1512", clothes: "#9d4edd", cut: "long" },
  },
  {
    ...atHarborlight,
    id: 11,
    handle: "samuel",
    firstname: "Samuel",
    lastname: "Adeyemi",
    title: "Intake Specialist",
    extension: "111",
    number: "12125550151",
    roles: { tc_tasks: "1" },
  },
  {
    ...atHarborlight,
    id: 12,
    handle: "hannah",
    firstname: "Hannah",
    lastname: "Weiss-Cunningham",
    title: "Licensed Clinical Social Worker",
    extension: "112",
    number: "12125550152",
    portrait: {
      backdrop: "#e2ece9",
      skin: "#f3cfb3",
      hair: "#8c3b1a",
      clothes: "#588157",
      cut: "bob",
      glasses: true,
    },
  },
  {
    ...atHarborlight,
    id: 13,
    handle: "joseph",
    firstname: "Joseph",
    lastname: "Park",
    title: "IT and Compliance Manager",
    extension: "113",
    number: "12125550153",
    timezone: "America/Los_Angeles",
  },
  {
    ...atHarborlight,
    id: 14,
    handle: "rosa",
    firstname: "Rosa",
    lastname: "Delgado",
    title: "Payroll and Benefits",
    extension: "114",
    number: "12125550154",
  },
  {
    ...atJuniper,
    id: 15,
    handle: "sam",
    firstname: "Sam",
    lastname: "Whitaker",
    title: "Office Manager",
    extension: "201",
    number: "12125550181",
    portrait: { backdrop: "#caf0f8", skin: "#f0c9a6", hair: "#6b4423", clothes: "#1d3557", cut: "short" },
  },
  {
    ...atJuniper,
    id: 16,
    handle: "rae",
    firstname: "Rae",
    lastname: "Nakamura",
    title: "Dental Hygienist",
    extension: "202",
    number: "12125550182",
    portrait: { backdrop: "#fde2e4", skin: "#efc9a4", hair: "#221d1b", clothes: "#2a9d8f", cut: "bun" },
  },
];

/** Those the sign-in page offers as buttons. */
const OFFERED = ["maya", "dev", "ines", "tom", "lena", "sam", "rae"];

export function emailOf({ handle, customerId }: DemoPerson): string {
  return `${handle}@${customerId === HARBORLIGHT.id ? HARBORLIGHT.domain : JUNIPER.domain}`;
}

export function demoPerson(handle: string): DemoPerson {
  const person = DEMO_PEOPLE.find((each) => each.handle === handle);
  if (!person) throw new Error(`The demo has nobody called ${handle}`);
  return person;
}

export function demoAccounts(): { username: string; name: string; role: string }[] {
  return OFFERED.map(demoPerson).map((person) => ({
    username: emailOf(person),
    name: `${person.firstname} ${person.lastname}`,
    role: person.title,
  }));
}
