import { storableText } from "@offhook/kernel";
import {
  type Flow,
  type IncomingInvite,
  type NameAddr,
  PAssertedIdentity,
  type Uri,
  userText,
} from "@offhook/sip";
import { seatsOf } from "../calls/call-change.ts";
import type { CallRunner } from "../calls/call-runner.ts";
import type { CallCore, CallState, Channel, Party } from "../calls/call-state.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { Destination, EndpointConfig } from "../dialplan/company-config.ts";
import { type CompanyPlan, planOf } from "../dialplan/company-plan.ts";
import { type InboundNumber, readDialed, readInbound } from "../dialplan/dialed-number.ts";
import type { FaxCalls } from "../faxes/fax-calls.ts";
import { isUsableOffer } from "../legs/audio/rtp-media.ts";
import { kindOfCaller } from "../legs/caller-kind.ts";
import type { LegKind } from "../legs/leg.ts";
import type { LegBoard } from "../legs/leg-board.ts";
import { sdpText } from "../legs/leg-dialog.ts";
import { limitAnswer } from "../legs/leg-room.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { LimitScope } from "../ports/leg-limits.ts";
import type { SipAccount } from "../ports/pbx-directory.ts";
import { deviceOf } from "../registrar/binding.ts";
import type { Gatekeeper } from "../registrar/gatekeeper.ts";
import type { Registrar } from "../registrar/registrar.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";

export interface InviteReceiverParts {
  readonly ports: Pick<PbxPorts, "directory" | "numbers" | "clock" | "log">;
  readonly gatekeeper: Gatekeeper;
  readonly registrar: Registrar;
  readonly runner: CallRunner;
  readonly board: LegBoard;
  readonly faxes: Pick<FaxCalls, "receive">;
  readonly newId: () => string;
  readonly trunkOf: (flow: Flow) => TrunkLink | undefined;
}

/** A device that calls `attach-<call id>` comes back to that call, or takes it over. */
export const ATTACH_PREFIX = "attach-";

interface Caller {
  readonly plan: CompanyPlan;
  readonly party: Party;
  readonly deviceId: string | undefined;
  readonly isAnonymous: boolean;
  readonly isDoorbell: boolean;
  readonly externalCallerId: string | undefined;
  readonly musicPath: string | undefined;
  /** The fax line whose number was called, should the caller be a fax machine. */
  readonly faxLineId?: string | undefined;
  /** What it signed in with; undefined for a carrier. */
  readonly account?: string;
}

/** INVITEs that begin a call: decides who calls and what the call is for. */
export class InviteReceiver {
  readonly #parts: InviteReceiverParts;

  constructor(parts: InviteReceiverParts) {
    this.#parts = parts;
  }

  receive(invite: IncomingInvite): void {
    const trunk = this.#parts.trunkOf(invite.flow);
    if (trunk) {
      this.#fromTrunk(invite, trunk);
      return;
    }
    const admission = this.#parts.gatekeeper.admit(invite.request, invite.flow);
    if (admission.kind === "refused") {
      invite.refuse(admission.status, { headers: admission.headers });
      return;
    }
    this.#fromAccount(invite, admission.account);
  }

  #fromAccount(invite: IncomingInvite, account: SipAccount): void {
    const config = this.#parts.ports.directory.company(account.companyId);
    const plan = config && planOf(config);
    const endpoint = plan?.endpoints.get(account.endpointId);
    const dialed = textOf(invite.request.uri);
    if (!plan || !endpoint || dialed === undefined || dialed === "") {
      invite.refuse(404);
      return;
    }
    const kind = kindOfCaller(invite, false);
    const caller = { ...this.#callerOf(invite, plan, endpoint), account: account.username };
    if (kind === "phone" && this.#toFax(invite, caller, dialed, { kind: "number", number: dialed })) return;
    if (!canAnswer(invite, kind)) {
      invite.refuse(488);
      return;
    }
    const attached = this.#callToAttach(invite, dialed, endpoint, plan);
    if (attached) this.#attach(invite, caller, attached.state, attached.party);
    else if (dialed.startsWith(ATTACH_PREFIX) || invite.replaced) invite.refuse(481);
    else this.#offer(invite, caller, dialed, { kind: "number", number: dialed });
  }

  #callerOf(invite: IncomingInvite, plan: CompanyPlan, endpoint: EndpointConfig): Caller {
    const contact = this.#parts.registrar
      .bindings(endpoint.id)
      .find(({ flow }) => flow.id === invite.flow.id);
    return {
      plan,
      party: {
        endpointId: endpoint.id,
        trunkId: undefined,
        number: endpoint.extension ?? endpoint.id,
        name: endpoint.name,
      },
      deviceId: contact?.deviceId ?? deviceOf(invite.request.from).deviceId,
      isAnonymous: isPrivate(invite),
      isDoorbell: endpoint.kind === "doorbell",
      externalCallerId: endpoint.externalCallerId ?? plan.config.outbound.defaultCallerId,
      musicPath: endpoint.musicPath,
    };
  }

