import { type CancelTimer, Emitter } from "@offhook/kernel";
import type { Flow, StreamItem, UserAgentCore } from "@offhook/sip";
import type { ApplicationRunner } from "./applications/application-runner.ts";
import { createApplications } from "./applications/create-applications.ts";
import { createAgent } from "./arrivals/create-agent.ts";
import { InviteReceiver } from "./arrivals/invite-receiver.ts";
import { ringNewcomer } from "./arrivals/newcomer.ts";
import { seatsOf } from "./calls/call-change.ts";
import { CallRunner } from "./calls/call-runner.ts";
import { LegRecordKeeper } from "./calls/records/leg-record-keeper.ts";
import { RecordingRegistry } from "./calls/records/recording-registry.ts";
import { talkingBridgeOf } from "./calls/steps/derived-effects.ts";
import type { CallView } from "./calls/views/call-view.ts";
import { CallCommander } from "./commands/call-commander.ts";
import type { CallCommands } from "./commands/pbx-commands.ts";
import { Revocations } from "./commands/revocations.ts";
import { Router } from "./dialplan/pbx-router.ts";
import { FaxCalls } from "./faxes/fax-calls.ts";
import { FaxEar } from "./faxes/fax-ear.ts";
import { LegBoard } from "./legs/leg-board.ts";
import { MessageWaiting } from "./mailboxes/message-waiting.ts";
import type { EndpointPresence, PbxCounts, PbxEvents, TrunkStatus } from "./pbx-events.ts";
import type { PbxPorts, PbxSettings } from "./pbx-ports.ts";
import type { SavedBinding } from "./ports/binding-store.ts";
import type { MailboxRef } from "./ports/mailbox-store.ts";
import type { SavedWaitingCall } from "./ports/waiting-call-store.ts";
import { createQueues } from "./queues/create-queues.ts";
import { WaitingCallKeeper } from "./queues/keeping/waiting-call-keeper.ts";
import type { QueueRegistry } from "./queues/queue-registry.ts";
import type { Binding } from "./registrar/binding.ts";
import { BindingKeeper } from "./registrar/binding-keeper.ts";
import { FrontDoor } from "./registrar/front-door.ts";
import { PresenceTracker } from "./registrar/presence-tracker.ts";
import { probeBinding } from "./registrar/probe-binding.ts";
import { Registrar } from "./registrar/registrar.ts";
import { Supervisions } from "./supervision/supervisions.ts";
import { TollWatch } from "./tolls/toll-watch.ts";
import { TrunkRegistry } from "./trunks/trunk-registry.ts";

/** The phone system. Transports hand it what arrives, the console asks it for things, and it tells what happens. */
export class Pbx {
  readonly commands: CallCommands;
  readonly faxes: FaxCalls;
  readonly queues: QueueRegistry;
  readonly supervisions: Supervisions;
  readonly #ports: PbxPorts;
  readonly #settings: PbxSettings;
  readonly #events = new Emitter<PbxEvents>();
  readonly #agent: UserAgentCore;
  readonly #registrar: Registrar;
  readonly #door: FrontDoor;
  readonly #keeper: BindingKeeper | undefined;
  readonly #trunks: TrunkRegistry;
  readonly #board: LegBoard;
  readonly #router: Router;
  readonly #records: LegRecordKeeper;
  readonly #recordings: RecordingRegistry;
  readonly #applications: ApplicationRunner;
  readonly #runner: CallRunner;
  readonly #invites: InviteReceiver;
  readonly #presence: PresenceTracker;
  readonly #tollWatch: TollWatch;
  readonly #faxEar: FaxEar;
  readonly #revocations: Revocations;
  readonly #waiting: MessageWaiting;
  readonly #waitingCalls: WaitingCallKeeper;
  readonly #callbacks = new Set<CancelTimer>();

