import { Emitter } from "@offhook/kernel";
import type { MediaFrame } from "../protocol/ipc-frames.ts";
import type {
  CreateRtpLeg,
  MediaCommandName,
  ParamsOf,
  ResultOf,
  RtpLegPorts,
} from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaEventName, MediaEvents } from "../protocol/media-events.ts";
import { DEFAULT_MEDIA_SETTINGS, type MediaSettings } from "../protocol/media-settings.ts";
import { defaultProgram, MediaChild, type MediaProgram } from "./media-child.ts";
import { OpenThings } from "./open-things.ts";
import { PortStock } from "./port-stock.ts";

export interface MediaEngineEvents extends MediaEvents {
  /** The process is ready, at first and after every death. */
  engineUp: { readonly pid: number | undefined };
  /** All legs, bridges and playbacks are gone; `legLost` and `recordingFinished` have been told for each. */
  engineDown: { readonly reason: string; readonly retryInMs: number };
}

export interface MediaEngineOptions {
  readonly settings?: Partial<MediaSettings>;
  /** Where the media process's code lies. Default: this package's sources, or the bundle beside ours. */
  readonly program?: MediaProgram;
}

type EngineState =
  | { readonly name: "stopped" }
  | { readonly name: "starting"; readonly child: MediaChild; readonly waiting: (() => void)[] }
  | { readonly name: "running"; readonly child: MediaChild; readonly sinceMs: number }
  | { readonly name: "backingOff"; readonly timer: NodeJS.Timeout; readonly waiting: (() => void)[] };

interface PendingRequest {
  readonly name: MediaCommandName;
  readonly params: ParamsOf<MediaCommandName>;
  readonly timer: NodeJS.Timeout;
  resolve(result: ResultOf<MediaCommandName>): void;
  reject(error: MediaError): void;
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
/** A run of this length was healthy: the next death is retried at once. */
const HEALTHY_MS = 30_000;
const REQUEST_MS = 15_000;
const MAX_PENDING = 2_000;

/**
 * The control process's handle on the media process: forks it, sends it commands, tells what happens in it, and
 * forks it again when it dies. Its audio is lost then; the caller hears `legLost` for every leg.
 */
export class MediaEngine {
  readonly #settings: MediaSettings;
  readonly #program: MediaProgram;
  readonly #events = new Emitter<MediaEngineEvents>();
  readonly #pending = new Map<number, PendingRequest>();
  readonly #open = new OpenThings();
  readonly #stock: PortStock;
  #state: EngineState = { name: "stopped" };
  #nextId = 1;
  #retryMs = FIRST_RETRY_MS;

  constructor({ settings = {}, program = defaultProgram() }: MediaEngineOptions = {}) {
    this.#settings = { ...DEFAULT_MEDIA_SETTINGS, ...settings };
    this.#program = program;
    this.#stock = new PortStock(this.#settings.heldRtpPorts, (count) =>
      this.request("holdRtpPorts", { count }),
    );
  }

  get isRunning(): boolean {
    return this.#state.name === "running";
  }