  /** The call a device wants to sit in, and the party of it whose place that is. */
  #callToAttach(
    invite: IncomingInvite,
    dialed: string,
    endpoint: EndpointConfig,
    plan: CompanyPlan,
  ): { readonly state: CallState; readonly party: Party } | undefined {
    const { runner, board } = this.#parts;
    const replaced = invite.replaced?.link.dialog;
    const leg = replaced && board.legOfDialog(replaced.callId, replaced.localTag, replaced.remoteTag);
    const state = leg
      ? runner.stateOf(leg.id)
      : dialed.startsWith(ATTACH_PREFIX)
        ? runner.state(dialed.slice(ATTACH_PREFIX.length))
        : undefined;
    if (state?.core.companyId !== plan.config.id) return undefined;
    const seat = seatsOf(state).find(({ channel }) => isOwn(plan, endpoint, channel.party.endpointId));
    return seat && { state, party: seat.channel.party };
  }

  #attach(invite: IncomingInvite, caller: Caller, state: CallState, party: Party): void {
    const { runner, board, newId } = this.#parts;
    const { deviceId, musicPath } = caller;
    const channel: Channel = { id: newId(), party, recordId: "", deviceId, musicPath };
    board.take(invite, channel, state.core, kindOfCaller(invite, false), caller.account);
    runner.attach(state.core.id, channel);
  }

  #fromTrunk(invite: IncomingInvite, trunk: TrunkLink): void {
    const { ports } = this.#parts;
    const dialed = textOf(invite.request.uri) ?? "";
    const found = this.#inbound(dialed, trunk) ?? this.#inbound(textOf(invite.request.to.uri) ?? "", trunk);
    if (!found) {
      ports.log.info("A carrier called a number that nobody has", { trunkId: trunk.config.id });
      invite.refuse(404);
      return;
    }
    const { plan, destination, faxLine } = found;
    const identity = invite.request.headers.first(PAssertedIdentity) ?? invite.request.from;
    const number = this.#callerNumber(identity, plan.config.region);
    const isAnonymous = isPrivate(invite) || number === "";
    const caller: Caller = {
      plan,
      party: {
        endpointId: undefined,
        trunkId: trunk.config.id,
        number,
        name:
          ports.directory.callerName?.(plan.config.id, number) ??
          storableText(identity.displayName ?? invite.request.from.displayName ?? ""),
      },
      deviceId: undefined,
      isAnonymous,
      isDoorbell: false,
      externalCallerId: number,
      musicPath: plan.config.musicPath,
      faxLineId: faxLine?.id,
    };
    if (this.#toFax(invite, caller, dialed, destination)) return;
    if (canAnswer(invite, "trunk")) this.#offer(invite, caller, dialed, destination, true);
    else invite.refuse(488);
  }

  /** A fax machine's own call needs nothing of what calls of people need. True where it was one. */
  #toFax(invite: IncomingInvite, caller: Caller, dialed: string, destination: Destination): boolean {
    const { faxes, ports } = this.#parts;
    const { plan, party, isAnonymous } = caller;
    const meant =
      destination.kind === "number" ? readDialed(plan, destination.number, ports.numbers) : undefined;
    const fax = meant?.kind === "destination" ? meant.destination : destination;
    const line = fax.kind === "fax" ? plan.faxLines.get(fax.id) : undefined;
    if (line) faxes.receive(invite, { plan, line, party, isAnonymous, dialed });
    return line !== undefined;
  }

  #inbound(number: string, trunk: TrunkLink): (InboundNumber & { readonly plan: CompanyPlan }) | undefined {
    const { directory, numbers } = this.#parts.ports;
    for (const config of directory.companies()) {
      if (!config.outbound.trunkIds.includes(trunk.config.id)) continue;
      const plan = planOf(config);
      const inbound = readInbound(plan, number, numbers);
      if (inbound) return { plan, ...inbound };
    }
    return undefined;
  }

  #callerNumber({ uri }: NameAddr, region: string): string {
    const user = textOf(uri) ?? "";
    if (user === "anonymous" || user === "unknown" || user === "restricted") return "";
    return this.#parts.ports.numbers.parse(user, region)?.e164 ?? user;
  }

  /** What leaves no room for another call; emergency calls always have some. */
  #fullFor({ plan, party }: Caller, destination: Destination): LimitScope | undefined {
    const { board, ports } = this.#parts;
    return board.room.refusal({
      companyId: plan.config.id,
      endpointId: party.endpointId,
      isEmergency: () =>
        party.endpointId !== undefined &&
        destination.kind === "number" &&
        readDialed(plan, destination.number, ports.numbers).kind === "emergency",
    });
  }

  #isPickUp({ plan, party }: Caller, destination: Destination): boolean {
    if (party.endpointId === undefined || destination.kind !== "number") return false;
    return readDialed(plan, destination.number, this.#parts.ports.numbers).kind === "groupPickUp";
  }

  #offer(
    invite: IncomingInvite,
    caller: Caller,
    dialed: string,
    destination: Destination,
    isTrunk = false,
  ): void {
    const { runner, board, newId, ports } = this.#parts;
    const full = this.#fullFor(caller, destination);
    if (full) {
      const { status, headers } = limitAnswer(full);
      invite.refuse(status, { headers });
      return;
    }
    const callId = newId();
    const startedAt = ports.clock.now();
    const { party } = caller;
    const record: LegRecord = {
      id: newId(),
      callId,
      companyId: caller.plan.config.id,
      endpointId: party.endpointId,
      trunkId: party.trunkId,
      queueId: undefined,
      direction: "out",
      ownNumber: party.number,
      number: dialed,
      name: "",
      dialed,
      startedAt,
      // Whoever answers for a colleague has one entry: that of the call they answered.
      isUntold: this.#isPickUp(caller, destination),
    };
    const core: CallCore = {
      id: callId,
      companyId: caller.plan.config.id,
      startedAt,
      dialed,
      caller: party,
      externalCallerId: caller.externalCallerId,
      isAnonymous: caller.isAnonymous,
      isDoorbell: caller.isDoorbell,
      queueId: undefined,
      via: undefined,
      note: undefined,
      visited: [],
      legs: new Map(),
      musicPath: caller.musicPath,
      faxLineId: caller.faxLineId,
    };
    const { deviceId, musicPath } = caller;
    const channel: Channel = { id: newId(), party, recordId: record.id, deviceId, musicPath };
    board.take(invite, channel, core, kindOfCaller(invite, isTrunk), caller.account);
    runner.offer(core, channel, record, destination);
  }
}

