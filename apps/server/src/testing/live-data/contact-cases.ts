import { randomUUID } from "node:crypto";
import type { contactEvents, presenceEvents } from "@offhook/contract";
import { expect, vi } from "vitest";
import { PushClient } from "../../push/testing/push-client.ts";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, WAIT } from "./live-world.ts";

const VCARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nils Berg\r\nTEL;TYPE=CELL:+12025550123\r\nEND:VCARD\r\n";

export function contactCases({
  phones,
  maya,
  dev,
}: LiveWorld): CasesOf<typeof contactEvents & typeof presenceEvents> {
  const { client } = maya;
  return {
    CONTACT_UPDATE: {
      reads: async () => (await client.syncContacts({ query: {} })).contacts.length,
      change: () => client.saveContact({ body: { uuid: randomUUID(), fname: "Nora", work: "12025550987" } }),
    },
    SPEEDDIAL_UPDATE: {
      reads: async () => (await client.syncContacts({ query: {} })).speeddial,
      change: async () => {
        const id = `-${dev.userId}`;
        const { speeddial } = await client.syncContacts({ query: {} });
        await client.setSpeedDial({ body: { id, speeddial: speeddial?.includes(id) ? "0" : "1" } });
      },
    },
    CONTACT_IMPORT: {
      reads: () => client.listContactImports(),
      change: () => {
        const file = Buffer.from(VCARD).toString("base64");
        return client.importContacts({ body: { uuid: randomUUID(), name: "friends.vcf", file } });
      },
    },
    PRESENCE_UPDATE: {
      view: views.people,
      change: async () => {
        const page = new PushClient();
        const origin = await phones.webSocketOrigin();
        await page.connect(origin, await phones.server.signIn(dev.userId));
        await vi.waitFor(async () => {
          const people = await client.listPeople({ query: { type: "corporate" } });
          expect(people.find(({ id }) => id === `-${dev.userId}`)).toMatchObject({ presence: 1 });
        }, WAIT);
      },
    },
  };
}
