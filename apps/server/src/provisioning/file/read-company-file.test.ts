import { describe, expect, test } from "vitest";
import { readCompanyFile, type SecretSources } from "./read-company-file.ts";

const NO_SECRETS: SecretSources = { env: () => undefined, file: () => undefined };

function problemsOf(text: string, secrets = NO_SECRETS): readonly string[] {
  const read = readCompanyFile(text, "company.yaml", secrets);
  return read.isRead ? [] : read.problems;
}

const withPhone = (fields: string): string => `company:
  name: Harborlight
phones:
  - name: maya
    ${fields}
`;

describe("what is wrong is told with its place, its path and what is expected", () => {
  test.each([
    [
      withPhone("extension: 1o1"),
      'company.yaml:5:16: phones[0].extension: must be an extension of 2 to 6 digits, such as "101" (is "1o1")',
    ],
    [withPhone("extenion: 101"), "company.yaml:5:15: phones[0].extenion: is no key of this section"],
    [
      withPhone("max_calls: many"),
      'company.yaml:5:16: phones[0].max_calls: must be a whole number from 1 to 20 (is "many")',
    ],
    [
      withPhone("rejects_anonymous: yes"),
      'company.yaml:5:24: phones[0].rejects_anonymous: must be true or false (is "yes")',
    ],
    [
      withPhone('number: "+1212"'),
      'company.yaml:5:13: phones[0].number: must be a number with its country code in digits alone, such as "12125550110" (is "+1212")',
    ],
    [
      withPhone("users: maya"),
      'company.yaml:5:12: phones[0].users: must be a list, each entry behind a dash (is "maya")',
    ],
    ["phones: []\n", "company.yaml:1:1: company: is missing"],
    ["company:\n  name: A\n   region: US\n", "company.yaml:2:9: "],
  ])("%#", (text, expected) => {
    const [first] = problemsOf(text);
    expect(first?.slice(0, expected.length)).toBe(expected);
  });

  test("all of it at once", () => {
    expect(problemsOf(`company: {}\nqueues:\n  - { extension: "3", name: "" }\n`)).toHaveLength(3);
  });

  test("but never a secret", () => {
    const [problem] = problemsOf(
      "company: { name: A }\ndesk_phones: [{ username: ab, phone: a, password: hunter2 }]\n",
    );
    expect(problem).toContain("password: must have at least 12 characters");
    expect(problem).not.toContain("hunter2");
  });
});

test("scalars are read as they are written: zeros stay, and defaults fill the rest", () => {
  const read = readCompanyFile(withPhone("extension: 0101"), "company.yaml", NO_SECRETS);
  expect(read).toMatchObject({
    isRead: true,
    file: { company: { region: "US" }, phones: [{ extension: "0101", kind: "phone", users: [] }] },
  });
});

test("a secret comes from the file, the environment or a file of its own", () => {
  const text = `company: { name: A }
phones: [{ name: a }]
desk_phones:
  - { username: plain, phone: a, password: plain-secret-1 }
  - { username: named, phone: a, password: { env: DESK_PASSWORD } }
  - { username: filed, phone: a, password: { file: desk.secret } }
`;
  const secrets: SecretSources = {
    env: (name) => (name === "DESK_PASSWORD" ? "secret-of-the-env" : undefined),
    file: (path) => (path === "desk.secret" ? "secret-of-a-file\n" : undefined),
  };
  const read = readCompanyFile(text, "company.yaml", secrets);
  expect(read.isRead && read.file.desk_phones?.map(({ password }) => password)).toEqual([
    "plain-secret-1",
    "secret-of-the-env",
    "secret-of-a-file",
  ]);
  expect(problemsOf(text)).toEqual([
    "company.yaml:5:34: desk_phones[1].password: the variable DESK_PASSWORD is not set",
    "company.yaml:6:34: desk_phones[2].password: the file desk.secret cannot be read",
  ]);
});
