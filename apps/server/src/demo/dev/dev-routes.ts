import type { HttpFaxing, MailSink, ReceivedMail, SipCarrier, SmsSink } from "@offhook/simulator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { DemoTexting } from "../demo-simulator.ts";
import { DEV_CALL_ROUTES, registerDevCallRoutes } from "./dev-call-routes.ts";
import {
  DEV_COLLEAGUE_ROUTES,
  type DevColleagues,
  registerDevColleagueRoutes,
} from "./dev-colleague-routes.ts";
import { DEV_DOORBELL_ROUTES, type DevDoorbell, registerDevDoorbellRoutes } from "./dev-doorbell-routes.ts";
import { DEV_FAX_ROUTES, registerDevFaxRoutes } from "./dev-fax-routes.ts";
import { DEV_OUTAGE_ROUTES, registerDevOutageRoutes } from "./dev-outage-routes.ts";
import { mailBodyPage, mailListPage, mailPage, textListPage } from "./dev-pages.ts";
import { DEV_TEXT_ROUTES, registerDevTextRoutes, webhookAddress } from "./dev-text-routes.ts";

export interface DevRoutesDeps {
  readonly mail: MailSink;
  readonly sms: SmsSink;
  readonly carrier: SipCarrier;
  readonly texting: DemoTexting;
  readonly faxing: HttpFaxing;
  readonly doorbell: DevDoorbell;
  readonly colleagues: DevColleagues;
  readonly reset: () => Promise<void>;
  readonly advanceClock: (byMs: number) => void;
}

/** To be declared to the HTTP server of a demo installation, and of no other. */
export const DEV_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/mail", access: "demo", why: "mail that the demo sent, to be read" },
  { url: "/dev/mail.json", access: "demo", why: "the same for programs" },
  { url: "/dev/mail/:id", access: "demo", why: "one mail" },
  { url: "/dev/mail/:id/html", access: "demo", why: "its text, in a frame without rights" },
  { url: "/dev/mail/:id/files/:index", access: "demo", why: "a file that came with it" },
  { url: "/dev/sms", access: "demo", why: "text messages that the demo sent" },
  { url: "/dev/sms.json", access: "demo", why: "the same for programs" },
  { url: "/dev/reset", access: "demo", why: "puts the demo data back" },
  { url: "/dev/clock", access: "demo", why: "moves the server's clock forward" },
  ...DEV_CALL_ROUTES,
  ...DEV_TEXT_ROUTES,
  ...DEV_DOORBELL_ROUTES,
  ...DEV_COLLEAGUE_ROUTES,
  ...DEV_OUTAGE_ROUTES,
  ...DEV_FAX_ROUTES,
];

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'";
/** A mail may hold anything: it is shown without scripts, without an origin, and loads nothing. */
const MAIL_POLICY =
  "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; " +
  "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

type IdRequest = FastifyRequest<{ Params: { id: string } }>;
type FileRequest = FastifyRequest<{ Params: { id: string; index: string } }>;

const describeFile = ({ name, type, bytes }: ReceivedMail["attachments"][number]) => ({
  name,
  type,
  size: bytes.length,
});

export function registerDevRoutes(app: FastifyInstance, deps: DevRoutesDeps): void {
  registerSinkRoutes(app, deps);
  registerControlRoutes(app, deps);
  registerDevCallRoutes(app, deps.carrier, isForeign);
  registerDevFaxRoutes(app, deps.carrier, isForeign);
  registerDevTextRoutes(app, deps.texting, isForeign);
  deps.faxing.deliverTo(() => webhookAddress(app, "/api/fax/webhook"));
  registerDevDoorbellRoutes(app, deps.doorbell, isForeign);
  registerDevColleagueRoutes(app, deps.colleagues, isForeign);
  registerDevOutageRoutes(app, isForeign);
}

function registerSinkRoutes(app: FastifyInstance, { mail, sms }: DevRoutesDeps): void {
  const newestMails = (): ReceivedMail[] => mail.mails().toReversed();
  const find = (id: string): ReceivedMail | undefined => mail.mails().find((each) => each.id === id);

  app.get("/dev/mail", (_request, reply) => sendPage(reply, mailListPage(newestMails())));
  app.get("/dev/mail.json", (request: FastifyRequest<{ Querystring: { to?: string } }>, reply) => {
    const { to } = request.query;
    const mails = newestMails().filter((each) => to === undefined || each.to.includes(to));
    return sendJson(
      reply,
      mails.map(({ attachments, ...rest }) => ({ ...rest, attachments: attachments.map(describeFile) })),
    );
  });
  app.get("/dev/mail/:id", (request: IdRequest, reply) => {
    const found = find(request.params.id);
    return found ? sendPage(reply, mailPage(found)) : reply.callNotFound();
  });
  app.get("/dev/mail/:id/html", (request: IdRequest, reply) => {
    const html = find(request.params.id)?.html;
    return html === undefined ? reply.callNotFound() : sendPage(reply, mailBodyPage(html), MAIL_POLICY);
  });
  app.get("/dev/mail/:id/files/:index", (request: FileRequest, reply) => {
    const { id, index } = request.params;
    const file = find(id)?.attachments[Number(index)];
    if (!file) return reply.callNotFound();
    const headers = { "content-type": "application/octet-stream", "content-disposition": "attachment" };
    return reply.headers({ ...headers, "x-content-type-options": "nosniff" }).send(Buffer.from(file.bytes));
  });
  app.get("/dev/sms", (_request, reply) => sendPage(reply, textListPage(sms.texts().toReversed())));
  app.get("/dev/sms.json", (_request, reply) => sendJson(reply, sms.texts().toReversed()));
}

type ClockRequest = FastifyRequest<{ Querystring: { advance_ms?: string } }>;
const LONGEST_ADVANCE_MS = 366 * 86_400_000;

function registerControlRoutes(app: FastifyInstance, { reset, advanceClock }: DevRoutesDeps): void {
  app.post("/dev/reset", async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send();
    await reset();
    return sendJson(reply, { error: null, result: {} });
  });
  app.post("/dev/clock", (request: ClockRequest, reply) => {
    const byMs = Number(request.query.advance_ms);
    if (isForeign(request)) return reply.code(403).send();
    if (!(byMs >= 0 && byMs <= LONGEST_ADVANCE_MS)) return reply.code(400).send();
    advanceClock(byMs);
    return sendJson(reply, { error: null, result: {} });
  });
}

/** Any web page may send a form here; only the console's own pages and programs may change the demo. */
function isForeign(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin";
}

function sendPage(reply: FastifyReply, html: string, policy = PAGE_POLICY): FastifyReply {
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .send(html);
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(JSON.stringify(body));
}
