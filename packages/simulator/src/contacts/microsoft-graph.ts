import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import {
  bearerOf,
  type ContactServiceOptions,
  fullNameOf,
  type RunningContactService,
  type SimulatedContact,
  sendJson,
} from "./simulated-contact.ts";

const BASE = "/v1.0";
const MAX_PAGE = 1000;

/** Microsoft Graph as far as contacts are read: `me/contacts` with $filter, $top, $skip and $select. */
export async function startMicrosoftGraph(options: ContactServiceOptions): Promise<RunningContactService> {
  const server = createServer((request, response) => answer(options, request, response));
  const port = await listenOnLoopback(server);
  return {
    address: `http://${LOOPBACK}:${port}${BASE}`,
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
      error: { code: "InvalidAuthenticationToken", message: "Access token is empty." },
    });
    return;
  }
  const url = new URL(request.url ?? "/", "http://graph");
  if (`${request.method} ${url.pathname}` !== `GET ${BASE}/me/contacts`) {
    sendJson(response, 404, { error: { code: "ResourceNotFound", message: "Resource not found" } });
    return;
  }
  const filter = filterOf(url.searchParams.get("$filter"));
  if (!filter) {
    sendJson(response, 400, {
      error: { code: "ErrorInvalidUrlQueryFilter", message: "Invalid filter clause" },
    });
    return;
  }
  const found = options.contactsOf(account).map(contactOf).filter(filter);
  const top = Math.min(Number(url.searchParams.get("$top") ?? 10), MAX_PAGE);
  const skip = Number(url.searchParams.get("$skip") ?? 0);
  const hasMore = skip + top < found.length;
  url.searchParams.set("$skip", String(skip + top));
  sendJson(response, 200, {
    value: found.slice(skip, skip + top),
    ...(hasMore && { "@odata.nextLink": url.toString() }),
  });
}

type GraphContact = Readonly<Record<string, unknown>>;

/** The only filters a client of contacts can count on: `startswith(field,'text')`, joined by `or`. */
function filterOf(text: string | null): ((contact: GraphContact) => boolean) | undefined {
  if (text === null) return () => true;
  const clauses = text
    .split(" or ")
    .map((clause) => /^startswith\((\w+),'((?:[^']|'')*)'\)$/.exec(clause.trim()));
  if (clauses.some((clause) => clause === null)) return undefined;
  return (contact) =>
    clauses.some((clause) => {
      const [, field = "", value = ""] = clause ?? [];
      const start = value.replaceAll("''", "'").toLowerCase();
      return String(contact[field] ?? "")
        .toLowerCase()
        .startsWith(start);
    });
}

function contactOf(contact: SimulatedContact, index: number): GraphContact {
  const list = (value: string | undefined): string[] => (value ? [`+${value}`] : []);
  return {
    id: `AAMkAGI2NGVhZTVlLTI1OGMtNDI4My1iZmE5LTA5OGJiZGEzMTc0${1_000 + index}=`,
    displayName: fullNameOf(contact),
    givenName: contact.fname ?? "",
    surname: contact.lname ?? "",
    mobilePhone: list(contact.mobile)[0] ?? null,
    businessPhones: list(contact.work),
    homePhones: list(contact.home),
    emailAddresses: contact.emails ? [{ address: contact.emails, name: fullNameOf(contact) }] : [],
    companyName: contact.organization ?? "",
    jobTitle: contact.title ?? "",
  };
}
