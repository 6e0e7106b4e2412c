import { expect, test } from "vitest";
import { fittingPeople, mentionQuery, mentionsIn } from "./mentions.ts";

test.each([
  ["@", { at: 0, text: "" }],
  ["hi @an", { at: 3, text: "an" }],
  ["hi @ana re", { at: 3, text: "ana re" }],
  ["ask @J.R", { at: 4, text: "J.R" }],
  ["later (@de", { at: 7, text: "de" }],
  ["“@de", { at: 1, text: "de" }],
  ["@Jose\u0301", { at: 0, text: "Jose\u0301" }],
  ["mail ana@example", undefined],
  ["@ana reyes please", undefined],
  ["no one", undefined],
])("[CONV9] %s asks for %o", (typed, query) => {
  expect(mentionQuery(typed, typed.length)).toEqual(query);
});

const named = (...names: string[]) => names.map((name, id) => ({ id, name }));
const names = (people: readonly { readonly name: string }[]): string[] => people.map(({ name }) => name);

test("[CONV9] names that begin so come before those that hold it", () => {
  const people = named("Diana Moss", "Ana Reyes", "Tom Anand");
  expect(names(fittingPeople(people, "an", 5))).toEqual(["Ana Reyes", "Tom Anand", "Diana Moss"]);
  expect(fittingPeople(people, "ana", 1)).toHaveLength(1);
});

test("[CONV9] initials are found with and without their dots, names with and without their accents", () => {
  const people = named("J.R. Miller", "José Núñez", "Anna-Lena Vogt");
  for (const query of ["J.R", "jr", "J.R. Mi"])
    expect(names(fittingPeople(people, query, 5))).toEqual(["J.R. Miller"]);
  for (const query of ["José", "jose", "nunez"])
    expect(names(fittingPeople(people, query, 5))).toEqual(["José Núñez"]);
  expect(names(fittingPeople(people, "lena", 5))).toEqual(["Anna-Lena Vogt"]);
});

test("[CONV9] a longer name is not also a mention of the shorter one it begins with", () => {
  const people = named("Ana", "Ana Reyes");
  expect(mentionsIn("@Ana Reyes and (@Ana)", people)).toEqual([
    { id: 1, start: 0, end: 10 },
    { id: 0, start: 16, end: 20 },
  ]);
});
