import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import {
  bearerOf,
  type ContactServiceOptions,
  fullNameOf,
  matches,
  type RunningContactService,
  type SimulatedContact,
  sendJson,
} from "./simulated-contact.ts";

const MAX_SEARCH_PAGE = 30;
const MAX_LIST_PAGE = 1000;

/** Google's People API as far as contacts are read: `people/me/connections` and `people:searchContacts`. */
export async function startGooglePeople(options: ContactServiceOptions): Promise<RunningContactService> {
  const server = createServer((request, response) => answer(options, request, response));
  const port = await listenOnLoopback(server);
  return {
    address: `http://${LOOPBACK}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(options: ContactServiceOptions, request: IncomingMessage, response: ServerResponse): void {
  const account = options.accountOf(bearerOf(request));
  if (!account) {
    sendJson(response, 401, {
      error: { code: 401, message: "Invalid credentials", status: "UNAUTHENTICATED" },
    });
    return;
  }
  const url = new URL(request.url ?? "/", "http://people");
  const people = options.contactsOf(account).map(personOf);
  const query = url.searchParams;
  switch (`${request.method} ${url.pathname}`) {
    case "GET /v1/people/me/connections":
      if (requireMask(response, query.get("personFields"))) sendJson(response, 200, listPage(people, query));
      break;
    case "GET /v1/people:searchContacts":
      if (requireMask(response, query.get("readMask")))
        sendJson(response, 200, searchPage(options.contactsOf(account), query));
      break;
    default:
      sendJson(response, 404, { error: { code: 404, message: "Not found", status: "NOT_FOUND" } });
  }
}

/** The real service refuses a request that does not say which fields it wants. */
function requireMask(response: ServerResponse, mask: string | null): boolean {
  if (mask) return true;
  const message = "personFields mask is required.";
  sendJson(response, 400, { error: { code: 400, message, status: "INVALID_ARGUMENT" } });
  return false;
}

function listPage(people: readonly object[], query: URLSearchParams): object {
  const size = Math.min(Number(query.get("pageSize") ?? 100), MAX_LIST_PAGE);
  const start = Number(query.get("pageToken") ?? 0);
  const end = start + size;
  return {
    connections: people.slice(start, end),
    ...(end < people.length && { nextPageToken: String(end) }),
    totalPeople: people.length,
    totalItems: people.length,
  };
}

function searchPage(contacts: readonly SimulatedContact[], query: URLSearchParams): object {
  const size = Math.min(Number(query.get("pageSize") ?? 10), MAX_SEARCH_PAGE);
  const wanted = query.get("query") ?? "";
  const results = contacts
    .map((contact, index) => ({ contact, person: personOf(contact, index) }))
    .filter(({ contact }) => wanted !== "" && matches(contact, wanted))
    .slice(0, size)
    .map(({ person }) => ({ person }));
  return results.length === 0 ? {} : { results };
}

function personOf(contact: SimulatedContact, index: number): object {
  const number = (value: string | undefined, type: string): object[] =>
    value ? [{ value, canonicalForm: `+${value}`, type }] : [];
  return {
    resourceName: `people/c${1_000 + index}`,
    etag: `%${index}`,
    names: [
      { displayName: fullNameOf(contact), givenName: contact.fname ?? "", familyName: contact.lname ?? "" },
    ],
    phoneNumbers: [
      ...number(contact.mobile, "mobile"),
      ...number(contact.work, "work"),
      ...number(contact.home, "home"),
    ],
    ...(contact.emails && { emailAddresses: [{ value: contact.emails, type: "home" }] }),
    ...(contact.organization && {
      organizations: [{ name: contact.organization, title: contact.title ?? "" }],
    }),
  };
}
