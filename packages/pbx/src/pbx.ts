import { type CancelTimer, Emitter } from "@offhook/kernel";
import { sayNumber } from "@offhook/media/protocol";
import {
  type Flow,
  type IncomingRequest,
  nameAddr,
  type SipRequest,
  type StreamItem,
  sipUri,
  type UserAgentCore,
} from "@offhook/sip";
import { ApplicationDesk } from "./applications/application-desk.ts";
import { prompts } from "./applications/application-line.ts";
import { CallCommander } from "./call-commander.ts";
import { seatsOf } from "./calls/call-change.ts";
import { CallDesk } from "./calls/call-desk.ts";
import type { CallView } from "./calls/call-view.ts";
import { talkingBridgeOf } from "./calls/derived-effects.ts";
import { RecordDesk } from "./calls/record-desk.ts";
import { createAgent } from "./create-agent.ts";
import { planOf } from "./dialplan/company-plan.ts";
import { InviteDesk } from "./invite-desk.ts";
import { LegBoard } from "./legs/leg-board.ts";
import type { CallCommands } from "./pbx-commands.ts";
import type { EndpointPresence, PbxEvents, QueueStatus, TrunkStatus } from "./pbx-events.ts";
import type { PbxPorts, PbxSettings } from "./pbx-ports.ts";
import { Router } from "./pbx-router.ts";
import { PresenceDesk } from "./presence-desk.ts";
import { QueueDesk } from "./queues/queue-desk.ts";
import { RecordingDesk } from "./recording-desk.ts";
import type { Binding } from "./registrar/binding.ts";
import { Gatekeeper } from "./registrar/gatekeeper.ts";
import { Registrar } from "./registrar/registrar.ts";
import { TrunkDesk } from "./trunks/trunk-desk.ts";

export interface PbxCounts {
  readonly calls: number;
  readonly legs: number;
  readonly bridges: number;
  readonly devices: number;
  readonly dialogs: number;
  readonly waiting: number;
}

/** The phone system. Transports hand it what arrives, the console asks it for things, and it tells what happens. */
export class Pbx {
  readonly commands: CallCommands;
  readonly #ports: PbxPorts;
  readonly #settings: PbxSettings;
  readonly #events = new Emitter<PbxEvents>();
  readonly #agent: UserAgentCore;
  readonly #registrar: Registrar;
  readonly #gatekeeper: Gatekeeper;
  readonly #trunks: TrunkDesk;
  readonly #board: LegBoard;
  readonly #queues: QueueDesk;
  readonly #router: Router;
  readonly #records: RecordDesk;
  readonly #recordings: RecordingDesk;
  readonly #applications: ApplicationDesk;
  readonly #desk: CallDesk;
  readonly #invites: InviteDesk;
  readonly #presence: PresenceDesk;
  readonly #callbacks = new Set<CancelTimer>();