  constructor(ports: PbxPorts, settings: PbxSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#agent = createAgent(ports, settings, {
      challenge: (request, flow) => this.#door.refusal(request, flow),
      isKnown: (flow) => this.#door.isKnown(flow),
      enterDialog: (request, flow, dialogFlow) => this.#door.enterDialog(request, flow, dialogFlow),
      onInvite: (invite) => this.#invites.receive(invite),
      onSubscribe: (subscription) => this.#waiting.subscribe(subscription),
      methods: { REGISTER: (request) => this.#door.register(request) },
    });
    this.#door = this.#createDoor();
    const { bindings: store } = ports;
    this.#keeper = store && new BindingKeeper({ ...ports, store, pepper: settings.nonceSecret });
    this.#registrar = this.#createRegistrar();
    this.#trunks = this.#createTrunks();
    this.#router = this.#createRouter();
    this.queues = this.#createQueues();
    this.#records = this.#createRecords();
    const outside = { router: this.#router, trunk: (id: string) => this.#trunks.link(id) };
    const calling = { agent: this.#agent, domain: settings.domain, newId: this.#newId };
    this.faxes = new FaxCalls({ ports, records: this.#records, ...outside, ...calling });
    this.#board = this.#createBoard();
    this.#recordings = new RecordingRegistry({
      ports,
      bridges: this.#board.bridges,
      newId: this.#newId,
      onFinished: (finished) => this.#events.emit("recordingFinished", finished),
      onChanged: this.#tellAgain,
    });
    this.#waitingCalls = new WaitingCallKeeper({ ...this.#around, ...settings, ...calling, ...outside });
    this.#applications = createApplications(this.#around);
    this.#runner = this.#createRunner();
    this.#presence = this.#createPresence();
    this.#invites = new InviteReceiver({
      ports,
      gatekeeper: this.#door.gatekeeper,
      registrar: this.#registrar,
      runner: this.#runner,
      board: this.#board,
      faxes: this.faxes,
      newId: this.#newId,
      trunkOf: (flow) => this.#trunks.linkOf(flow),
    });
    const phones = { board: this.#board, registrar: this.#registrar };
    this.commands = new CallCommander({
      ...{ ports, runner: this.#runner, ...phones, ...outside, ...calling },
      recordings: this.#recordings,
      onPlaced: (owner, callId) => this.#revocations.left(owner, callId),
    });
    this.#waiting = new MessageWaiting({
      ports,
      ...calling,
      gatekeeper: this.#door.gatekeeper,
      registrar: this.#registrar,
    });
    const parts = { ports, events: this.#events, runner: this.#runner, commands: this.commands };
    this.#tollWatch = new TollWatch(parts);
    this.#faxEar = new FaxEar({ ...parts, ...phones, faxes: this.faxes });
    this.#revocations = new Revocations({ ...parts, ...phones });
    const onChanged = this.#tellAgain;
    this.supervisions = new Supervisions({ ...parts, ...phones, ...outside, ...calling, onChanged });
  }

  get counts(): PbxCounts {
    return {
      calls: this.#runner.counts.calls,
      legs: this.#board.size,
      bridges: this.#board.bridges.size,
      devices: this.#registrar.size,
      dialogs: this.#agent.counts.dialogs,
      waiting: this.queues.waitingCount,
      faxes: this.faxes.size,
      unwilling: this.#waiting.unwillingPhones,
    };
  }

