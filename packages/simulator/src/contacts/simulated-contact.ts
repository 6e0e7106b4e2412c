import type { IncomingMessage, ServerResponse } from "node:http";
import type { OidcAccount } from "../oidc/oidc-account.ts";

/** Somebody in an address book kept elsewhere. */
export interface SimulatedContact {
  readonly fname?: string | undefined;
  readonly lname?: string | undefined;
  readonly mobile?: string | undefined;
  readonly work?: string | undefined;
  readonly home?: string | undefined;
  readonly emails?: string | undefined;
  readonly organization?: string | undefined;
  readonly title?: string | undefined;
}

export interface ContactServiceOptions {
  readonly accountOf: (accessToken: string) => OidcAccount | undefined;
  readonly contactsOf: (account: OidcAccount) => readonly SimulatedContact[];
}

export interface RunningContactService {
  /** Without a slash at the end. */
  readonly address: string;
  stop(): Promise<void>;
}

export function bearerOf(request: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

export function fullNameOf({ fname = "", lname = "" }: SimulatedContact): string {
  return `${fname} ${lname}`.trim();
}

/** Any word of the name, the company or an address begins so, or a number holds the digits. */
export function matches(contact: SimulatedContact, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const words = [contact.fname, contact.lname, contact.organization, contact.emails]
    .join(" ")
    .toLowerCase()
    .split(/[\s,]+/);
  const digits = wanted.replace(/\D/g, "");
  const numbers = [contact.mobile, contact.work, contact.home].join(" ");
  return words.some((word) => word.startsWith(wanted)) || (digits.length > 2 && numbers.includes(digits));
}
