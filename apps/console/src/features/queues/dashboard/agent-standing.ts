import type { QueueAgentState, QueueAgentStatus, QueueStatus } from "@offhook/contract";
import type { Section } from "@offhook/ui";

/** What somebody does, over all their lines and queues. */
export interface Standing {
  readonly state: QueueAgentState;
  /** Unix time in seconds. */
  readonly since: number;
  readonly reason: string | null;
}

export interface Colleague extends Standing {
  readonly key: string;
  readonly userId: number | null;
  readonly name: string;
  /** Names of those that the colleague is logged in to. */
  readonly queues: readonly string[];
}

/** What counts most comes first. For all other queues, a line that one of them rings is busy. */
const ORDER: readonly QueueAgentState[] = [
  "ringing",
  "busy",
  "paused",
  "wrapUp",
  "idle",
  "unreachable",
  "loggedOut",
];

/** Those who can help come first. */
const SHOWN_ORDER: readonly QueueAgentState[] = [
  "idle",
  "ringing",
  "busy",
  "wrapUp",
  "paused",
  "unreachable",
  "loggedOut",
];

const WORDS: Readonly<Record<QueueAgentState, string>> = {
  idle: "Free",
  ringing: "Ringing",
  busy: "On a call",
  wrapUp: "Wrap-up",
  paused: "Paused",
  unreachable: "Away",
  loggedOut: "Signed out",
};

const COLORS: Readonly<Record<QueueAgentState, Section | undefined>> = {
  idle: "answered",
  ringing: "calls",
  busy: "calls",
  wrapUp: "fax",
  paused: "fax",
  unreachable: undefined,
  loggedOut: undefined,
};

/** "Paused: Lunch". */
export function standingWords({ state, reason }: Pick<Standing, "state" | "reason">): string {
  return state === "paused" && reason ? `${WORDS.paused}: ${reason}` : WORDS[state];
}

/** Undefined: nothing that needs a color. */
export function standingColor(state: QueueAgentState): Section | undefined {
  return COLORS[state];
}

/** Undefined for somebody who serves no queue. */
export function standingOf(places: readonly QueueAgentStatus[]): Standing | undefined {
  const [state] = ORDER.filter((each) => places.some((place) => place.state === each));
  if (state === undefined) return undefined;
  const same = places.filter((place) => place.state === state);
  const since = Math.min(...same.map((place) => place.since));
  return { state, since, reason: same.find(({ reason }) => reason !== null)?.reason ?? null };
}

export function ownPlaces(
  queues: readonly QueueStatus[],
  ownLines: readonly string[],
): readonly QueueAgentStatus[] {
  return queues.flatMap(({ agents }) => agents.filter(({ phone }) => ownLines.includes(phone)));
}

/** Whether one of the user's lines may be rung for a call of a queue with these agents. */
export function canTakeCalls(agents: readonly QueueAgentStatus[], ownLines: readonly string[]): boolean {
  return agents.some(
    ({ phone, state }) => ownLines.includes(phone) && (state === "idle" || state === "wrapUp"),
  );
}

/** Everyone else, each once: a person may have several lines and serve several queues. */
export function colleaguesOf(
  queues: readonly QueueStatus[],
  ownLines: readonly string[],
): readonly Colleague[] {
  const byPerson = new Map<string, { readonly queue: string; readonly place: QueueAgentStatus }[]>();
  for (const { name: queue, agents } of queues)
    for (const place of agents) {
      if (ownLines.includes(place.phone)) continue;
      const key = place.user_id === null ? place.phone : `user ${place.user_id}`;
      byPerson.set(key, [...(byPerson.get(key) ?? []), { queue, place }]);
    }
  return [...byPerson].flatMap(([key, all]) => colleagueOf(key, all) ?? []).sort(compareColleagues);
}

function colleagueOf(
  key: string,
  all: readonly { readonly queue: string; readonly place: QueueAgentStatus }[],
): Colleague | undefined {
  const standing = standingOf(all.map(({ place }) => place));
  const [first] = all;
  if (!standing || !first) return undefined;
  const loggedIn = all.filter(({ place }) => place.state !== "loggedOut").map(({ queue }) => queue);
  const { user_id: userId, name } = first.place;
  return { key, userId, name, queues: [...new Set(loggedIn)], ...standing };
}

function compareColleagues(one: Colleague, other: Colleague): number {
  const byState = SHOWN_ORDER.indexOf(one.state) - SHOWN_ORDER.indexOf(other.state);
  return byState || one.name.localeCompare(other.name);
}
