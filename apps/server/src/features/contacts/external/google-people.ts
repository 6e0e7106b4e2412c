import { z } from "zod";
import { type ContactDirectory, type ExternalContact, getJson } from "./contact-directory.ts";
import { numberFieldOfType } from "./number-types.ts";

const FIELDS = "names,phoneNumbers,emailAddresses,organizations";
/** The most the service gives for a search, and for a page of the list. */
const MAX_FOUND = 30;
const LIST_PAGE = 1_000;
const MAX_LISTED = 5_000;

const Person = z.object({
  resourceName: z.string(),
  names: z
    .array(
      z.object({
        displayName: z.string().optional(),
        givenName: z.string().optional(),
        familyName: z.string().optional(),
      }),
    )
    .optional(),
  phoneNumbers: z.array(z.object({ value: z.string().optional(), type: z.string().optional() })).optional(),
  emailAddresses: z.array(z.object({ value: z.string().optional() })).optional(),
  organizations: z.array(z.object({ name: z.string().optional(), title: z.string().optional() })).optional(),
});
const Connections = z.object({
  connections: z.array(Person).default([]),
  nextPageToken: z.string().optional(),
});
const Found = z.object({ results: z.array(z.object({ person: Person })).default([]) });

/** Google's People API. */
export function createGooglePeople(address: string): ContactDirectory {
  async function listTo(accessToken: string, count: number): Promise<ExternalContact[]> {
    const contacts: ExternalContact[] = [];
    let pageToken: string | undefined;
    do {
      const url = new URL(`${address}/v1/people/me/connections`);
      url.search = new URLSearchParams({
        personFields: FIELDS,
        sortOrder: "FIRST_NAME_ASCENDING",
        pageSize: String(Math.min(LIST_PAGE, count - contacts.length)),
        ...(pageToken === undefined ? {} : { pageToken }),
      }).toString();
      const page = Connections.parse(await getJson(url, accessToken));
      contacts.push(...page.connections.map(contactOf));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined && contacts.length < count);
    return contacts;
  }

  return {
    list: (accessToken) => listTo(accessToken, MAX_LISTED),
    async search(accessToken, { query, offset, limit }) {
      // One more tells whether there is a next page: the service has no offsets.
      const wanted = offset + limit + 1;
      const all =
        query.trim() === ""
          ? await listTo(accessToken, wanted)
          : await find(address, accessToken, query, Math.min(wanted, MAX_FOUND));
      return { contacts: all.slice(offset, offset + limit), more: all.length > offset + limit };
    },
  };
}

async function find(
  address: string,
  accessToken: string,
  query: string,
  pageSize: number,
): Promise<ExternalContact[]> {
  const url = new URL(`${address}/v1/people:searchContacts`);
  url.search = new URLSearchParams({ query, readMask: FIELDS, pageSize: String(pageSize) }).toString();
  return Found.parse(await getJson(url, accessToken)).results.map(({ person }) => contactOf(person));
}

function contactOf(person: z.infer<typeof Person>): ExternalContact {
  const [name] = person.names ?? [];
  const [organization] = person.organizations ?? [];
  const numbers = new Map<string, string[]>();
  for (const { value = "", type = "" } of person.phoneNumbers ?? []) {
    const field = numberFieldOfType(type);
    numbers.set(field, [...(numbers.get(field) ?? []), value.replaceAll(",", "|")]);
  }
  const given = name?.givenName || name?.familyName;
  return {
    id: person.resourceName,
    fields: {
      ...(given
        ? { fname: name?.givenName ?? "", lname: name?.familyName ?? "" }
        : { name: name?.displayName ?? "" }),
      ...Object.fromEntries([...numbers].map(([field, values]) => [field, values.join(",")])),
      emails: (person.emailAddresses ?? []).map(({ value = "" }) => value).join(","),
      organization: organization?.name ?? "",
      title: organization?.title ?? "",
    },
  };
}
