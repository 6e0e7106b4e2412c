import { DEMO_PEOPLE, type DemoPerson, demoPerson, HARBORLIGHT } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

const DOORBELL_ID = 90;
const SECOND_LINE_ID = 91;

function ownPhone(person: DemoPerson) {
  return {
    id: person.id,
    customer_id: person.customerId,
    name: person.handle,
    label: `${person.firstname} ${person.lastname}`,
    extension: person.extension,
    callerid_external: person.number,
    callerid_internal: person.extension,
    kind: "phone",
  };
}

export const seedPhones: Seeder = async ({ tx }) => {
  const dev = demoPerson("dev");
  const extra = [
    {
      ...ownPhone(dev),
      id: SECOND_LINE_ID,
      name: "dev-dispatch",
      label: "Dispatch desk",
      extension: "122",
      callerid_external: "12125550155",
      callerid_internal: "122",
    },
    {
      ...ownPhone(dev),
      id: DOORBELL_ID,
      name: "front-door",
      label: "Front door",
      extension: "190",
      callerid_external: "",
      callerid_internal: "190",
      kind: "doorbell",
      customer_id: HARBORLIGHT.id,
    },
  ];
  await tx.query
    .insertInto("phones")
    .values([...DEMO_PEOPLE.map(ownPhone), ...extra])
    .execute();
  const own = DEMO_PEOPLE.map(({ id }) => ({ phone_id: id, user_id: id, position: 0 }));
  await tx.query
    .insertInto("phone_users")
    .values([...own, { phone_id: SECOND_LINE_ID, user_id: dev.id, position: 1 }])
    .execute();
};
