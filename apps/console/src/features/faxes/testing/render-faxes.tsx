import type { Fax, FaxDetails, FaxFilter, FaxSend } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { clear, createStore } from "idb-keyval";
import { isInChoice } from "../../../platform/boxes/box-rules.ts";
import { createAreaRouter, type TestArea } from "../../../testing/area-router.tsx";
import { aPerson, aProfile } from "../../../testing/builders.ts";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { TeamsDoor, TeamsProvider } from "../../teams/index.ts";
import { NewFaxPage } from "../compose/new-fax-page.tsx";
import { FaxPage } from "../detail/fax-page.tsx";
import { FaxesArea, NoFaxChosen } from "../faxes-area.tsx";
import { FaxLinePage } from "../line/fax-line-page.tsx";
import { FAX_FILTERS } from "../store/fax-rules.ts";
import { aFaxDocument, aPdf, aSentFax, faxDetails, INTAKE_LINE, RECORDS_LINE } from "./faxes.ts";

export interface RenderFaxesOptions extends SignedInOptions {
  readonly path?: string;
  readonly details?: Partial<FaxDetails>;
  /** The way to the chat; one that leads nowhere when left out. */
  readonly door?: TeamsDoor;
}

const MAYA = 1;
const LINES = [
  { fax_line: RECORDS_LINE, fax_linename: "Records" },
  { fax_line: INTAKE_LINE, fax_linename: "Intake" },
];

const AREA: TestArea = {
  path: "/faxes",
  name: "faxes",
  component: FaxesArea,
  pages: [
    { path: "/", name: "faxes", component: NoFaxChosen },
    { path: "/new", name: "faxes-new", component: NewFaxPage },
    { path: "/lines/$mailbox", name: "faxes-lines-mailbox", component: FaxLinePage },
    { path: "/{-$mailbox}/{-$file}/$dir", name: "faxes-mailbox-file-dir", component: FaxPage },
  ],
};

const COUNTERS = { result: { sms: 0, phn: 0, vox: 0, fax: 0 } };
const GONE = { status: 404, error: { code: "fax.notFound", message: "Not there" } };

/** The service of lines with these faxes: filtered, paged and changed as the real one. */
function answer(service: FakeService, given: readonly Fax[], details: Partial<FaxDetails>): void {
  let faxes = [...given];
  const change = (ids: readonly string[], fields: Partial<Fax>): Fax | undefined => {
    faxes = faxes.map((each) => (ids.includes(each.id) ? { ...each, ...fields } : each));
    return faxes.find(({ id }) => ids.includes(id));
  };
  const file = { result: { url: aPdf(), filename: "fax.pdf", pages: 1 } };
  const idOf = (body: unknown): string => (body as { id: string }).id;
  service
    .on("GET /fax/messages", ({ query }) => {
      const filter = (query.filter ?? "all") as FaxFilter;
      const boxes = query.mailbox?.split(",") ?? LINES.map(({ fax_line }) => fax_line);
      const choice = { filter, dir: (query.dir as Fax["dir"]) ?? null, boxes };
      const wanted = faxes.filter((fax) => isInChoice(fax, choice) && FAX_FILTERS[filter](fax, MAYA));
      const start = query.after === undefined ? 0 : wanted.findIndex(({ id }) => id === query.after) + 1;
      return { result: wanted.slice(start, start + Number(query._limit ?? 50)) };
    })
    .on("GET /fax/details", ({ query }) => {
      const fax = faxes.find(({ id }) => id === query.id);
      return fax ? { result: faxDetails(fax, details) } : GONE;
    })
    .on("GET /fax/message", () => file)
    .on("GET /fax/receipt", () => file)
    .on("DELETE /fax/message", () => ({ result: { undoUntil: 0 } }))
    .on("POST /fax/restore", ({ body }) => ({ result: given.find(({ id }) => id === idOf(body)) }))
    .on("POST /fax/retry", ({ body }) => ({
      result: change([idOf(body)], { dlr_status: -1, dlr_error: "", reason: null }),
    }))
    .on("POST /fax/cancel", ({ body }) => ({
      result: change([idOf(body)], { dlr_status: 13, reason: "canceled", dlr_error: "Somebody canceled it" }),
    }))
    .on("PUT /messages/read", ({ body }) => {
      change((body as { ids?: string[] }).ids ?? [], { new: false, read_by: [MAYA] });
      return COUNTERS;
    })
    .on("PUT /messages/unread", ({ body }) => {
      change((body as { ids: string[] }).ids, { new: true, read_by: [] });
      return COUNTERS;
    })
    .on("GET /tasks/counts", () => ({ result: { mine: 3, unassigned: 0, all: 3, overdue: 0 } }))
    .on("GET /task/people", () => ({ result: { user_ids: [MAYA, 2] } }));
  answerSending(service);
}

const COVERS = [
  { id: "plain", name: "Plain", description: "Words only.", confidentiality: "", own: false },
  { id: "formal", name: "Formal", description: "With a frame.", confidentiality: "Confidential", own: false },
];

function answerSending(service: FakeService): void {
  service
    .on("GET /fax/draft", () => ({ result: { draft: null, documents: [] } }))
    .on("PUT /fax/draft", () => ({ result: null }))
    .on("GET /fax/covers", () => ({ result: COVERS }))
    .on("GET /fax/boxes", () => ({
      result: LINES.map(({ fax_line, fax_linename }) => ({
        mailbox: fax_line,
        label: fax_linename,
        owned: true,
        manageable: true,
        agents: [MAYA],
        mail: false,
        receipts: false,
        way: "phone",
      })),
    }))
    .on("GET /contacts/sync", () => ({ result: { contacts: [], deleted: [], version: 0 } }))
    .on("POST /fax/document", ({ body }) => {
      const { uuid, name } = body as { uuid: string; name: string };
      return { result: aFaxDocument(uuid, name, 2) };
    })
    .on("POST /fax/again", ({ body }) => ({ result: sentFaxes(body as FaxSend) }))
    .on("POST /send/fax", ({ body }) => ({ result: sentFaxes(body as FaxSend) }));
}

function sentFaxes({ uuid, to }: FaxSend): Fax[] {
  return to.map(({ number }, index) =>
    aSentFax({ id: `${uuid}-${index}`, called: number, dlr_status: -1, time: 1_893_931_200 + index }),
  );
}

/** The area of faxes of a user with two lines, over a service that holds these. */
export async function renderFaxes(given: readonly Fax[], options: RenderFaxesOptions = {}) {
  await clear(createStore(`offhook-fax-outbox-${aProfile().id}`, "faxes"));
  const router = createAreaRouter(AREA, options.path ?? "/faxes");
  const area = (
    <TeamsProvider value={options.door ?? new TeamsDoor()}>
      <RouterProvider router={router as never} />
    </TeamsProvider>
  );
  const rendered = await renderSignedIn(area, {
    people: [aPerson(MAYA, "Maya Okafor"), aPerson(2, "Dev Patel")],
    ...options,
    profile: { fax_lines: LINES, ...options.profile },
    prepare: (service, tab) => {
      answer(service, given, options.details ?? {});
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
