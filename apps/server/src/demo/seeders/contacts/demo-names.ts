import { createRandom } from "../../seed-context.ts";

const FIRST = [
  ...["Abigail", "Adrian", "Amara", "Anders", "Beatrix", "Benedict", "Bianca", "Callum", "Camille", "Cedric"],
  ...["Chiara", "Darius", "Delphine", "Dmitri", "Eleanor", "Elias", "Fatima", "Felix", "Freya", "Gideon"],
  ...["Hana", "Hugo", "Imani", "Isaac", "Jamila", "Jonas", "Kavya", "Killian", "Leila", "Lorenzo"],
  ...["Magnus", "Marisol", "Naomi", "Nikolai", "Odette", "Oscar", "Paloma", "Pieter", "Quinn", "Rafael"],
  ...["Saoirse", "Silas", "Tamsin", "Tobias", "Ursula", "Valentin", "Wren", "Xavier", "Yara", "Zsófia"],
];
const LAST = [
  ...["Achterberg", "Almeida", "Asante", "Baptiste", "Bergström", "Castellanos", "Chaudhry", "Dąbrowska"],
  ...["Delacroix", "Eriksen", "Fitzgerald", "Gallagher", "Hashimoto", "Ibáñez", "Jovanović", "Karlsson"],
  ...["Lefèvre", "MacDougall", "Nakamura", "Novák", "O’Sullivan", "Papadopoulos", "Quintero", "Rosenthal"],
  ...["Sørensen", "Tanaka", "Underwood", "Vasquez", "Whitfield", "Yıldız", "Zimmermann"],
];
const ORGANIZATIONS = [
  ...["", "", "", "Riverside Clinic", "St. Brigid Hospital", "Beacon Pharmacy", "Medline Supplies"],
  ...["City Transport Desk", "Bluecrest Insurance", "Northgate Dialysis", "Lakeview Therapy"],
];
const TITLES = ["", "", "Nurse", "Physician", "Case Manager", "Pharmacist", "Dispatcher", "Social Worker"];

export interface DemoName {
  readonly fname: string;
  readonly lname: string;
  readonly organization: string;
  readonly title: string;
  readonly handle: string;
}

/** Invented people, the same in every demo and no two alike. */
export function demoNames(count: number, seed: number): DemoName[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const known = new Set<string>();
  const names: DemoName[] = [];
  while (names.length < count) {
    // Beyond all pairs, a second given name tells them apart.
    const second = names.length < FIRST.length * LAST.length * 0.6 ? "" : ` ${pick(FIRST)}`;
    const fname = `${pick(FIRST)}${second}`;
    const lname = pick(LAST);
    if (known.has(`${fname} ${lname}`)) continue;
    known.add(`${fname} ${lname}`);
    const organization = pick(ORGANIZATIONS);
    const title = organization === "" ? "" : pick(TITLES);
    names.push({ fname, lname, organization, title, handle: handleOf(`${fname}.${lname}`) });
  }
  return names;
}

function handleOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^a-z.]/gi, "")
    .toLowerCase();
}
