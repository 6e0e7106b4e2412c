import { DEMO_PEOPLE, demoPerson, HARBORLIGHT, JUNIPER } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

interface DemoLine {
  readonly id: number;
  readonly customerId: number;
  readonly number: string;
  readonly name: string;
  readonly readers: readonly string[];
}

const SMS_LINES: readonly DemoLine[] = [
  { id: 1, customerId: HARBORLIGHT.id, number: "12125550110", name: "Main", readers: ["maya", "ines"] },
  {
    id: 2,
    customerId: HARBORLIGHT.id,
    number: "12125550111",
    name: "Scheduling",
    readers: ["dev", "ines", "maya", "priya", "samuel"],
  },
  {
    id: 3,
    customerId: HARBORLIGHT.id,
    number: "12125550112",
    name: "Billing",
    readers: ["dev", "ines", "aisha", "rosa"],
  },
  { id: 4, customerId: HARBORLIGHT.id, number: "442079460120", name: "London", readers: ["maya", "ines"] },
  { id: 5, customerId: JUNIPER.id, number: "12125550180", name: "Front office", readers: ["sam", "rae"] },
];

const FAX_LINES: readonly (DemoLine & { readonly owner: string })[] = [
  {
    id: 1,
    customerId: HARBORLIGHT.id,
    number: "12125550130",
    name: "Records",
    owner: "tom",
    readers: ["tom", "maya", "grace"],
  },
  {
    id: 2,
    customerId: HARBORLIGHT.id,
    number: "12125550131",
    name: "Referrals",
    owner: "tom",
    readers: ["tom", "priya"],
  },
  { id: 3, customerId: JUNIPER.id, number: "12125550183", name: "Fax", owner: "sam", readers: ["sam"] },
];

const SHARED_BOX = {
  id: 90,
  name: "301",
  label: "Scheduling",
  owner: "ines",
  readers: ["ines", "dev", "priya"],
};

function readersOf({
  id,
  readers,
}: Pick<DemoLine, "id" | "readers">): { line: number; user: number; position: number }[] {
  return readers.map((handle) => ({ line: id, user: demoPerson(handle).id, position: id }));
}

export const seedSmsLines: Seeder = async ({ tx }) => {
  await tx.query
    .insertInto("sms_lines")
    .values(
      SMS_LINES.map(({ id, customerId, number, name }) => ({ id, customer_id: customerId, number, name })),
    )
    .execute();
  await tx.query
    .insertInto("sms_line_users")
    .values(
      SMS_LINES.flatMap(readersOf).map(({ line, user, position }) => ({
        sms_line_id: line,
        user_id: user,
        position,
      })),
    )
    .execute();
};

export const seedFaxLines: Seeder = async ({ tx }) => {
  await tx.query
    .insertInto("fax_lines")
    .values(
      FAX_LINES.map(({ id, customerId, number, name, owner }) => ({
        id,
        customer_id: customerId,
        number,
        name,
        owner_id: demoPerson(owner).id,
      })),
    )
    .execute();
  await tx.query
    .insertInto("fax_line_users")
    .values(
      FAX_LINES.flatMap(readersOf).map(({ line, user, position }) => ({
        fax_line_id: line,
        user_id: user,
        position,
      })),
    )
    .execute();
};

/** One box a person, named like the extension, and the one of the Scheduling queue. */
export const seedVoicemailBoxes: Seeder = async ({ tx }) => {
  const own = DEMO_PEOPLE.map((person) => ({
    id: person.id,
    customer_id: person.customerId,
    name: person.extension,
    label: `${person.firstname} ${person.lastname}`,
    owner_id: person.id,
  }));
  const shared = {
    id: SHARED_BOX.id,
    customer_id: HARBORLIGHT.id,
    name: SHARED_BOX.name,
    label: SHARED_BOX.label,
    owner_id: demoPerson(SHARED_BOX.owner).id,
  };
  await tx.query
    .insertInto("voicemail_boxes")
    .values([...own, shared])
    .execute();
  const ownReaders = DEMO_PEOPLE.map(({ id }) => ({ voicemail_box_id: id, user_id: id, position: 0 }));
  const sharedReaders = readersOf(SHARED_BOX).map(({ line, user }) => ({
    voicemail_box_id: line,
    user_id: user,
    position: 1,
  }));
  await tx.query
    .insertInto("voicemail_box_users")
    .values([...ownReaders, ...sharedReaders])
    .execute();
};
