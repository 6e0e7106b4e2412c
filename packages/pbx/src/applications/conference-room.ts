import type { RoomConfig } from "../dialplan/company-config.ts";
import type { MediaPort } from "../ports/media-port.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";

interface Room {
  readonly members: Set<string>;
  /** The media process has a bridge for it. */
  hasBridge: boolean;
}

/** The members of each room. A room's bridge is made by the first to enter and closed after the last. */
export class ConferenceRooms {
  readonly #media: MediaPort;
  readonly #rooms = new Map<string, Room>();

  constructor(media: MediaPort) {
    this.#media = media;
    // Its bridges died with the media process; its members have lost their legs as well.
    media.on("engineDown", () => this.#rooms.clear());
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** Takes a place, before anything is said: two who come together must not both get the last one. */
  reserve({ id, maxMembers }: RoomConfig, legId: string): "full" | "first" | "joining" {
    const room = this.#rooms.get(id) ?? { members: new Set<string>(), hasBridge: false };
    if (room.members.size >= maxMembers) return "full";
    room.members.add(legId);
    this.#rooms.set(id, room);
    return room.members.size === 1 ? "first" : "joining";
  }

  async enter(roomId: string, legId: string, newId: () => string): Promise<void> {
    const room = this.#rooms.get(roomId);
    if (!room) return;
    const bridgeId = bridgeOf(roomId);
    if (!room.hasBridge) {
      room.hasBridge = true;
      await this.#media.request("createBridge", { bridgeId });
    }
    await this.#media.request("joinBridge", { bridgeId, legId });
    if (room.members.size > 1) await this.#sound(bridgeId, "joined", newId());
  }

  leave(roomId: string, legId: string, newId: () => string): void {
    const room = this.#rooms.get(roomId);
    if (!room?.members.delete(legId)) return;
    const isLast = room.members.size === 0;
    if (isLast) this.#rooms.delete(roomId);
    if (!room.hasBridge) return;
    const bridgeId = bridgeOf(roomId);
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
  const place = rooms.reserve(room, line.legId);
  if (place === "full") {
    await line.play(prompts("all-circuits-busy"));
    return;
  }
  try {
    if (place === "first") await line.play(prompts("only-person"), "any");
    await rooms.enter(room.id, line.legId, newId);
    await line.forever();
  } finally {
    rooms.leave(room.id, line.legId, newId);
  }
}
