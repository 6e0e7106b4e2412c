import { type CompanyFile, type Problem, readDestination } from "./company-file.ts";

/**
 * What no single entry can tell: that names are there and no extension is given twice. `company` is the whole company
 * as it will be; things that are not of the file have an empty path, and whoever shows it names the file.
 */
export function checkCompany(company: Partial<CompanyFile>): Problem[] {
  return [
    ...duplicateKeys(company),
    ...duplicateExtensions(company),
    ...unknownNames(company),
    ...strangersAsManagers(company),
  ];
}

type Path = readonly (string | number)[];

const KEYS = {
  users: "username",
  phones: "name",
  desk_phones: "username",
  voicemail_boxes: "name",
  sms_lines: "number",
  fax_lines: "number",
  queues: "extension",
  hunt_groups: "name",
  rooms: "extension",
  numbers: "number",
  blocked_callers: "number",
  trunks: "id",
} as const;

function duplicateKeys(company: Partial<CompanyFile>): Problem[] {
  return Object.entries(KEYS).flatMap(([section, key]) => {
    const items: readonly Record<string, unknown>[] = company[section as keyof typeof KEYS] ?? [];
    return repeated(items.map((item, index) => ({ text: String(item[key]), path: [section, index, key] })));
  });
}

interface Placed {
  readonly text: string;
  readonly path: Path;
}

function repeated(entries: readonly Placed[]): Problem[] {
  const seen = new Map<string, Path>();
  return entries.flatMap(({ text, path }) => {
    const before = seen.get(text);
    if (!before) seen.set(text, path);
    return before ? [{ path, message: `"${text}" is given twice, first at ${placeOf(before)}` }] : [];
  });
}

const placeOf = ([section, index]: Path): string =>
  index === undefined || typeof index === "string" ? String(section) : `${section}[${index}]`;

/** People dial extensions: a line, a queue, a group, a room and the parking lot cannot share one. */
function duplicateExtensions(company: Partial<CompanyFile>): Problem[] {
  const of = (section: "phones" | "queues" | "hunt_groups" | "rooms"): Placed[] =>
    (company[section] ?? []).flatMap(({ extension }, index) =>
      extension === undefined ? [] : [{ text: extension, path: [section, index, "extension"] }],
    );
  const parking = company.dial_plan?.parking;
  const path = ["dial_plan", "parking"];
  const lot = parking ? [{ text: parking.extension, path: [...path, "extension"] }] : [];
  const others = [...of("phones"), ...of("queues"), ...of("hunt_groups"), ...of("rooms")];
  const problems = repeated([...others, ...lot]);
  if (!parking) return problems;
  const { first, last } = parking;
  if (first > last) problems.push({ path: [...path, "last"], message: `must be ${first} or more` });
  for (const { text, path: where } of [...others, ...lot])
    if (Number(text) >= first && Number(text) <= last)
      problems.push({ path: where, message: `"${text}" is a parking slot (${first} to ${last})` });
  return problems;
}

function unknownNames(company: Partial<CompanyFile>): Problem[] {
  const users = new Set(company.users?.map(({ username }) => username));
  const phones = new Set(company.phones?.map((phone) => phone.name));
  const trunks = new Set(company.trunks?.map(({ id }) => id));
  return [
    ...unknown(users, "user", [...namedUsers(company), ...notifiedUsers(company)]),
    ...unknown(phones, "phone", namedPhones(company)),
    ...unknown(
      trunks,
      "trunk",
      (company.dial_plan?.trunks ?? []).map((text, index) => ({
        text,
        path: ["dial_plan", "trunks", index],
      })),
    ),
    ...unknownDestinations(company),
  ];
}

const unknown = (known: ReadonlySet<string>, noun: string, named: readonly Placed[]): Problem[] =>
  named
    .filter(({ text }) => !known.has(text))
    .map(({ text, path }) => ({ path, message: `there is no ${noun} "${text}"` }));

function namedUsers(company: Partial<CompanyFile>): Placed[] {
  const sections = ["phones", "voicemail_boxes", "sms_lines", "fax_lines"] as const;
  const atDesks = (company.desk_phones ?? []).flatMap(({ user }, index) =>
    user === undefined ? [] : [{ text: user, path: ["desk_phones", index, "user"] }],
  );
  const ofSections = sections.flatMap((section) =>
    (company[section] ?? []).flatMap((item, index) => {
      const members = item.users.map((text, position) => ({
        text,
        path: [section, index, "users", position],
      }));
      const owner = "owner" in item && item.owner !== undefined ? item.owner : undefined;
      return owner === undefined ? members : [...members, { text: owner, path: [section, index, "owner"] }];
    }),
  );
  return [...atDesks, ...ofSections];
}

/** A box is managed by people who read it. */
function strangersAsManagers({ voicemail_boxes }: Partial<CompanyFile>): Problem[] {
  return (voicemail_boxes ?? []).flatMap(({ users, managers }, index) =>
    managers.flatMap((manager, position) =>
      users.includes(manager)
        ? []
        : [
            {
              path: ["voicemail_boxes", index, "managers", position],
              message: `"${manager}" is not among the users of the box`,
            },
          ],
    ),
  );
}

function notifiedUsers({ dial_plan }: Partial<CompanyFile>): Placed[] {
  return (dial_plan?.emergency.notify ?? []).map((text, index) => ({
    text,
    path: ["dial_plan", "emergency", "notify", index],
  }));
}

function namedPhones(company: Partial<CompanyFile>): Placed[] {
  const desks = (company.desk_phones ?? []).map(({ phone }, index) => ({
    text: phone,
    path: ["desk_phones", index, "phone"],
  }));
  const agents = (company.queues ?? []).flatMap((queue, index) =>
    queue.agents.map(({ phone }, position) => ({
      text: phone,
      path: ["queues", index, "agents", position, "phone"],
    })),
  );
  return [...desks, ...agents];
}

/** Every destination of the file, with where it stands. */
function destinationsOf(company: Partial<CompanyFile>): Placed[] {
  const phones = (company.phones ?? []).flatMap((phone, index) =>
    (["when_away", "when_busy", "when_unanswered"] as const).map((key) => ({
      text: phone[key] ?? "none",
      path: ["phones", index, key],
    })),
  );
  const queues = (company.queues ?? []).map(({ overflow }, index) => ({
    text: overflow,
    path: ["queues", index, "overflow"],
  }));
  const groups = (company.hunt_groups ?? []).map(({ when_unanswered }, index) => ({
    text: when_unanswered,
    path: ["hunt_groups", index, "when_unanswered"],
  }));
  const numbers = (company.numbers ?? []).map(({ to }, index) => ({
    text: to,
    path: ["numbers", index, "to"],
  }));
  return [...phones, ...queues, ...groups, ...numbers];
}

function unknownDestinations(company: Partial<CompanyFile>): Problem[] {
  const known: Readonly<Record<string, ReadonlySet<string | undefined>>> = {
    voicemail: new Set(company.voicemail_boxes?.map((box) => box.name)),
    phone: new Set(company.phones?.flatMap((phone) => [phone.name, phone.extension])),
    huntgroup: new Set(company.hunt_groups?.flatMap((group) => [group.name, group.extension])),
    queue: new Set(company.queues?.flatMap((queue) => [queue.name, queue.extension])),
  };
  return destinationsOf(company).flatMap(({ text, path }) => {
    const { type, number } = readDestination(text);
    // A line without a box of its own just ends the call there.
    if (number === "" || !known[type] || known[type].has(number)) return [];
    return [{ path, message: `there is no ${type} "${number}"` }];
  });
}
