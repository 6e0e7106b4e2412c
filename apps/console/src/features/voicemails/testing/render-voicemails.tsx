import type { Voicemail, VoicemailDetails, VoicemailFilter } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { isInChoice } from "../../../platform/boxes/box-rules.ts";
import { createAreaRouter, type TestArea } from "../../../testing/area-router.tsx";
import { aPerson } from "../../../testing/builders.ts";
import type { FakeService } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { TeamsDoor, TeamsProvider } from "../../teams/index.ts";
import { BoxPage } from "../box/box-page.tsx";
import { VoicemailPage } from "../detail/voicemail-page.tsx";
import { VOICEMAIL_FILTERS } from "../store/voicemail-rules.ts";
import { NoVoicemailChosen, VoicemailsArea } from "../voicemails-area.tsx";
import { voicemailDetails } from "./voicemails.ts";

export interface RenderVoicemailsOptions extends SignedInOptions {
  readonly path?: string;
  readonly details?: Partial<VoicemailDetails>;
  readonly door?: TeamsDoor;
}

const MAYA = 1;
export const BOXES = [
  { name: "maya", label: "Maya Okafor", owned: true },
  { name: "front", label: "Front desk", owned: false },
];

const AREA: TestArea = {
  path: "/voicemails",
  name: "voicemails",
  component: VoicemailsArea,
  pages: [
    { path: "/", name: "voicemails", component: NoVoicemailChosen },
    { path: "/boxes/$mailbox", name: "voicemails-boxes-mailbox", component: BoxPage },
    { path: "/{-$mailbox}/{-$file}/$dir", name: "voicemails-mailbox-file-dir", component: VoicemailPage },
  ],
};

const SOUND_BYTES = 30 * 16_000;

/** Half a minute of silence as the address of a WAV file. */
function aSound(): string {
  const bytes = new Uint8Array(44 + SOUND_BYTES);
  const head = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("RIFF____WAVEfmt "));
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, SOUND_BYTES],
  ] as const)
    head.setUint32(at, value, true);
  head.setUint32(4, 36 + SOUND_BYTES, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.setUint16(at, value, true);
  bytes.set(new TextEncoder().encode("data"), 36);
  return URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
}

/** The service of boxes with these messages: filtered, paged and changed as the real one. */
function answer(service: FakeService, given: readonly Voicemail[], details: Partial<VoicemailDetails>): void {
  let voicemails = [...given];
  const gone = { status: 404, error: { code: "voicemail.notFound", message: "Not there" } };
  const counters = { result: { sms: 0, phn: 0, vox: 0, fax: 0 } };
  const change = (ids: readonly string[], fields: Partial<Voicemail>): Voicemail[] => {
    voicemails = voicemails.map((each) => (ids.includes(each.id) ? { ...each, ...fields } : each));
    return voicemails.filter(({ id }) => ids.includes(id));
  };
  const url = aSound();
  service
    .on("GET /voicemail", ({ query }) => {
      const filter = (query.filter ?? "all") as VoicemailFilter;
      const choice = {
        filter,
        dir: (query.dir as Voicemail["dir"]) ?? null,
        boxes: BOXES.map(({ name }) => name),
      };
      const wanted = voicemails
        .filter((voicemail) => isInChoice(voicemail, choice) && VOICEMAIL_FILTERS[filter](voicemail, MAYA))
        .filter(({ mailbox }) => query.mailbox?.split(",").includes(mailbox) ?? true);
      const start = query.before === undefined ? 0 : wanted.findIndex(({ id }) => id === query.before) + 1;
      return { result: wanted.slice(start, start + Number(query.limit ?? 50)) };
    })
    .on("GET /voicemail/details", ({ query }) => {
      const voicemail = voicemails.find(({ id }) => id === query.id);
      return voicemail ? { result: voicemailDetails(voicemail, details) } : gone;
    })
    .on("GET /voicemail/file", () => ({ result: { url, filename: "voicemail.mp3", duration: 1 } }))
    .on("PUT /voicemail/folder", ({ body }) => {
      const { ids, dir } = body as { ids: string[]; dir: Voicemail["dir"] };
      return { result: change(ids, { dir }) };
    })
    .on("DELETE /voicemail", () => ({ result: { undoUntil: 0 } }))
    .on("POST /voicemail/restore", ({ body }) => ({
      result: given.find(({ id }) => id === (body as { id: string }).id),
    }))
    .on("PUT /messages/read", ({ body }) => {
      change((body as { ids?: string[] }).ids ?? [], { new: false, read_by: [MAYA] });
      return counters;
    })
    .on("PUT /messages/unread", ({ body }) => {
      change((body as { ids: string[] }).ids, { new: true, read_by: [] });
      return counters;
    })
    .on("GET /tasks/counts", () => ({ result: { mine: 3, unassigned: 0, all: 3, overdue: 0 } }))
    .on("GET /task/people", () => ({ result: { user_ids: [MAYA, 2] } }));
}

/** The area of voicemails of a user with two boxes, over a service that holds these. */
export async function renderVoicemails(given: readonly Voicemail[], options: RenderVoicemailsOptions = {}) {
  const router = createAreaRouter(AREA, options.path ?? "/voicemails");
  const area = (
    <TeamsProvider value={options.door ?? new TeamsDoor()}>
      <RouterProvider router={router as never} />
    </TeamsProvider>
  );
  const rendered = await renderSignedIn(area, {
    people: [aPerson(MAYA, "Maya Okafor"), aPerson(2, "Dev Patel")],
    ...options,
    profile: { vox_boxes: BOXES, ...options.profile },
    prepare: (service, tab) => {
      answer(service, given, options.details ?? {});
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
