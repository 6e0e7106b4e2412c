import { stringify } from "yaml";
import { CompanyFile } from "./company-file.ts";

/** What people find when they have set nothing: not worth a line of the file. */
const OWN_DEFAULTS: Readonly<Record<string, unknown>> = {
  mobile: "",
  max_calls: 4,
  rejects_anonymous: false,
  when_away: "voicemail",
  when_busy: "voicemail",
  when_unanswered: "voicemail",
  music: "default",
  music_while_ringing: false,
  keep_days: 0,
  mail: false,
  live: true,
  receipts: true,
};
const WITH_OWN: ReadonlySet<string> = new Set(["users", "phones", "voicemail_boxes", "fax_lines"]);
const SECRETS: ReadonlySet<string> = new Set(["password", "pin", "initial_password"]);

/** The least that makes an entry of each section, to learn its defaults from the schema. */
const LEAST: Readonly<Record<string, object>> = {
  trunks: { id: "a", host: "a" },
  users: { username: "a@b" },
  phones: { name: "a" },
  desk_phones: { username: "aa", phone: "a" },
  voicemail_boxes: { name: "10" },
  sms_lines: { number: "1000000", name: "a" },
  fax_lines: { number: "1000000", name: "a" },
  queues: { extension: "10", name: "a" },
  hunt_groups: { name: "a" },
  rooms: { extension: "10", name: "a" },
  numbers: { number: "1000000", to: "none" },
  blocked_callers: { number: "1" },
};

/** The company as a file that changes nothing when it is applied. Secrets are left out: they stay as they are. */
export function exportCompany(company: CompanyFile): string {
  const least = CompanyFile.parse({
    company: { name: "a" },
    dial_plan: {},
    ...Object.fromEntries(Object.entries(LEAST).map(([section, item]) => [section, [item]])),
  });
  const defaults: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(least).map(([section, value]) => [section, Array.isArray(value) ? value[0] : value]),
  );
  const written = Object.entries(company).flatMap(([section, value]): [string, unknown][] => {
    if (value === undefined) return [];
    const own = WITH_OWN.has(section) ? OWN_DEFAULTS : {};
    const unset = { ...Object(defaults[section]), ...own };
    if (!Array.isArray(value)) return [[section, withoutDefaults(value, unset, LEAST[section])]];
    const items = value.map((item: object) => withoutDefaults(item, unset, LEAST[section]));
    return items.length > 0 ? [[section, items]] : [];
  });
  return stringify(Object.fromEntries(written), { lineWidth: 110 });
}

function withoutDefaults(item: object, defaults: object, required: object = {}): object {
  const unset = new Map(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(item).filter(([key, value]) => {
      if (SECRETS.has(key) || value === undefined) return false;
      return key in required || key === "name" || JSON.stringify(unset.get(key)) !== JSON.stringify(value);
    }),
  );
}
