import type { CallRecord, Contact, TimelineEntry, UserSettingsPatch } from "@offhook/contract";
import type { ReactNode } from "react";
import { WebNotifications } from "../../../platform/notifications/web-notifications.ts";
import { aPerson, aProfile } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { NotificationsProvider } from "../../settings/index.ts";
import { CallDialogs, CallDialogsProvider } from "../active/dialogs/call-dialogs.ts";
import { PhoneProvider } from "../phone/phone-context.ts";
import { ScriptedPhone } from "./scripted-phone.ts";

export interface RenderCallsOptions extends SignedInOptions {
  readonly phone?: never;
  readonly scripted?: ScriptedPhone;
  readonly settings?: UserSettingsPatch;
  readonly records?: readonly CallRecord[];
  readonly timeline?: readonly TimelineEntry[];
  readonly contacts?: readonly Contact[];
}

const COLLEAGUES = [
  aPerson(1, "Maya Okafor"),
  aPerson(2, "Dev Patel", { presence: 2 }),
  aPerson(3, "Ines Duarte", { mobile: "12125550143" }),
  aPerson(4, "Tom Reyes", { presence: 0 }),
  aPerson(5, "Ana María Reyes"),
] as const;

/** A screen of calls over a scripted phone, with colleagues to call. */
export async function renderCalls(element: ReactNode, options: RenderCallsOptions = {}) {
  const { scripted = new ScriptedPhone(), settings = {}, records = [], ...others } = options;
  const { timeline = [], contacts = [], ...signedIn } = others;
  const dialogs = new CallDialogs();
  const notifications = new WebNotifications({ api: undefined, focusWindow: () => {}, open: () => {} });
  const profile = aProfile({
    ...options.profile,
    user_settings: { settings: JSON.stringify(settings), type: "teleconsole", version: 0 },
  });
  const rendered = await renderSignedIn(
    <PhoneProvider value={scripted}>
      <CallDialogsProvider value={dialogs}>
        <NotificationsProvider value={notifications}>{element}</NotificationsProvider>
      </CallDialogsProvider>
    </PhoneProvider>,
    {
      people: COLLEAGUES,
      ...signedIn,
      profile,
      prepare: (service, tab) => {
        service
          .on("GET /phone/cdrs", () => ({ result: records }))
          .on("GET /contact/timeline", () => ({ result: { entries: timeline, next: null, kinds: [] } }))
          .on("GET /contacts", () => ({
            result: { contacts, deleted: [], cursor: "", more: false, reset: false, speeddial: [] },
          }))
          .on("GET /call/note", () => ({ result: null }))
          .on("PUT /call/note", ({ body }) => ({
            result: { text: (body as { note: string }).note, by: "Maya Okafor", at: 0 },
          }));
        options.prepare?.(service, tab);
      },
    },
  );
  return { ...rendered, phone: scripted, dialogs };
}