  on<Name extends keyof PbxEvents>(name: Name, listener: (payload: PbxEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Connects the trunks. */
  start(): void {
    this.#trunks.apply(this.#ports.directory.trunks());
    this.queues.reload();
  }

  /** Desk phones of before a restart ring again; those that do not answer are found out soon. */
  async restore(saved: readonly SavedBinding[]): Promise<void> {
    await this.#keeper?.restore(saved, (binding, probeInMs) => this.#registrar.restore(binding, probeInMs));
  }

  /** Callers who waited before a restart wait on. */
  async resume(saved: readonly SavedWaitingCall[]): Promise<void> {
    await this.#waitingCalls.resume(saved);
  }

  /** The directory has changed. */
  reload(): void {
    this.#trunks.apply(this.#ports.directory.trunks());
    this.queues.reload();
    this.#presence.refresh();
  }

  /** Ends all calls with a word to everybody, but for those that the next process goes on with. */
  stop(): void {
    this.queues.close();
    const kept = this.#waitingCalls.setAside();
    for (const { core } of [...this.#runner.states()])
      if (!kept.has(core.id)) this.#runner.handleCall(core.id, { type: "shutDown" });
    this.faxes.close();
    for (const cancel of this.#callbacks) cancel();
    this.#trunks.close();
    this.#waiting.close();
    this.#registrar.close();
    this.#recordings.close();
    this.#tollWatch.close();
    this.#faxEar.close();
    this.#board.close();
  }

  /** One datagram or websocket message. */
  receive(flow: Flow, bytes: Uint8Array): void {
    this.#agent.receive(flow, bytes);
  }

  /** What a stream framer found. False when the connection must be closed. */
  receiveItem(flow: Flow, item: StreamItem): boolean {
    return this.#agent.receiveItem(flow, item);
  }

  /** Whether it is one of our phones or a carrier, for which there is always room. */
  isKnown(flow: Flow): boolean {
    return this.#door.isKnown(flow);
  }

  flowClosed(flow: Flow): void {
    this.#door.gatekeeper.flowClosed(flow);
    this.#agent.flowClosed(flow);
    this.#registrar.flowClosed(flow);
    this.#trunks.flowClosed(flow);
    this.#board.flowClosed(flow.id);
  }

  /** Credentials were withdrawn, by a sign-out or a new password say: whoever came by them is out of every call. */
  drop(owner: string, isSuspect = true): void {
    this.#waiting.dropAccount(owner);
    this.#revocations.drop(owner, isSuspect);
  }

  /** Messages of the box have come, gone, been heard or marked new again. */
  messagesChanged(mailbox: MailboxRef): void {
    this.#waiting.changed(mailbox);
  }

  presence(endpointId: string): EndpointPresence | undefined {
    return this.#presence.of(endpointId);
  }

  devices(endpointId: string): readonly Binding[] {
    return this.#registrar.bindings(endpointId);
  }

  trunks(): readonly TrunkStatus[] {
    return [...this.#trunks.links()].map(({ status }) => status);
  }

  /** What parts ask for that are made before it. */
  get #around() {
    return {
      ports: this.#ports,
      events: this.#events,
      newId: this.#newId,
      runner: (): CallRunner => this.#runner,
      board: (): LegBoard => this.#board,
      queues: (): QueueRegistry => this.queues,
      commands: (): CallCommands => this.commands,
      callbacks: this.#callbacks,
    };
  }

  readonly #newId = (): string => this.#agent.identifiers.callId().slice(0, 16);

  #createDoor(): FrontDoor {
    return new FrontDoor({
      ports: this.#ports,
      settings: this.#settings,
      identifiers: this.#agent.identifiers,
      registrar: () => this.#registrar,
      trunkOf: (flow) => this.#trunks.linkOf(flow),
      trunk: (trunkId) => this.#trunks.link(trunkId),
      partyOf: ({ callId, toTag = "", fromTag }) =>
        this.#board.legOfDialog(callId, toTag, fromTag)?.channel.party,
      onLockout: (lockout, account) =>
        this.#events.emit("lockout", { ...lockout, companyId: account?.companyId }),
    });
  }

  #createRegistrar(): Registrar {
    return new Registrar({
      ...this.#settings,
      clock: this.#ports.clock,
      keeper: this.#keeper,
      probe: (binding, onAnswer) => probeBinding(this.#agent, this.#settings.domain, binding, onAnswer),
      onChanged: (endpointId, appeared) => this.#onDevicesChanged(endpointId, appeared),
    });
  }

  #createPresence(): PresenceTracker {
    return new PresenceTracker({
      directory: this.#ports.directory,
      registrar: this.#registrar,
      partsOf: (endpointId) => this.#runner.partsOf(endpointId),
      onChanged: (presence) => {
        this.#events.emit("presenceChanged", presence);
        this.queues.lineChanged(presence.companyId, presence.endpointId);
      },
    });
  }

  #createTrunks(): TrunkRegistry {
    return new TrunkRegistry({
      ports: this.#ports,
      domain: this.#settings.domain,
      agent: this.#agent,
      onChanged: (status) => this.#events.emit("trunkChanged", status),
    });
  }

  #createRouter(): Router {
    return new Router({
      ...this.#around,
      ringTimeoutMs: this.#settings.ringTimeoutMs,
      registrar: this.#registrar,
      trunk: (trunkId) => this.#trunks.link(trunkId),
      faxLegs: () => this.faxes.legs.running(),
      onAlarm: (companyId, alarm) => this.#events.emit("alarm", { companyId, alarm }),
    });
  }

  #createRecords(): LegRecordKeeper {
    return new LegRecordKeeper({
      ...this.#ports,
      trunk: (trunkId) => this.#trunks.link(trunkId)?.config,
      onClosed: (leg) => {
        const { callId, endpointId, status, declinedBy: by } = leg;
        if (status === "declined" && endpointId !== undefined)
          this.#events.emit("callDeclined", { callId, endpointId, by });
        this.queues.legClosed(leg);
      },
    });
  }

