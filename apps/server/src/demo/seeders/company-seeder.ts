import { DEMO_COMPANIES, DEMO_PEOPLE, demoPerson, emailOf, LENA_APP_KEY } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

/** Companies and people. They may be there already: a reset keeps them, so that nobody is signed out. */
export const seedCompanies: Seeder = async ({ tx, passwordHash, addAppFactor, addEmailFactor }) => {
  await tx.query
    .insertInto("customers")
    .values(DEMO_COMPANIES.map(({ id, name }) => ({ id, name, region: "US", timezone: "America/New_York" })))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((set) => ({
        name: set.ref("excluded.name"),
        region: set.ref("excluded.region"),
        timezone: set.ref("excluded.timezone"),
        chat_disabled: false,
      })),
    )
    .execute();
  const users = DEMO_PEOPLE.map((person) => ({
    id: person.id,
    customer_id: person.customerId,
    username: emailOf(person),
    email: emailOf(person),
    firstname: person.firstname,
    lastname: person.lastname,
    title: person.title,
    mobile: "",
    company: null,
    teams_nickname: "",
    timezone: person.timezone ?? null,
    country: "US",
    color: null,
    photo_key: null,
    extension: person.extension,
    password_hash: passwordHash,
    roles: JSON.stringify(person.roles ?? {}),
    disabled_at: null,
  }));
  await tx.query
    .insertInto("users")
    .values(users)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((set) => {
        const columns = Object.keys(users[0] ?? {}) as (keyof (typeof users)[number])[];
        return Object.fromEntries(columns.map((column) => [column, set.ref(`excluded.${column}`)]));
      }),
    )
    .execute();
  const lena = demoPerson("lena");
  await addAppFactor(lena.id, LENA_APP_KEY);
  await addEmailFactor(lena.id);
};
