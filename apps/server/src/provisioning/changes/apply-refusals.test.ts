import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ProvisioningWorld } from "../testing/provisioning-world.ts";
import { findCompanyId } from "./stored-company-repository.ts";

let world: ProvisioningWorld;

beforeAll(async () => {
  world = await ProvisioningWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.nextCompany());

describe("what cannot be is refused with its place, and nothing of the file is done", () => {
  test.each<[string, (text: string) => string, string]>([
    [
      "an extension given twice",
      (text) => text.replace('"190"', '"120"'),
      'phones[2].extension: "120" is given twice',
    ],
    [
      "an unknown user",
      (text) => text.replace(/\[maya@/, "[nobody@"),
      'phones[0].users[0]: there is no user "nobody@',
    ],
    [
      "a desk of nobody",
      (text) => text.replace("user: maya@", "user: nobody@"),
      'desk_phones[1].user: there is no user "nobody@',
    ],
    [
      "an unknown group",
      (text) => text.replace("huntgroup 401", "huntgroup 402"),
      'there is no huntgroup "402"',
    ],
    ["an unknown line", (text) => text.replace("phone: desk }", "phone: dusk }"), 'there is no phone "dusk"'],
    ["a slot that is an extension", (text) => text.replace('"190"', '"705"'), '"705" is a parking slot'],
  ])("%s", async (_what, change, message) => {
    const told = await world.apply(world.aFile(change));
    expect(told).toMatch(/^company\.yaml:\d+:\d+: /);
    expect(told).toContain(message);
    expect(await findCompanyId(world.database.query, world.companyName)).toBeUndefined();
  });

  test("a name that another company has", async () => {
    await world.apply(world.aFile());
    const told = await world.apply(
      `company: { name: Thieves ${world.number} }\nphones: [{ name: a }]\ndesk_phones:\n` +
        `  - { username: maya-desk-${world.number}, phone: a, password: desk phone secret }\n`,
    );
    expect(told).toContain("belongs to another company of this installation");
    expect(await findCompanyId(world.database.query, `Thieves ${world.number}`)).toBeUndefined();
  });

  test("a desk phone without a password, when it is new", async () => {
    const told = await world.apply(world.aFile((text) => text.replace(", password: desk phone secret", "")));
    expect(told).toContain(`desk phone maya-desk-${world.number} needs a password`);
  });

  test("what would be left hanging by a removal", async () => {
    await world.apply(world.aFile());
    const told = await world.apply(`company: { name: ${world.companyName} }\nphones: []\n`, {
      isPruning: true,
    });
    expect(told).toContain('there is no phone "maya"');
  });
});
