import type { CancelTimer, Clock } from "@offhook/kernel";
import { clear, createStore, delMany, entries, setMany, type UseStore } from "idb-keyval";
import { type LoggedFrame, newestPart } from "./message-log.ts";
import type { SeqRange } from "./seq-ranges.ts";
import { newRecord, type TeamsState, type TeamsStore, type TopicRecord } from "./teams-state.ts";
import type { ChatPerson, Member, Topic } from "./topic.ts";

interface CachedTopic {
  readonly topic: Topic;
  readonly members: readonly Member[];
  readonly frames: readonly LoggedFrame[];
  readonly known: readonly SeqRange[];
  readonly deleted: readonly SeqRange[];
}

interface CachedSelf {
  readonly ownId: string;
  readonly people: readonly ChatPerson[];
}

const SELF_KEY = "self";
const DRAFTS_KEY = "drafts";
const TOPIC_PREFIX = "topic:";
const SAVE_AFTER_MS = 1_000;
/** The specification's debounce. */
const SAVE_DRAFT_AFTER_MS = 500;

/** Topics and their last messages on this machine, so that the next visit has them before the line is there. */
export class TopicCache {
  readonly #store: UseStore;
  readonly #teams: TeamsStore;
  readonly #clock: Clock;
  readonly #report: (failure: unknown) => void;
  #cancelSave: CancelTimer | undefined;
  #cancelDrafts: CancelTimer | undefined;
  #saved: ReadonlyMap<string, TopicRecord> = new Map();
  #stopFollowing = (): void => {};

  constructor(options: {
    readonly database: string;
    readonly teams: TeamsStore;
    readonly clock: Clock;
    readonly report: (failure: unknown) => void;
  }) {
    this.#store = createStore(options.database, "topics");
    this.#teams = options.teams;
    this.#clock = options.clock;
    this.#report = options.report;
  }

  /** What the last visit has left, unless the service was quicker. */
  async load(): Promise<void> {
    const stored = new Map(await entries<string, unknown>(this.#store));
    const self = stored.get(SELF_KEY) as CachedSelf | undefined;
    const drafts = stored.get(DRAFTS_KEY) as ReadonlyMap<string, string> | undefined;
    if (drafts) this.#teams.setState({ drafts });
    if (!self || this.#teams.getState().status === "ready") return;
    const topics = new Map<string, TopicRecord>();
    for (const [key, value] of stored)
      if (key.startsWith(TOPIC_PREFIX)) {
        const record = fromCache(value as CachedTopic);
        topics.set(record.topic.id, record);
      }
    this.#saved = topics;
    const people = new Map(self.people.map((person) => [person.id, person]));
    this.#teams.setState({ ownId: self.ownId, topics, people, status: "ready" });
  }

  /** Keeps what changes from now on. */
  follow(): void {
    this.#stopFollowing = this.#teams.subscribe((now, before) => {
      if (now.topics !== before.topics)
        this.#cancelSave ??= this.#clock.schedule(SAVE_AFTER_MS, () => this.save());
      if (now.drafts !== before.drafts) {
        this.#cancelDrafts?.();
        this.#cancelDrafts = this.#clock.schedule(SAVE_DRAFT_AFTER_MS, () => this.#saveDrafts());
      }
    });
  }

  save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const state = this.#teams.getState();
    const changed = [...state.topics].filter(([id, record]) => this.#saved.get(id) !== record);
    const removed = [...this.#saved.keys()].filter((id) => !state.topics.has(id));
    this.#saved = state.topics;
    const values: [string, unknown][] = changed.map(([id, record]) => [TOPIC_PREFIX + id, toCache(record)]);
    const self = selfOf(state);
    if (self) values.push([SELF_KEY, self]);
    void Promise.all([
      setMany(values, this.#store),
      delMany(
        removed.map((id) => TOPIC_PREFIX + id),
        this.#store,
      ),
    ]).catch(this.#report);
  }

  /** `isForgotten`: nothing of the user stays on this machine. */
  async stop(isForgotten: boolean): Promise<void> {
    this.#stopFollowing();
    if (!isForgotten && this.#cancelSave) this.save();
    if (!isForgotten && this.#cancelDrafts) this.#saveDrafts();
    this.#cancelSave?.();
    this.#cancelDrafts?.();
    if (isForgotten) await clear(this.#store);
  }

  #saveDrafts(): void {
    this.#cancelDrafts?.();
    this.#cancelDrafts = undefined;
    const { drafts } = this.#teams.getState();
    void setMany([[DRAFTS_KEY, drafts]], this.#store).catch(this.#report);
  }
}

function selfOf({ ownId, people }: TeamsState): CachedSelf | undefined {
  return ownId === undefined ? undefined : { ownId, people: [...people.values()] };
}

function toCache({ topic, members, log }: TopicRecord): CachedTopic {
  const { frames, known, deleted } = newestPart(log, topic.seq);
  return { topic, members: [...members.values()], frames: [...frames.values()], known, deleted };
}

function fromCache({ topic, members, frames, known, deleted }: CachedTopic): TopicRecord {
  return {
    ...newRecord({ ...topic, isOnline: false }),
    members: new Map(members.map((member) => [member.user, { ...member, isOnline: false }])),
    log: { frames: new Map(frames.map((frame) => [frame.data.seq, frame])), known, deleted },
  };
}
