import { hasScope, serializeSettings } from "@offhook/contract";
import { Scope } from "@offhook/kernel";
import { AlertStore } from "../../../features/alerts/index.ts";
import { CallHistory } from "../../../features/calls/index.ts";
import { ContactsHub, NumberLookup, PeopleDirectory } from "../../../features/contacts/index.ts";
import { FaxesHub, shownFaxLines } from "../../../features/faxes/index.ts";
import { BlockedNumbers, PhoneLine } from "../../../features/lines/index.ts";
import { MessagesHub, shownLines } from "../../../features/messages/index.ts";
import { Availability } from "../../../features/queues/index.ts";
import { lineNamed, type Session, type SessionUser } from "../../../features/session/index.ts";
import {
  createPendingSettings,
  forwardingNumbers,
  OwnStatus,
  SettingsSync,
} from "../../../features/settings/index.ts";
import { UnreadStore } from "../../../features/unread/index.ts";
import { shownBoxes, VoicemailsHub } from "../../../features/voicemails/index.ts";
import { exceptOutages } from "../../../platform/api/api-failure.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";

/** What a signed-in user has in every screen, alive and in step with the service. */
export interface UserServices {
  readonly settings: SettingsSync;
  readonly line: PhoneLine;
  readonly history: CallHistory;
  readonly blocked: BlockedNumbers;
  readonly availability: Availability;
  readonly people: PeopleDirectory;
  readonly lookup: NumberLookup;
  readonly unread: UnreadStore;
  readonly contacts: ContactsHub;
  readonly messages: MessagesHub;
  readonly voicemails: VoicemailsHub;
  readonly faxes: FaxesHub;
  readonly status: OwnStatus;
  readonly alerts: AlertStore;
  stop(): void;
}

export interface UserServicesOptions {
  readonly platform: Platform;
  readonly session: Session;
  readonly push: PushClient;
  readonly user: SessionUser;
  readonly notify: (message: string) => void;
}

export function createUserServices(options: UserServicesOptions): UserServices {
  const { platform, session, user, notify } = options;
  const { client, browser } = platform;
  const { log } = options.push;
  const currentUser = (): SessionUser => session.state.getState().user ?? user;
  const { profileAt } = session.state.getState();
  const settings = new SettingsSync(
    user.user_settings,
    {
      client,
      clock: browser.clock,
      log,
      pending: createPendingSettings(browser.store, user.id),
      onRefused: notify,
    },
    profileAt,
  );
  const activeLine = (): string | undefined =>
    lineNamed(currentUser().phones, settings.settings.activePhoneLine);
  const services = {
    settings,
    line: new PhoneLine({ client, log, activeLine }),
    history: new CallHistory({
      client,
      clock: browser.clock,
      log,
      store: browser.store,
      userId: user.id,
    }),
    blocked: new BlockedNumbers(client, log),
    availability: new Availability({ client, clock: browser.clock, log, activeLine }),
    people: new PeopleDirectory({ client, clock: browser.clock, log }),
    lookup: new NumberLookup({
      client,
      clock: browser.clock,
      onFailed: exceptOutages(browser.reportError),
    }),
    unread: new UnreadStore(client, browser.clock, log),
    ...lateServices(options, settings, currentUser),
    status: new OwnStatus({ client, log, userId: user.id }),
    alerts: new AlertStore({
      client,
      log,
      isAdministrator: () => hasScope(currentUser().scope, "administration"),
    }),
  };
  services.status.adopt(user.user_status, profileAt);
  const scope = new Scope();
  const report = exceptOutages(browser.reportError);
  followPush(options, services, scope);
  followLine(services, session, scope, report);
  followForwarding(services, scope);
  keepSwitches(services, browser.store, scope);
  scope.add(settings.state.subscribe((state) => session.keepSettings(serializeSettings(state.settings))));
  services.unread.start();
  // Who colleagues are shows in every list, from its first row on.
  services.people.load().catch(report);
  // A page asks for its own things first: on a slow line these would stand before them.
  void browser.behindFirstPage().then(() => {
    if (!scope.isClosed) load(services, session, report);
  });
  for (const service of Object.values(services)) scope.add(() => service.stop());
  return { ...services, stop: () => scope.close() };
}