  on<Name extends keyof MediaEngineEvents>(
    name: Name,
    listener: (payload: MediaEngineEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  /** Resolves when the process takes commands. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state.name === "running") resolve();
      else if (this.#state.name === "stopped") this.#fork([resolve]);
      else this.#state.waiting.push(resolve);
    });
  }

  /** Rejects with a `MediaError`. While the process is being forked anew, commands wait for it. */
  request<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal();
      if (refusal) {
        reject(refusal);
        return;
      }
      const accept = resolve as (result: ResultOf<MediaCommandName>) => void;
      const atOnce = name === "createRtpLeg" && this.#createOnHeldPort(params as CreateRtpLeg);
      if (atOnce) {
        accept(atOnce);
        return;
      }
      const id = this.#nextId;
      this.#nextId += 1;
      const timer = setTimeout(() => {
        this.#settle(id)?.reject(new MediaError("media.timedOut", `${name} was not answered`));
      }, REQUEST_MS);
      this.#pending.set(id, { name, params, timer, resolve: accept, reject });
      if (this.#state.name === "running") this.#send(id);
      else if (this.#state.name !== "stopped") this.#state.waiting.push(() => this.#send(id));
    });
  }

  /**
   * A command whose result nobody waits for, which costs half of one that is answered: in order with the others, and
   * refused with `orderRefused`. One on its way to a process that dies is lost with everything it could have been for.
   */
  tell<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): void {
    if (this.#state.name === "running") this.#order(name, params);
    else if (this.#state.name !== "stopped") this.#state.waiting.push(() => this.#order(name, params));
  }

  async stop(): Promise<void> {
    const state = this.#state;
    this.#state = { name: "stopped" };
    this.#rejectAll(new MediaError("media.stopped", "The media engine was stopped"));
    if (state.name === "backingOff") clearTimeout(state.timer);
    else if (state.name !== "stopped") await state.child.stop();
    this.#open.clear();
  }

  #refusal(): MediaError | undefined {
    const { name } = this.#state;
    if (name === "stopped") return new MediaError("media.stopped", "The media engine is not started");
    if (this.#pending.size >= MAX_PENDING)
      return new MediaError("media.overloaded", "The media process does not keep up with its commands");
    return undefined;
  }

  /** On a port that is open already; the process need not hear of it before it hears what the leg is for. */
  #createOnHeldPort(params: CreateRtpLeg): RtpLegPorts | undefined {
    if (this.#state.name !== "running" || params.localAddress !== undefined) return undefined;
    if (params.wantedPort !== undefined) return undefined;
    const held = this.#stock.take();
    if (!held) return undefined;
    const order = { ...params, heldPort: held.port };
    this.#open.onCommand("createRtpLeg", order);
    this.#state.child.sendWithNext({ type: "order", name: "createRtpLeg", params: order });
    return { ...held, address: params.announcedAddress ?? held.address };
  }

  #send(id: number): void {
    const request = this.#pending.get(id);
    if (!request || this.#state.name !== "running") return;
    const { name, params } = request;
    this.#open.onCommand(name, params);
    this.#state.child.send({ type: "request", id, name, params } as Parameters<MediaChild["send"]>[0]);
  }

  #order<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): void {
    if (this.#state.name !== "running") return;
    this.#open.onCommand(name, params);
    this.#state.child.send({ type: "order", name, params } as Parameters<MediaChild["send"]>[0]);
  }

  #fork(waiting: (() => void)[]): void {
    this.#stock.clear();
    const child: MediaChild = new MediaChild(this.#program, this.#settings, {
      onReady: () => this.#onReady(child),
      onFrame: (frame) => this.#onFrame(frame),
      onExit: (reason) => this.#onExit(reason),
    });
    this.#state = { name: "starting", child, waiting };
  }

  #onReady(child: MediaChild): void {
    if (this.#state.name !== "starting") return;
    const { waiting } = this.#state;
    this.#state = { name: "running", child, sinceMs: performance.now() };
    this.#events.emit("engineUp", { pid: child.pid });
    for (const proceed of waiting) proceed();
  }

  #onFrame(frame: Extract<MediaFrame, { type: "result" | "refusal" | "event" }>): void {
    if (frame.type === "event") {
      this.#tell(frame.name, frame.payload);
      return;
    }
    const request = this.#settle(frame.id);
    if (!request) return;
    if (frame.type === "result") {
      request.resolve(frame.result);
      return;
    }
    this.#open.onRefusal(request.name, request.params);
    request.reject(new MediaError(frame.code, frame.message));
  }

  #tell<Name extends MediaEventName>(name: Name, payload: MediaEvents[Name]): void {
    this.#open.onEvent(name, payload);
    // The name picks the payload's type; the compiler cannot follow that through the wider table.
    this.#events.emit(name, payload as MediaEngineEvents[Name]);
  }

  #onExit(reason: string): void {
    const state = this.#state;
    if (state.name === "stopped" || state.name === "backingOff") return;
    const waiting = state.name === "starting" ? state.waiting : [];
    if (state.name === "running" && performance.now() - state.sinceMs > HEALTHY_MS)
      this.#retryMs = FIRST_RETRY_MS;
    const retryInMs = this.#retryMs;
    this.#retryMs = Math.min(MAX_RETRY_MS, 2 * this.#retryMs);
    const timer = setTimeout(() => {
      if (this.#state.name === "backingOff") this.#fork(this.#state.waiting);
    }, retryInMs);
    this.#state = { name: "backingOff", timer, waiting };
    if (state.name === "running")
      this.#rejectAll(new MediaError("media.processDied", `The media process ended: ${reason}`));
    this.#reportLosses();
    this.#events.emit("engineDown", { reason, retryInMs });
  }

  #reportLosses(): void {
    const { legs, recordings } = this.#open;
    this.#open.clear();
    for (const legId of legs) this.#events.emit("legLost", { legId, reason: "processDied" });
    for (const { recordingId, wav } of recordings)
      this.#events.emit("recordingFinished", {
        recordingId,
        reason: "processDied",
        durationMs: 0,
        trailingSilenceMs: 0,
        files: { wav },
      });
  }

  #settle(id: number): PendingRequest | undefined {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (request) clearTimeout(request.timer);
    return request;
  }

  #rejectAll(error: MediaError): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
  }
}
