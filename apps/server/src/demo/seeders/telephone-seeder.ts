import { readFile } from "node:fs/promises";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { applyWithin, readCompanyFile } from "../../provisioning/index.ts";
import { saveCarrier } from "../demo-carrier.ts";
import { DEMO_PEOPLE } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

/** The bundle carries a copy of the folder beside itself, so this address holds there too. */
const FOLDER = new URL("./companies/", import.meta.url.replace("/seeders/", "/"));
const FILES = ["harborlight.yaml", "juniper.yaml"];

/** Other seeders, tests and pictures name rows by these. People's own lines and boxes have the ids of the people. */
const IDS: Readonly<Record<string, number>> = {
  "phones front-door": 90,
  "phones dev-dispatch": 91,
  "voicemail_boxes 301": 90,
  "sms_lines 12125550110": 1,
  "sms_lines 12125550111": 2,
  "sms_lines 12125550112": 3,
  "sms_lines 442079460120": 4,
  "sms_lines 12125550180": 5,
  "fax_lines 12125550130": 1,
  "fax_lines 12125550131": 2,
  "fax_lines 12125550183": 3,
  "queues 301": 1,
  "queues 302": 2,
  "queues 303": 3,
  "hunt_groups Reception": 1,
  "hunt_groups Nurses on call": 2,
  "rooms 800": 1,
};

function idOf(section: string, key: string): number | undefined {
  if (section === "phones" || section === "voicemail_boxes") {
    const own = DEMO_PEOPLE.find(({ handle, extension }) => handle === key || extension === key);
    if (own) return own.id;
  }
  return IDS[`${section} ${key}`];
}

const noSecrets = (): never => {
  throw new Error("The files of the demo hold no secrets");
};
const NO_SEALER: Sealer = { seal: noSecrets, open: noSecrets };

/** The telephones of the demo are company files like any other. */
export const seedTelephones: Seeder = async ({ tx }) => {
  await saveCarrier(tx.query);
  for (const name of FILES) {
    const read = readCompanyFile(await readFile(new URL(name, FOLDER), "utf8"), name, {
      env: noSecrets,
      file: noSecrets,
    });
    if (!read.isRead) throw new Error(read.problems.join("\n"));
    const applied = await applyWithin(
      tx,
      { sealer: NO_SEALER, hashPassword: noSecrets, disableUser: noSecrets, rolesChanged: noSecrets },
      read.file,
      { newId: idOf },
    );
    if (!applied.isApplied) throw new Error(applied.problems.map(read.locate).join("\n"));
  }
};