/** Those whose code comes with the first screen that needs it. */
function lateServices(
  { platform, push, user }: UserServicesOptions,
  settings: SettingsSync,
  currentUser: () => SessionUser,
): Pick<UserServices, "contacts" | "messages" | "voicemails" | "faxes"> {
  const parts = { platform, push, userId: user.id };
  return {
    contacts: new ContactsHub(() => ({ ...parts, hasBook: currentUser().features.contacts })),
    messages: new MessagesHub(() => ({
      ...parts,
      choice: { filter: "all", lines: shownLines(currentUser(), settings.settings) },
    })),
    voicemails: new VoicemailsHub(() => ({
      ...parts,
      allBoxes: () => currentUser().vox_boxes.map(({ name }) => name),
      choice: { filter: "all", dir: "INBOX", boxes: shownBoxes(currentUser(), settings.settings) },
    })),
    faxes: new FaxesHub(() => ({
      ...parts,
      allBoxes: () => currentUser().fax_lines.map(({ fax_line }) => fax_line),
      choice: { filter: "all", dir: null, boxes: shownFaxLines(currentUser(), settings.settings) },
    })),
  };
}

type Parts = Omit<UserServices, "stop">;

/** The service refuses everything of calls to a user for whom they are switched off. */
const mayCall = (session: Session): boolean => session.state.getState().user?.features.calls ?? false;

function load(services: Parts, session: Session, report: (failure: unknown) => void): void {
  const { line, availability, history, blocked, alerts } = services;
  const ofCalls = mayCall(session) ? [line.load(), history.refresh(), blocked.load()] : [];
  void Promise.all([...ofCalls, availability.load(), alerts.load()]).catch(report);
}

/** What is no live part of its own: those hear their events themselves, and of a gap in the line. */
function followPush({ push, platform, session }: UserServicesOptions, services: Parts, scope: Scope): void {
  const report = exceptOutages(platform.browser.reportError);
  scope.add(
    push.on("PROFILE_UPDATE", ({ user_id }) => {
      if (user_id === session.state.getState().user?.id) void session.reloadProfile().catch(report);
    }),
  );
  for (const type of ["CONTACT_UPDATE", "BLOCKED_CALLERS"] as const)
    scope.add(push.on(type, () => services.lookup.refresh()));
  scope.add(
    push.listen("reset", () => {
      void session.reloadProfile().catch(report);
      services.lookup.refresh();
    }),
  );
  scope.add(
    platform.network.onRecovery(() => {
      services.settings.retryNow();
      services.lookup.refresh();
      // A console that was started offline has none of it yet.
      load(services, session, report);
      services.people.load().catch(report);
      void services.unread.refresh();
    }),
  );
  scope.add(
    session.state.subscribe(({ user, profileAt }, before) => {
      if (!user) return;
      services.settings.adopt(user.user_settings, profileAt);
      const isNew = user.user_status !== before.user?.user_status || profileAt !== before.profileAt;
      if (isNew) services.status.adopt(user.user_status, profileAt);
    }),
  );
}

/** The settings keep the number a line is forwarded to; the line is the truth, and they follow. */
function followForwarding({ settings, line }: Parts, scope: Scope): void {
  scope.add(
    line.state.subscribe(({ lines }, before) => {
      if (lines === before.lines) return;
      const kept = settings.settings.fwPhoneNr;
      const fwPhoneNr = forwardingNumbers(kept, lines);
      if (fwPhoneNr !== kept) settings.change({ fwPhoneNr });
    }),
  );
}

/** Do not disturb and disabled calls as this browser last knew them: they count before anything is loaded. */
function keepSwitches({ settings, line }: Parts, store: KeyValueStore, scope: Scope): void {
  const keep = (): void => {
    const { phone } = line.state.getState();
    if (phone) store.set(STORAGE_KEYS.dnd, String(phone.dnd === "1"));
    store.set(STORAGE_KEYS.disableCalls, String(settings.settings.disableCalls));
  };
  keep();
  scope.add(line.state.subscribe(keep));
  scope.add(settings.state.subscribe(keep));
  // The next account of this browser has its own.
  scope.add(() => {
    store.remove(STORAGE_KEYS.dnd);
    store.remove(STORAGE_KEYS.disableCalls);
  });
}

/** Another active line has its own details and queues. */
function followLine(
  { settings, line, availability }: Parts,
  session: Session,
  scope: Scope,
  report: (failure: unknown) => void,
): void {
  scope.add(
    settings.state.subscribe((now, before) => {
      if (now.settings.activePhoneLine === before.settings.activePhoneLine) return;
      const loads = [...(mayCall(session) ? [line.load()] : []), availability.load()];
      void Promise.all(loads).catch(report);
    }),
  );
}
