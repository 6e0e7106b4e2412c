import type { FaxWebhookEvent, ProviderFax } from "@offhook/contract";
import { isSignedWebhook } from "../../../platform/webhooks/webhook-signature.ts";
import type { FaxJob, FaxOutcome, FaxProgress, FaxTransport, RecalledTry } from "../ways/fax-transport.ts";
import { type FaxProviderClient, OrderRefused } from "./fax-provider-client.ts";
import type { FaxProviderConfig } from "./fax-provider-config.ts";
import type { ProviderArrivals } from "./provider-arrivals.ts";
import { outcomeOf, reasonOf } from "./provider-outcome.ts";

export interface ProviderWayDeps {
  readonly config: FaxProviderConfig;
  readonly client: FaxProviderClient;
  readonly arrivals: ProviderArrivals;
  /** How long is waited for a webhook before asking; a test has less patience. */
  readonly askEveryMs?: number;
  readonly maxMs?: number;
}

const ASK_EVERY_MS = 15_000;
/** A hundred pages at the slowest speed, after a long queue. */
const MAX_MS = 3 * 3_600_000;
const EVENTS_KEPT = 1_000;

/** Faxes through a provider with a REST service and webhooks. */
export class ProviderWay implements FaxTransport {
  readonly way = "provider";
  readonly #deps: ProviderWayDeps;
  /** Of faxes that are waited for: what wakes whoever waits. */
  readonly #waiting = new Map<string, (fax: ProviderFax) => void>();
  /** A webhook may be quicker than the answer to the order it speaks of. */
  readonly #early = new Map<string, ProviderFax>();

  constructor(deps: ProviderWayDeps) {
    this.#deps = deps;
  }

  canSend(): boolean {
    return true;
  }

  async send(job: FaxJob, hear: (progress: FaxProgress) => void, stop: AbortSignal): Promise<FaxOutcome> {
    try {
      const id = await this.#deps.client.order(job, stop);
      return await this.#follow(id, job, hear, stop);
    } catch (error) {
      if (error instanceof OrderRefused) return failed(job, reasonOf(error.reason), error.message);
      return failed(job, stop.aborted ? "dropped" : "provider", messageOf(error));
    }
  }

  /** The provider goes on without us, and the order's name finds it again. */
  async recall(): Promise<RecalledTry> {
    return { kind: "goesOn" };
  }

  /** By the world's clock, as the provider signs, whatever hour a demo plays. */
  hasSigned(body: string, signature: string | undefined): boolean {
    return isSignedWebhook(signature, body, { secret: this.#deps.config.webhookSecret, now: Date.now() });
  }

  async hear(event: FaxWebhookEvent): Promise<void> {
    if (event.type === "fax.received") return this.#deps.arrivals.take(event);
    const listener = this.#waiting.get(event.id);
    if (listener) listener(event);
    // Asking finds out as well: nothing is lost with these.
    else this.#remember(event);
  }

  async #follow(
    id: string,
    job: FaxJob,
    hear: (progress: FaxProgress) => void,
    stop: AbortSignal,
  ): Promise<FaxOutcome> {
    const until = performance.now() + (this.#deps.maxMs ?? MAX_MS);
    let last: ProviderFax | undefined;
    let told = 0;
    for (;;) {
      // Webhooks overtake each other: a page that is behind the one told before is old news.
      if (last && last.page > told) tell(last, hear);
      told = Math.max(told, last?.page ?? 0);
      const outcome = last && outcomeOf(last, job.pages, job.firstPage - 1);
      if (outcome) return outcome;
      if (stop.aborted) return this.#stop(id, job, last);
      if (performance.now() > until)
        return failed(job, "provider", "The provider never said how it ended", last);
      last = (await this.#nextState(id, stop)) ?? last;
    }
  }

  /** What is heard by webhook, or else what the provider says when asked. */
  async #nextState(id: string, stop: AbortSignal): Promise<ProviderFax | undefined> {
    const early = this.#early.get(id);
    if (this.#early.delete(id)) return early;
    const heard = await new Promise<ProviderFax | undefined>((resolve) => {
      const give = (fax?: ProviderFax): void => {
        clearTimeout(timer);
        stop.removeEventListener("abort", onStop);
        this.#waiting.delete(id);
        resolve(fax);
      };
      const onStop = (): void => give();
      const timer = setTimeout(give, this.#deps.askEveryMs ?? ASK_EVERY_MS);
      this.#waiting.set(id, give);
      stop.addEventListener("abort", onStop, { once: true });
    });
    return heard ?? (stop.aborted ? undefined : this.#deps.client.stateOf(id, stop));
  }

  async #stop(id: string, job: FaxJob, last: ProviderFax | undefined): Promise<FaxOutcome> {
    const { client } = this.#deps;
    await client.cancel(id);
    const now = await client.stateOf(id, new AbortController().signal);
    const outcome = now && outcomeOf(now, job.pages, job.firstPage - 1);
    if (outcome) return outcome;
    const isLastPage = (now ?? last)?.page === job.pages;
    return failed(job, isLastPage ? "interrupted" : "dropped", "Stopped", now ?? last);
  }

  #remember(fax: ProviderFax): void {
    this.#early.set(fax.id, fax);
    const [oldest] = this.#early.keys();
    if (this.#early.size > EVENTS_KEPT && oldest !== undefined) this.#early.delete(oldest);
  }
}

function tell({ page, station }: ProviderFax, hear: (progress: FaxProgress) => void): void {
  hear({ page, ...(station !== "" && { station }) });
}

function failed(
  job: FaxJob,
  reason: ReturnType<typeof reasonOf>,
  detail: string,
  last?: ProviderFax,
): FaxOutcome {
  const pages = Math.min(job.pages, Math.max(job.firstPage - 1, last?.pagesSent ?? 0));
  return { kind: "failed", reason, pages, station: last?.station ?? "", detail, way: "provider" };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
