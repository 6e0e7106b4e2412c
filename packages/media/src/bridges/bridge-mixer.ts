import { type AudioCodec, type CodecName, frameSamples } from "../codecs/audio-codec.ts";
import { silencePayload } from "../codecs/codec-table.ts";
import { MixBus, withVoices } from "../mixer/mix-bus.ts";
import { type BridgeMember, MixEncoder } from "./bridge-member.ts";

export type MixRate = 8_000 | 16_000;

interface Talker {
  readonly member: BridgeMember;
  readonly frame: Int16Array;
}

interface ListenerStream {
  readonly encoder: MixEncoder;
  /** The tick it was last encoded in: after a pause its encoder begins anew. */
  lastTick: number;
}

/** Up to this many members nobody is cut off for being quiet: the sound of a room belongs to a talk between few. */
export const SMALL_BRIDGE = 3;
/** More voices at once are noise, and each costs an encoder. */
const MAX_TALKERS = 8;

/**
 * Decodes all, adds up the talkers, encodes once for each talker and once per codec for all listeners: the cost
 * follows the number of talkers and not that of listeners. A lone talker hears shared silence. Who speaks to some of
 * them only is no part of the sum: it is added for each of those by itself.
 */
export class BridgeMixer {
  readonly #buses: Readonly<Record<MixRate, MixBus>> = {
    8000: new MixBus(frameSamples(8_000)),
    16000: new MixBus(frameSamples(16_000)),
  };
  readonly #streams = new Map<CodecName, ListenerStream>();

  /** Sends each leg its frame of this tick, and returns the legs that were heard. */
  mix(
    members: readonly BridgeMember[],
    extra: (sampleRate: MixRate) => readonly Int16Array[],
    tick: number,
    nowMs: number,
  ): readonly BridgeMember[] {
    const sampleRate = mixRate(members);
    const bus = this.#buses[sampleRate];
    bus.clear();
    const talkers = this.#talkers(members, sampleRate, tick);
    const open = talkers.filter(({ member }) => member.audience === undefined);
    const confined = talkers.filter(({ member }) => member.audience !== undefined);
    for (const { frame } of open) bus.add(frame);
    const announcements = extra(sampleRate);
    for (const frame of announcements) bus.add(frame);

    const own = new Map(open.map(({ member, frame }) => [member, frame]));
    const isAlone = open.length === 1 && announcements.length === 0;
    const shared = new Map<CodecName, Uint8Array>();
    for (const member of members) {
      const { codec } = member.leg;
      if (!codec) continue;
      const frame = own.get(member);
      const toThisOne = voicesFor(member, confined);
      const others = (): Int16Array => (frame ? bus.without(frame) : bus.all());
      const payload =
        toThisOne.length > 0
          ? this.#forTalker(member, codec, withVoices(others(), toThisOne), sampleRate)
          : frame
            ? this.#forTalker(member, codec, isAlone ? undefined : others(), sampleRate)
            : this.#forListener(member, codec, bus, sampleRate, shared, tick);
      member.leg.sendMixed(this, payload, nowMs);
    }
    return open.map(({ member }) => member);
  }

  #talkers(members: readonly BridgeMember[], sampleRate: MixRate, tick: number): Talker[] {
    const active = members.filter((member) => member.listen(tick));
    const isSmall = members.length <= SMALL_BRIDGE;
    const heard = isSmall ? members.filter(({ isAudible }) => isAudible) : loudest(active);
    return heard.flatMap((member) => {
      const frame = member.leg.frameAt(sampleRate, tick);
      return frame ? [{ member, frame }] : [];
    });
  }

  #forTalker(
    member: BridgeMember,
    codec: AudioCodec,
    mix: Int16Array | undefined,
    sampleRate: MixRate,
  ): Uint8Array {
    if (!mix) {
      member.hearsOwnMix = false;
      return silencePayload(codec);
    }
    const encoder = member.encoderFor(codec);
    if (!member.hearsOwnMix) encoder.restart();
    member.hearsOwnMix = true;
    return encoder.encode(mix, sampleRate);
  }

  #forListener(
    member: BridgeMember,
    codec: AudioCodec,
    bus: MixBus,
    sampleRate: MixRate,
    shared: Map<CodecName, Uint8Array>,
    tick: number,
  ): Uint8Array {
    if (bus.isSilent) {
      member.hearsOwnMix = false;
      return silencePayload(codec);
    }
    const stream = this.#streams.get(codec.name) ?? { encoder: new MixEncoder(codec), lastTick: -1 };
    this.#streams.set(codec.name, stream);
    const known = shared.get(codec.name);
    if (member.hearsOwnMix) {
      member.hearsOwnMix = false;
      // This tick's frame may be made already; then the newcomer is served with the next one.
      stream.encoder.restart();
    }
    if (known) return known;
    if (stream.lastTick !== tick - 1) stream.encoder.restart();
    stream.lastTick = tick;
    const payload = stream.encoder.encode(bus.all(), sampleRate);
    shared.set(codec.name, payload);
    return payload;
  }
}

/** What is said to this one and not to everybody. */
function voicesFor({ leg }: BridgeMember, confined: readonly Talker[]): Int16Array[] {
  return confined.flatMap(({ member, frame }) =>
    member.leg !== leg && member.audience?.has(leg.id) ? [frame] : [],
  );
}

/** Narrow-band legs alone are mixed at their own rate. */
function mixRate(members: readonly BridgeMember[]): MixRate {
  return members.some(({ leg }) => leg.codec?.sampleRate === 16_000) ? 16_000 : 8_000;
}

function loudest(members: BridgeMember[]): BridgeMember[] {
  if (members.length <= MAX_TALKERS) return members;
  return members.sort((one, other) => other.levelDb - one.levelDb).slice(0, MAX_TALKERS);
}
