import { z } from "zod";
import { type ContactDirectory, type ExternalContact, getJson } from "./contact-directory.ts";

const FIELDS = [
  "id",
  "displayName",
  "givenName",
  "surname",
  "mobilePhone",
  "businessPhones",
  "homePhones",
  "emailAddresses",
  "companyName",
  "jobTitle",
];
const LIST_PAGE = 500;
const MAX_LISTED = 5_000;
const SEARCHED = ["displayName", "givenName", "surname", "companyName"];

const text = z.string().nullish();
const GraphContact = z.object({
  id: z.string(),
  displayName: text,
  givenName: text,
  surname: text,
  mobilePhone: text,
  businessPhones: z.array(z.string()).nullish(),
  homePhones: z.array(z.string()).nullish(),
  emailAddresses: z.array(z.object({ address: text })).nullish(),
  companyName: text,
  jobTitle: text,
});
const Page = z.object({ value: z.array(GraphContact), "@odata.nextLink": z.string().optional() });

/** Microsoft Graph. */
export function createMicrosoftGraph(address: string): ContactDirectory {
  async function page(
    accessToken: string,
    request: { readonly query: string; readonly offset: number; readonly limit: number },
  ) {
    const url = new URL(`${address}/me/contacts`);
    url.search = new URLSearchParams({
      $select: FIELDS.join(","),
      $top: String(request.limit),
      $skip: String(request.offset),
      // A filter and another order together are refused as too complex.
      ...(request.query.trim() === ""
        ? { $orderby: "displayName" }
        : { $filter: filterOf(request.query.trim()) }),
    }).toString();
    const found = Page.parse(await getJson(url, accessToken));
    return { contacts: found.value.map(contactOf), more: found["@odata.nextLink"] !== undefined };
  }

  return {
    search: page,
    async list(accessToken) {
      const contacts: ExternalContact[] = [];
      for (let offset = 0; offset < MAX_LISTED; offset += LIST_PAGE) {
        const found = await page(accessToken, { query: "", offset, limit: LIST_PAGE });
        contacts.push(...found.contacts);
        if (!found.more) break;
      }
      return contacts;
    },
  };
}

function filterOf(query: string): string {
  const value = query.replaceAll("'", "''");
  return SEARCHED.map((field) => `startswith(${field},'${value}')`).join(" or ");
}

function contactOf(contact: z.infer<typeof GraphContact>): ExternalContact {
  const list = (numbers: readonly string[] | null | undefined): string =>
    (numbers ?? []).map((number) => number.replaceAll(",", "|")).join(",");
  const given = contact.givenName || contact.surname;
  return {
    id: contact.id,
    fields: {
      ...(given
        ? { fname: contact.givenName ?? "", lname: contact.surname ?? "" }
        : { name: contact.displayName ?? "" }),
      mobile: list(contact.mobilePhone ? [contact.mobilePhone] : []),
      work: list(contact.businessPhones),
      home: list(contact.homePhones),
      emails: (contact.emailAddresses ?? []).map(({ address }) => address ?? "").join(","),
      organization: contact.companyName ?? "",
      title: contact.jobTitle ?? "",
    },
  };
}
