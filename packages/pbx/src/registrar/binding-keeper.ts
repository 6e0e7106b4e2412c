import { contactsOf, encodeUtf8, type Flow, type Hash, SipHeaders } from "@offhook/sip";
import type { BindingStore, SavedBinding } from "../ports/binding-store.ts";
import type { FlowOpener } from "../ports/flow-opener.ts";
import type { PbxDirectory, SipAccount } from "../ports/pbx-directory.ts";
import type { Binding } from "./binding.ts";

export interface BindingKeeperParts {
  readonly store: BindingStore;
  readonly directory: Pick<PbxDirectory, "account">;
  readonly flows: FlowOpener;
  readonly hash: Hash;
  /** Makes marks of secrets that tell nothing of them. */
  readonly pepper: string;
}

const SIP_PORT = 5_060;
const PROBE_APART_MS = 5;
const PROBED_IN_TURN = 2_000;

/** Writes down where desk phones are, and finds them again after a restart. */
export class BindingKeeper {
  readonly #parts: BindingKeeperParts;

  constructor(parts: BindingKeeperParts) {
    this.#parts = parts;
  }

  /** A device that is new, or has moved. Undefined where nothing is to be kept. */
  save(binding: Binding): Promise<void> | undefined {
    const saved = this.#describe(binding);
    return saved && this.#parts.store.save(saved);
  }

  refresh(binding: Binding): void {
    if (!isKept(binding.flow)) return;
    this.#parts.store.refresh(binding.endpointId, binding.key, () => this.#describe(binding));
  }

  remove({ endpointId, key, flow }: Binding): void {
    if (isKept(flow)) this.#parts.store.remove(endpointId, key);
  }

  async restore(
    saved: readonly SavedBinding[],
    onRestored: (binding: Binding, probeInMs: number) => void,
  ): Promise<void> {
    await Promise.all(
      saved.map(async (each, index) => {
        const binding = await this.#restoreOne(each);
        // One after the other: thousands of answers at once would be a flood of our own making.
        if (binding) onRestored(binding, (index % PROBED_IN_TURN) * PROBE_APART_MS);
      }),
    );
  }

  /** The binding of before the restart; undefined, and forgotten, where it is no good any more. */
  async #restoreOne(saved: SavedBinding): Promise<Binding | undefined> {
    const { directory, store } = this.#parts;
    const account = directory.account(saved.username);
    const isSame = account?.endpointId === saved.endpointId && this.#markOf(account) === saved.secretMark;
    const [contact] = contactsOf(SipHeaders.of(["Contact", saved.contact]));
    const flow = isSame && contact ? await this.#open(saved, contact) : undefined;
    if (!account || !contact || !flow) {
      store.remove(saved.endpointId, saved.key);
      return undefined;
    }
    const { secretMark: _mark, transport: _transport, address: _address, port: _port, ...rest } = saved;
    return {
      ...rest,
      companyId: account.companyId,
      contact,
      contactText: saved.contact,
      flow,
      kind: "phone",
      takesNotices: false,
      isOnline: true,
    };
  }

  /** Over TCP the phone called us: we can only knock at the port it says it listens on, at its own address. */
  async #open(saved: SavedBinding, contact: Binding["contact"]): Promise<Flow | undefined> {
    const { transport, address } = saved;
    const port = transport === "UDP" ? saved.port : portOf(contact);
    try {
      return await this.#parts.flows.open({ transport, host: address, port });
    } catch {
      return undefined;
    }
  }

  #describe(binding: Binding): SavedBinding | undefined {
    const { flow, endpointId, key, deviceId, username, callId, sequence, userAgent } = binding;
    const account = this.#parts.directory.account(username);
    if (!account || !isKept(flow)) return undefined;
    return {
      endpointId,
      key,
      deviceId,
      username,
      secretMark: this.#markOf(account),
      contact: binding.contactText,
      transport: flow.transport,
      address: flow.remote.address,
      port: flow.remote.port,
      callId,
      sequence,
      userAgent,
      registeredAt: binding.registeredAt,
      expiresAt: binding.expiresAt,
    };
  }

  #markOf({ secret, username }: SipAccount): string {
    return this.#parts.hash.sha256(encodeUtf8(`${this.#parts.pepper} ${username} ${JSON.stringify(secret)}`));
  }
}

const portOf = ({ uri }: Binding["contact"]): number => ("port" in uri ? uri.port : undefined) ?? SIP_PORT;

/** What can be reached again without the far end's help. */
const isKept = (flow: Flow): flow is Flow & { readonly transport: "UDP" | "TCP" } =>
  flow.transport === "UDP" || flow.transport === "TCP";