/** RFC 3261 §21.4.26: an offer that we cannot use is refused before anybody's phone rings for it. */
function canAnswer({ offer }: IncomingInvite, kind: LegKind): boolean {
  // A browser leg cannot make the offer itself; without one there is nothing to answer.
  if (!offer) return kind !== "browser";
  // What browsers offer is for the media process to read.
  return kind === "browser" || isUsableOffer(sdpText(offer));
}

/** Whom an address names, in text that can be shown and stored: on the wire it may be any bytes. */
function textOf(uri: Uri): string | undefined {
  const user = userText(uri);
  return user === undefined ? undefined : storableText(user);
}

/** RFC 3323 and the old way of a From without a name. */
function isPrivate({ request }: IncomingInvite): boolean {
  const privacy = request.headers.text("privacy")?.toLowerCase() ?? "none";
  const { uri } = request.from;
  const isNameless = uri.kind === "sip" && uri.host.toLowerCase() === "anonymous.invalid";
  return isNameless || privacy.includes("id") || privacy.includes("user");
}

/** The same line, or another line of one of its users. */
function isOwn(plan: CompanyPlan, endpoint: EndpointConfig, otherId: string | undefined): boolean {
  if (otherId === endpoint.id) return true;
  const other = plan.endpoints.get(otherId ?? "");
  return other?.userIds.some((userId) => endpoint.userIds.includes(userId)) ?? false;
}
