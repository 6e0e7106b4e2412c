import type { Clock } from "@offhook/kernel";
import type { ChatStore, TopicWithMembers } from "../ports/chat-store.ts";
import type { LiveTopic } from "./live-topic.ts";

/** How long a topic nobody listens to stays awake. */
const DOZE_MS = 4_000;

interface RegistryDeps {
  readonly store: Pick<ChatStore, "findTopic" | "createTopic">;
  readonly clock: Clock;
  readonly open: (stored: TopicWithMembers) => LiveTopic;
  /** Its last listener has been gone for a while; it is let go once this is done. */
  readonly onDoze: (topic: LiveTopic) => Promise<void>;
  readonly reportError: (failure: unknown) => void;
}

export interface OpenedTopic {
  readonly topic: LiveTopic;
  /** By this very request. */
  readonly isCreated: boolean;
}

/** The topics that are awake. Each exists once, so that all who write to it queue in one place. */
export class TopicRegistry {
  readonly #deps: RegistryDeps;
  readonly #awake = new Map<string, Promise<LiveTopic | undefined>>();
  readonly #opened = new Map<string, LiveTopic>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  find(name: string): Promise<LiveTopic | undefined> {
    return this.#awake.get(name) ?? this.#wake(name, () => this.#deps.store.findTopic(name));
  }

  /** The one that is there when somebody else was quicker. */
  async findOrCreate(name: string, create: () => TopicWithMembers): Promise<OpenedTopic> {
    const found = await this.find(name);
    if (found) return { topic: found, isCreated: false };
    let isCreated = false;
    const topic = await this.#wake(name, async () => {
      const created = create();
      await this.#deps.store.createTopic(created);
      isCreated = true;
      return created;
    });
    if (!topic) throw new Error(`The topic ${name} was made and is not there`);
    return { topic, isCreated };
  }

  /** Awake, and the only one that needs to hear of a change; undefined when it sleeps. */
  peek(name: string): LiveTopic | undefined {
    return this.#opened.get(name);
  }

  /** A listener has gone: it may fall asleep. */
  release(topic: LiveTopic): void {
    if (topic.attached.size > 0) return;
    this.#deps.clock.schedule(DOZE_MS, () => {
      if (topic.attached.size > 0 || this.#opened.get(topic.name) !== topic) return;
      void this.#doze(topic).catch(this.#deps.reportError);
    });
  }

  forget(topic: LiveTopic): void {
    if (this.#opened.get(topic.name) !== topic) return;
    this.#opened.delete(topic.name);
    this.#awake.delete(topic.name);
  }

  async #doze(topic: LiveTopic): Promise<void> {
    await this.#deps.onDoze(topic);
    if (topic.attached.size === 0 && topic.queue.isIdle) this.forget(topic);
    else this.release(topic);
  }

  #wake(name: string, load: () => Promise<TopicWithMembers | undefined>): Promise<LiveTopic | undefined> {
    const before = this.#awake.get(name);
    const waking = (before ?? Promise.resolve(undefined)).then(async (already) => {
      if (already) return already;
      const stored = await load();
      if (!stored) return undefined;
      const topic = this.#deps.open(stored);
      this.#opened.set(name, topic);
      return topic;
    });
    this.#awake.set(name, waking);
    const forgetNothing = (): void => {
      if (this.#awake.get(name) === waking) this.#awake.delete(name);
    };
    waking.then((topic) => topic ?? forgetNothing(), forgetNothing);
    return waking;
  }
}
