import {
  type Flow,
  type Identifiers,
  type IncomingRequest,
  isReliable,
  type Refused,
  type SipRequest,
} from "@offhook/sip";
import type { Party } from "../calls/call-state.ts";
import type { PbxPorts, PbxSettings } from "../pbx-ports.ts";
import type { SipAccount } from "../ports/pbx-directory.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import { Gatekeeper } from "./gatekeeper.ts";
import type { Lockout } from "./guess-brake.ts";
import type { Registrar } from "./registrar.ts";

export interface FrontDoorParts {
  readonly ports: PbxPorts;
  readonly settings: PbxSettings;
  readonly identifiers: Identifiers;
  readonly registrar: () => Registrar;
  readonly trunkOf: (flow: Flow) => TrunkLink | undefined;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  /** Whose dialog it is that a request belongs to. */
  readonly partyOf: (request: SipRequest) => Party | undefined;
  readonly onLockout: (lockout: Lockout, account: SipAccount | undefined) => void;
}

/** Lets requests in: phones by their password, carriers by their address. */
export class FrontDoor {
  readonly gatekeeper: Gatekeeper;
  readonly #parts: FrontDoorParts;

  constructor(parts: FrontDoorParts) {
    this.#parts = parts;
    const { ports, settings, identifiers, onLockout } = parts;
    this.gatekeeper = new Gatekeeper({
      ...ports,
      identifiers,
      realm: settings.domain,
      secret: settings.nonceSecret,
      onLockout,
      ...(settings.digestAlgorithms && { algorithms: settings.digestAlgorithms }),
    });
  }

  /** Whether it is one of our phones or a carrier, for which there is always room. */
  isKnown(flow: Flow): boolean {
    return this.gatekeeper.isKnown(flow) || this.#parts.trunkOf(flow) !== undefined;
  }

  /** Looked at before a transaction is made: what strangers send takes no memory. */
  refusal(request: SipRequest, flow: Flow): ReturnType<Gatekeeper["refusal"]> {
    const { method } = request;
    const isAccounts =
      method === "REGISTER" || method === "SUBSCRIBE" || (method === "INVITE" && !this.#parts.trunkOf(flow));
    return isAccounts ? this.gatekeeper.refusal(request, flow) : undefined;
  }

  /**
   * A request of a call that comes by another way than the call. A phone whose router gave it another port proves its
   * password; a carrier comes from its own addresses; from everybody else it is not believed.
   */
  enterDialog(request: SipRequest, flow: Flow, dialogFlow: Flow): Refused | undefined {
    const party = this.#parts.partyOf(request);
    if (party?.trunkId !== undefined) {
      const isSameHost = isReliable(flow) && flow.remote.address === dialogFlow.remote.address;
      const isCarrier = isSameHost || this.#parts.trunk(party.trunkId)?.isFrom(flow) === true;
      return isCarrier ? undefined : { status: 403 };
    }
    if (party?.endpointId === undefined) return { status: 481 };
    return this.gatekeeper.admitToCall(request, flow, party.endpointId);
  }

  register(request: IncomingRequest): void {
    const admission = this.gatekeeper.admit(request.request, request.flow);
    if (admission.kind === "refused") {
      request.respond(admission.status, { headers: admission.headers });
      return;
    }
    const registrar = this.#parts.registrar();
    const answer = registrar.register(request.request, request.flow, admission.account);
    const { status, headers, stored } = answer;
    const respond = (): void => request.respond(status, headers ? { headers } : {});
    // A new device is told so when it is written down.
    if (stored) stored.then(respond, respond);
    else respond();
  }
}