  constructor(ports: PbxPorts, settings: PbxSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#agent = createAgent(ports, settings, {
      challenge: (request, flow) => this.#challenge(request, flow),
      onInvite: (invite) => this.#invites.receive(invite),
      methods: { REGISTER: (request) => this.#onRegister(request) },
    });
    this.#gatekeeper = new Gatekeeper({
      ...ports,
      identifiers: this.#agent.identifiers,
      realm: settings.domain,
      secret: settings.nonceSecret,
      ...(settings.digestAlgorithms && { algorithms: settings.digestAlgorithms }),
    });
    this.#registrar = this.#createRegistrar();
    this.#trunks = new TrunkDesk({
      ports,
      domain: settings.domain,
      agent: this.#agent,
      onChanged: (status) => this.#events.emit("trunkChanged", status),
    });
    this.#router = this.#createRouter();
    this.#queues = this.#createQueues();
    this.#records = new RecordDesk({
      ...ports,
      trunk: (trunkId) => this.#trunks.link(trunkId)?.config,
      onClosed: ({ queueId, endpointId, answeredAt }) => {
        if (queueId !== undefined && endpointId !== undefined && answeredAt !== undefined)
          this.#queues.agentDone(queueId, endpointId);
      },
    });
    this.#board = this.#createBoard();
    this.#recordings = new RecordingDesk({
      ports,
      bridges: this.#board.bridges,
      newId: this.#newId,
      onFinished: (finished) => this.#events.emit("recordingFinished", finished),
      onChanged: (callId) => this.#tellAgain(callId),
    });
    this.#applications = this.#createApplications();
    this.#desk = this.#createDesk();
    this.#presence = new PresenceDesk({
      directory: ports.directory,
      registrar: this.#registrar,
      partsOf: (endpointId) => this.#desk.partsOf(endpointId),
      onChanged: (presence) => this.#events.emit("presenceChanged", presence),
    });
    this.#invites = new InviteDesk({
      ports,
      gatekeeper: this.#gatekeeper,
      registrar: this.#registrar,
      desk: this.#desk,
      board: this.#board,
      newId: this.#newId,
      trunkOf: (flow) => this.#trunks.linkOf(flow),
    });
    this.commands = new CallCommander({
      ports,
      desk: this.#desk,
      board: this.#board,
      router: this.#router,
      recordings: this.#recordings,
      newId: this.#newId,
    });
  }

  get counts(): PbxCounts {
    return {
      calls: this.#desk.counts.calls,
      legs: this.#board.size,
      bridges: this.#board.bridges.size,
      devices: this.#registrar.size,
      dialogs: this.#agent.counts.dialogs,
      waiting: this.#queues.waitingCount,
    };
  }

  on<Name extends keyof PbxEvents>(name: Name, listener: (payload: PbxEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Connects the trunks. */
  start(): void {
    this.#trunks.apply(this.#ports.directory.trunks());
  }

  /** The directory has changed. */
  reload(): void {
    this.#trunks.apply(this.#ports.directory.trunks());
    this.#queues.recheck();
    this.#presence.refresh();
  }

  /** Ends all calls with a word to everybody, and lets go of everything. */
  stop(): void {
    for (const { core } of [...this.#desk.states()]) this.#desk.handleCall(core.id, { type: "shutDown" });
    for (const cancel of this.#callbacks) cancel();
    this.#queues.close();
    this.#trunks.close();
    this.#registrar.close();
    this.#recordings.close();
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

  flowClosed(flow: Flow): void {
    this.#agent.flowClosed(flow);
    this.#registrar.flowClosed(flow);
    this.#trunks.flowClosed(flow);
    this.#board.flowClosed(flow.id);
  }

  /** Credentials were withdrawn, by a sign-out say. */
  dropAccount(username: string): void {
    this.#registrar.dropAccount(username);
  }

  presence(endpointId: string): EndpointPresence | undefined {
    return this.#presence.of(endpointId);
  }

  devices(endpointId: string): readonly Binding[] {
    return this.#registrar.bindings(endpointId);
  }

  queue(queueId: string): QueueStatus | undefined {
    return this.#queues.status(queueId);
  }

  trunks(): readonly TrunkStatus[] {
    return [...this.#trunks.links()].map(({ status }) => status);
  }

  readonly #newId = (): string => this.#agent.identifiers.callId().slice(0, 16);

  #createRegistrar(): Registrar {
    const { maxExpiresSeconds, minExpiresSeconds, maxBindings, probeEveryMs } = this.#settings;
    return new Registrar({
      clock: this.#ports.clock,
      maxExpiresSeconds,
      minExpiresSeconds,
      maxBindings,
      probeEveryMs,
      probe: (binding, onAnswer) => this.#probe(binding, onAnswer),
      onChanged: (endpointId, appeared) => this.#onDevicesChanged(endpointId, appeared),
    });
  }

  #createRouter(): Router {
    return new Router({
      ports: this.#ports,
      ringTimeoutMs: this.#settings.ringTimeoutMs,
      desk: () => this.#desk,
      queues: () => this.#queues,
      registrar: this.#registrar,
      trunk: (trunkId) => this.#trunks.link(trunkId),
      newId: this.#newId,
      onAlarm: (companyId, alarm) => this.#events.emit("alarm", { companyId, alarm }),
    });
  }

  #createQueues(): QueueDesk {
    return new QueueDesk({
      clock: this.#ports.clock,
      configOf: (queueId) => this.#queueConfig(queueId),
      isFree: (companyId, endpointId) => this.#router.isFree(companyId, endpointId),
      isReachable: (_companyId, endpointId) => this.#registrar.onlineDevices(endpointId).length > 0,
      ring: (callId, queueId, endpointIds) => this.#ringAgents(callId, queueId, endpointIds),
      announce: (callId, position) => this.#announce(callId, position),
      giveUp: (callId, queueId) => {
        const next = this.#queueConfig(queueId)?.config.overflow ?? {
          kind: "prompt",
          name: "queue-no-agents",
        };
        this.#desk.handleCall(callId, { type: "queueGaveUp", next });
      },
      onChanged: (status) => this.#events.emit("queueChanged", status),
    });
  }

  #createBoard(): LegBoard {
    return new LegBoard({
      ports: this.#ports,
      domain: this.#settings.domain,
      agent: () => this.#agent,
      desk: () => this.#desk,
      registrar: this.#registrar,
      trunk: (trunkId) => this.#trunks.link(trunkId),
      newId: this.#newId,
      onKey: (channelId, digit) => this.#applications.press(channelId, digit),
      onQuality: (channelId, report) => {
        const state = this.#desk.stateOf(channelId);
        const seat = state && seatsOf(state).find(({ channel }) => channel.id === channelId);
        const isNews = seat !== undefined && this.#records.measured(seat.channel.legId, report);
        if (state && isNews) this.#tellAgain(state.core.id);
      },
    });
  }

  #createApplications(): ApplicationDesk {
    return new ApplicationDesk({
      ports: this.#ports,
      newId: this.#newId,
      stateOf: (callId) => this.#desk.state(callId),
      whenAudible: (channelId, task) => this.#board.leg(channelId)?.audio.whenStarted(task),
      onEnded: (callId, next) => this.#desk.handleCall(callId, { type: "applicationEnded", next }),
      callBack: (endpointId, companyId, afterMs) => {
        const cancel = this.#ports.clock.schedule(afterMs, () => {
          this.#callbacks.delete(cancel);
          this.commands.place({ companyId, endpointId, first: "", destination: "*43" });
        });
        this.#callbacks.add(cancel);
      },
    });
  }

  #createDesk(): CallDesk {
    return new CallDesk({
      clock: this.#ports.clock,
      settings: { reattachMs: this.#settings.reattachMs },
      legs: this.#board,
      queues: this.#queues,
      newId: this.#newId,
      route: (question) => this.#router.route(question),
      runApplication: (callId, channelId, application) =>
        this.#applications.run(callId, channelId, application),
      records: this.#records,
      isRecording: (callId) => this.#recordings.isRecording(callId),
      onChanged: (view) => {
        this.#recordings.follow(view.callId, talkingBridgeOf(view.callId, view.conferenceId));
        this.#onCall("callChanged", view);
      },
      onEnded: (view) => {
        this.#recordings.stop(view.callId);
        this.#onCall("callEnded", view);
      },
    });
  }

  #onCall(name: "callChanged" | "callEnded", view: CallView): void {
    this.#events.emit(name, view);
    this.#presence.follow(view);
    this.#queues.recheck();
  }

  #tellAgain(callId: string): void {
    const state = this.#desk.state(callId);
    if (state && state.name !== "ended") this.#events.emit("callChanged", this.#desk.view(state));
  }

  #challenge(request: SipRequest, flow: Flow): ReturnType<Gatekeeper["challenge"]> {
    const isAccounts =
      request.method === "REGISTER" || (request.method === "INVITE" && !this.#trunks.linkOf(flow));
    return isAccounts ? this.#gatekeeper.challenge(request, flow) : undefined;
  }

  #onRegister(request: IncomingRequest): void {
    const admission = this.#gatekeeper.admit(request.request, request.flow);
    if (admission.kind === "refused") {
      request.respond(admission.status, { headers: admission.headers });
      return;
    }
    const { status, headers } = this.#registrar.register(request.request, request.flow, admission.account);
    request.respond(status, headers ? { headers } : {});
  }

  #probe({ flow, contact, username }: Binding, onAnswer: (isAlive: boolean) => void): void {
    const { domain } = this.#settings;
    this.#agent.request({
      method: "OPTIONS",
      flow,
      uri: contact.uri,
      from: nameAddr(sipUri({ user: "offhook", host: domain })),
      to: nameAddr(sipUri({ user: username, host: domain })),
      // Any answer is an answer, a refusal too.
      onOutcome: (outcome) => onAnswer(outcome.kind === "response"),
    });
  }

  #onDevicesChanged(endpointId: string, appeared: Binding | undefined): void {
    if (appeared) {
      this.#board.deviceMoved(appeared);
      this.#ringNewcomer(appeared);
    }
    this.#presence.refresh([endpointId]);
    this.#queues.recheck();
  }

  /** A page that was reloaded while its line rings should ring again. */
  #ringNewcomer({ endpointId, deviceId }: Binding): void {
    for (const state of [...this.#desk.states()]) {
      if (state.name !== "ringing") continue;
      const sibling = state.ring.ringing.find(({ channel }) => channel.party.endpointId === endpointId);
      if (!sibling || sibling.channel.party.trunkId !== undefined) continue;
      const channel = { ...sibling.channel, id: this.#newId(), deviceId };
      this.#desk.handleCall(state.core.id, { type: "deviceAppeared", channel });
    }
  }

  #queueConfig(queueId: string): ReturnType<ConstructorParameters<typeof QueueDesk>[0]["configOf"]> {
    for (const company of this.#ports.directory.companies()) {
      const config = planOf(company).queues.get(queueId);
      if (config) return { companyId: company.id, config };
    }
    return undefined;
  }

  #ringAgents(callId: string, queueId: string, endpointIds: readonly string[]): void {
    const state = this.#desk.state(callId);
    if (state?.name !== "waiting") return;
    const stage = this.#router.agentStage(state, state.near.channel.party, queueId, endpointIds);
    if (stage) this.#desk.handleCall(callId, { type: "agentsOffered", stage });
  }

  #announce(callId: string, position: number): void {
    const state = this.#desk.state(callId);
    if (state?.name !== "waiting" || state.near.kind === "lost") return;
    const words =
      position === 1
        ? prompts("thank-you-for-waiting", "next-in-line")
        : prompts("thank-you-for-waiting", "caller-number", ...sayNumber(position), "in-the-queue");
    this.#board.announce(state.near.channel.id, words);
  }
}
