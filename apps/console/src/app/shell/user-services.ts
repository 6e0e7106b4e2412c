import {
  type CallEvent,
  type CallHistoryEvent,
  type PbxEvent,
  type PresenceUpdateEvent,
  type PushEvent,
  type QueueEvent,
  type SettingsEvent,
  type StatusUpdateEvent,
  serializeSettings,
  type UnreadUpdateEvent,
} from "@offhook/contract";
import { Scope } from "@offhook/kernel";
import { BlockedNumbers, CallHistory, createCallCache, PhoneLine } from "../../features/calls/index.ts";
import { NumberLookup, PeopleDirectory } from "../../features/contacts/index.ts";
import { MessagesHub, shownLines, UnreadStore } from "../../features/messages/index.ts";
import { Availability } from "../../features/queues/index.ts";
import { lineNamed, type Session, type SessionUser } from "../../features/session/index.ts";
import { createPendingSettings, OwnStatus, SettingsSync } from "../../features/settings/index.ts";
import { exceptOutages } from "../../platform/api-failure.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PushClient } from "../../platform/push-client.ts";

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
  readonly messages: MessagesHub;
  readonly status: OwnStatus;
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
  const currentUser = (): SessionUser => session.state.getState().user ?? user;
  const settings = new SettingsSync(user.user_settings, {
    client,
    clock: browser.clock,
    pending: createPendingSettings(browser.store, user.id),
    onRefused: notify,
  });
  const activeLine = (): string | undefined =>
    lineNamed(currentUser().phones, settings.settings.activePhoneLine);
  const services = {
    settings,
    line: new PhoneLine({ client, activeLine }),
    history: new CallHistory({
      client,
      clock: browser.clock,
      cache: createCallCache(browser.store, user.id),
    }),
    blocked: new BlockedNumbers(client),
    availability: new Availability({ client, clock: browser.clock, activeLine }),
    people: new PeopleDirectory(client, browser.clock),
    lookup: new NumberLookup({
      client,
      clock: browser.clock,
      onFailed: exceptOutages(browser.reportError),
    }),
    unread: new UnreadStore(client, browser.clock),
    messages: new MessagesHub(() => ({
      platform,
      push: options.push,
      userId: user.id,
      choice: { filter: "all", lines: shownLines(currentUser(), settings.settings) },
    })),
    status: new OwnStatus({ client, userId: () => user.id, uuid: () => crypto.randomUUID() }),
  };
  services.status.adopt(user.user_status);
  const scope = new Scope();
  const report = exceptOutages(browser.reportError);
  followPush(options, services, scope);
  followLine(services, scope, report);
  scope.add(settings.state.subscribe((state) => session.keepSettings(serializeSettings(state.settings))));
  services.unread.start();
  load(services, report);
  scope.add(() => services.unread.stop());
  scope.add(() => services.messages.stop());
  scope.add(() => services.history.stop());
  scope.add(() => services.lookup.stop());
  scope.add(() => services.people.reset());
  scope.add(() => settings.stop());
  return { ...services, stop: () => scope.close() };
}

type Parts = Omit<UserServices, "stop">;

function load(services: Parts, report: (failure: unknown) => void): void {
  const { line, people, availability, history, blocked } = services;
  const loads = [line.load(), people.load(), availability.load(), history.refresh(), blocked.load()];
  void Promise.all(loads).catch(report);
}

/** Every feature hears its own events; a gap in the line means loading anew. */
function followPush({ push, platform, session }: UserServicesOptions, services: Parts, scope: Scope): void {
  const report = exceptOutages(platform.browser.reportError);
  // The service sends what the contract describes; the event's type decides its shape.
  const on = <Event extends { type: string }>(type: Event["type"], handle: (event: Event) => void): void =>
    scope.add(push.on(type, (event: PushEvent) => handle(event as unknown as Event)));

  on<Extract<SettingsEvent, { type: "SETTINGS_UPDATE" }>>("SETTINGS_UPDATE", (event) => {
    void services.settings.applyRemote(event).catch(report);
  });
  on<StatusUpdateEvent>("STATUS_UPDATE", (event) => {
    services.status.apply(event);
    services.people.apply(event);
  });
  on<Extract<SettingsEvent, { type: "PROFILE_UPDATE" }>>("PROFILE_UPDATE", (event) => {
    services.people.apply(event);
    if (event.user_id === session.state.getState().user?.id) void session.reloadProfile().catch(report);
  });
  for (const type of ["CONTACT_UPDATE", "BLOCKED_CALLERS"]) on(type, () => services.lookup.refresh());
  on<PresenceUpdateEvent>("PRESENCE_UPDATE", (event) => services.people.apply(event));
  on<UnreadUpdateEvent>("UNREAD_UPDATE", (event) => {
    services.unread.apply(event);
    if (event.phn === 0) services.history.allRead();
  });
  followCalls(services, on, report);
  for (const type of ["DND", "CHANGE", "PHONE_UPDATE"] as const) {
    on<CallEvent>(type, (event) => services.line.apply(event));
  }
  for (const type of ["QUEUE_UPDATE", "HUNTGROUP_UPDATE"] as const) {
    on<QueueEvent>(type, (event) => services.availability.apply(event));
  }
  scope.add(
    push.listen("reset", () => {
      void session.reloadProfile().catch(report);
      load(services, report);
      services.lookup.refresh();
    }),
  );
  scope.add(
    platform.network.onRecovery(() => {
      services.settings.retryNow();
      services.lookup.refresh();
      // A console that was started offline has none of it yet.
      load(services, report);
    }),
  );
  scope.add(
    session.state.subscribe(({ user }) => {
      if (!user) return;
      services.settings.adopt(user.user_settings);
      services.status.adopt(user.user_status);
    }),
  );
}

type On = <Event extends { type: string }>(type: Event["type"], handle: (event: Event) => void) => void;

/** What happens to calls that are over. */
function followCalls({ history, blocked }: Parts, on: On, report: (failure: unknown) => void): void {
  for (const type of ["HISTORY", "HISTORY_READ", "RECORDING_NEW"] as const) {
    on<Extract<PbxEvent, { type: typeof type }>>(type, (event) => history.apply(event));
  }
  for (const type of ["HISTORY_RETURNED", "HISTORY_NOTE"] as const) {
    on<CallHistoryEvent>(type, (event) => history.apply(event));
  }
  on<Extract<PbxEvent, { type: "BLOCKED_CALLERS" }>>("BLOCKED_CALLERS", () => {
    void blocked.load().catch(report);
  });
  // A message belongs to a call that is in the history already.
  on<Extract<PbxEvent, { type: "VOICEMAIL_NEW" }>>("VOICEMAIL_NEW", () => {
    void history.refresh().catch(report);
  });
}

/** Another active line has its own details and queues. */
function followLine(
  { settings, line, availability }: Parts,
  scope: Scope,
  report: (failure: unknown) => void,
): void {
  scope.add(
    settings.state.subscribe((now, before) => {
      if (now.settings.activePhoneLine === before.settings.activePhoneLine) return;
      void Promise.all([line.load(), availability.load()]).catch(report);
    }),
  );
}
