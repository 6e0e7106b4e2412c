import { demoPerson, HARBORLIGHT } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

const customer_id = HARBORLIGHT.id;

/** A member's name, and whether the line is logged in. */
type Member = readonly [handle: string, isAvailable: boolean];

const QUEUES: readonly { id: number; name: string; extension: string; members: readonly Member[] }[] = [
  {
    id: 1,
    name: "Scheduling",
    extension: "301",
    members: [
      ["dev", true],
      ["ines", false],
      ["priya", true],
      ["samuel", true],
    ],
  },
  {
    id: 2,
    name: "Billing",
    extension: "302",
    members: [
      ["dev", false],
      ["ines", false],
      ["aisha", true],
      ["rosa", false],
    ],
  },
  {
    id: 3,
    name: "After-hours",
    extension: "303",
    members: [
      ["ines", true],
      ["lena", true],
      ["marcus", true],
    ],
  },
];

const HUNT_GROUPS: readonly {
  id: number;
  name: string;
  extension: string;
  levels: readonly (readonly Member[])[];
}[] = [
  {
    id: 1,
    name: "Reception",
    extension: "401",
    levels: [
      [
        ["maya", true],
        ["dev", true],
        ["ines", false],
        ["samuel", true],
      ],
    ],
  },
  {
    id: 2,
    name: "Nurses on call",
    extension: "402",
    levels: [
      [
        ["lena", true],
        ["marcus", true],
      ],
      [
        ["grace", true],
        ["carlos", false],
        ["ines", true],
      ],
    ],
  },
];

export const seedQueues: Seeder = async ({ tx }) => {
  await tx.query
    .insertInto("queues")
    .values(QUEUES.map(({ id, name, extension }) => ({ id, customer_id, name, extension })))
    .execute();
  const members = QUEUES.flatMap(({ id, members }) =>
    members.map(([handle, available]) => ({ queue_id: id, phone_id: demoPerson(handle).id, available })),
  );
  await tx.query.insertInto("queue_members").values(members).execute();
};

export const seedHuntGroups: Seeder = async ({ tx }) => {
  await tx.query
    .insertInto("hunt_groups")
    .values(HUNT_GROUPS.map(({ id, name, extension }) => ({ id, customer_id, name, extension })))
    .execute();
  const lines = HUNT_GROUPS.flatMap(({ id, levels }) =>
    levels.flatMap((members, index) =>
      members.map(([handle, available]) => ({
        hunt_group_id: id,
        dnumber: demoPerson(handle).extension,
        available,
        level: index + 1,
      })),
    ),
  );
  await tx.query.insertInto("hunt_group_lines").values(lines).execute();
};
