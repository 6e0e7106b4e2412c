import type { RoomConfig } from "../dialplan/company-config.ts";
import type { MediaPort } from "../ports/media-port.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";

/** Who is in which room. A room's bridge is made by the first and closed by the last. */
export class ConferenceRooms {
  readonly #media: MediaPort;
  readonly #members = new Map<string, Set<string>>();

  constructor(media: MediaPort) {
    this.#media = media;
  }

  get size(): number {
    return this.#members.size;
  }

  count(roomId: string): number {
    return this.#members.get(roomId)?.size ?? 0;
  }

  async enter(roomId: string, legId: string, newId: () => string): Promise<void> {
    const bridgeId = bridgeOf(roomId);
    const members = this.#members.get(roomId) ?? new Set<string>();
    const isFirst = members.size === 0;
    members.add(legId);
    this.#members.set(roomId, members);
    if (isFirst) await this.#media.request("createBridge", { bridgeId });
    await this.#media.request("joinBridge", { bridgeId, legId });
    if (!isFirst) await this.#sound(bridgeId, "joined", newId());
  }

  leave(roomId: string, legId: string, newId: () => string): void {
    const members = this.#members.get(roomId);
    if (!members?.delete(legId)) return;
    const bridgeId = bridgeOf(roomId);
    const isLast = members.size === 0;
    if (isLast) this.#members.delete(roomId);
    const done = isLast
      ? this.#media.request("closeBridge", { bridgeId })
      : this.#sound(bridgeId, "left", newId());
    done.catch(() => {});
  }

  async #sound(bridgeId: string, name: "joined" | "left", playbackId: string): Promise<void> {
    await this.#media.request("play", {
      playbackId,
      target: { bridgeId },
      sources: [{ kind: "tone", name }],
    });
  }
}

const bridgeOf = (roomId: string): string => `room:${roomId}`;

export async function attendRoom(
  line: ApplicationLine,
  rooms: ConferenceRooms,
  room: RoomConfig,
  newId: () => string,
): Promise<void> {
  const count = rooms.count(room.id);
  if (count >= room.maxMembers) {
    await line.play(prompts("all-circuits-busy"));
    return;
  }
  if (count === 0) await line.play(prompts("only-person"), "any");
  try {
    await rooms.enter(room.id, line.legId, newId);
    await line.forever();
  } finally {
    rooms.leave(room.id, line.legId, newId);
  }
}