  #createQueues(): QueueRegistry {
    return createQueues({
      ...this.#ports,
      ...this.#around,
      router: this.#router,
      callbacks: this.#ports.callbacks,
      onMovedUp: (callId) => this.#waitingCalls.changed(callId),
      onChanged: (status) => this.#events.emit("queueChanged", status),
      onRecord: (record) => this.#events.emit("queueRecorded", record),
    });
  }

  #createBoard(): LegBoard {
    return new LegBoard({
      ...this.#around,
      domain: this.#settings.domain,
      agent: () => this.#agent,
      registrar: this.#registrar,
      trunk: (trunkId) => this.#trunks.link(trunkId),
      onKey: (channelId, digit) =>
        this.#applications.press(channelId, digit) || this.queues.press(channelId, digit),
      onAgreed: (channelId) => this.#waitingCalls.agreed(channelId),
      onLeft: (account, callId) => this.#revocations.left(account, callId),
      onQuality: (channelId, report) => {
        const state = this.#runner.stateOf(channelId);
        const seat = state && seatsOf(state).find(({ channel }) => channel.id === channelId);
        const isNews = seat !== undefined && this.#records.measured(seat.channel.recordId, report);
        if (state && isNews) this.#tellAgain(state.core.id);
      },
    });
  }

  #createRunner(): CallRunner {
    return new CallRunner({
      clock: this.#ports.clock,
      settings: { reattachMs: this.#settings.reattachMs },
      legs: this.#board,
      queues: this.queues,
      newId: this.#newId,
      route: (question) => this.#router.route(question),
      runApplication: (callId, channelId, application) =>
        this.#applications.run(callId, channelId, application),
      records: this.#records,
      isRecording: (callId) => this.#recordings.isRecording(callId),
      supervisorsOf: (callId) => this.supervisions.of(callId),
      onChanged: (view) => {
        this.#onCall("callChanged", view);
        this.#recordings.follow(view, talkingBridgeOf(view.callId, view.conferenceId));
      },
      onEnded: (view) => {
        this.#recordings.stop(view.callId);
        this.#onCall("callEnded", view);
        this.queues.callEnded(view.companyId, view.callId);
      },
    });
  }

  #onCall(name: "callChanged" | "callEnded", view: CallView): void {
    this.#events.emit(name, view);
    this.#presence.follow(view);
    this.#waitingCalls.changed(view.callId);
  }

  readonly #tellAgain = (callId: string): void => {
    const state = this.#runner.state(callId);
    if (state && state.name !== "ended") this.#events.emit("callChanged", this.#runner.view(state));
  };

  #onDevicesChanged(endpointId: string, appeared: Binding | undefined): void {
    if (appeared) {
      this.#board.deviceMoved(appeared);
      this.#waitingCalls.appeared(appeared);
      this.#waiting.appeared(appeared);
      ringNewcomer({ runner: this.#runner, router: this.#router, newId: this.#newId }, appeared);
    }
    this.#waiting.devicesChanged(endpointId);
    this.#presence.refresh([endpointId]);
  }
}
