import { Audio, PeerConnection, type Track } from "node-datachannel";
import { PCMU } from "../codecs/g711.ts";
import { OPUS } from "../codecs/opus.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { isRtcp } from "../rtp/rtp-packet.ts";
import { TestVoice } from "./test-voice.ts";

/** What a test can ask of the peers in this process. */
export interface PeerCommands {
  offer(peerId: string, codec: "opus" | "PCMU"): Promise<string>;
  /** A new transport for the same voice, as after a change of network. */
  restart(peerId: string): Promise<string>;
  accept(peerId: string, answer: string): void;
  speak(peerId: string, hz: number | undefined): void;
  /** Claims a loudness in the RFC 6464 extension with id 1, whatever is really sent. */
  claimLevel(peerId: string, belowOverloadDb: number): void;
  dropEvery(peerId: string, packets: number): void;
  press(peerId: string, digit: DtmfDigit): void;
  heard(peerId: string, hz: readonly number[]): number[];
  state(peerId: string): {
    readonly connection: string;
    readonly digits: string;
    readonly packets: number;
    readonly reports: number;
  };
  close(peerId: string): void;
}

interface Peer {
  readonly codec: "opus" | "PCMU";
  readonly voice: TestVoice;
  connection: PeerConnection;
  track: Track;
  retired: PeerConnection | undefined;
  reports: number;
}

const peers = new Map<string, Peer>();
const EVENT_TYPE = 110;

function peer(peerId: string): Peer {
  const found = peers.get(peerId);
  if (!found) throw new Error(`No peer ${peerId}`);
  return found;
}

function connect(codec: "opus" | "PCMU", ssrc: number): { connection: PeerConnection; track: Track } {
  const connection = new PeerConnection("peer", { iceServers: [], disableAutoNegotiation: true });
  const audio = new Audio("0", "SendRecv");
  if (codec === "opus") audio.addOpusCodec(111);
  else audio.addAudioCodec(0, "PCMU");
  audio.addSSRC(ssrc, "peer", "peer", "peer");
  return { connection, track: connection.addTrack(audio) };
}

function listen(each: Peer): void {
  each.track.onMessage((data) => {
    if (isRtcp(data)) each.reports += 1;
    else each.voice.receive(data);
  });
}

/**
 * As a browser writes it: with telephone events and the audio level, which the library leaves out, and without addresses
 * that the engine could reach. Else the engine connects before the answer is here, and the library, which then knows no
 * fingerprint yet, closes itself.
 */
async function offerOf({ codec, connection }: Peer): Promise<string> {
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state === "complete") resolve();
    });
  });
  connection.setLocalDescription("offer");
  await gathered;
  const clock = codec === "opus" ? 48_000 : 8_000;
  return (connection.localDescription()?.sdp ?? "")
    .replace(/^a=(candidate:.*|end-of-candidates)\r\n/gm, "")
    .replace(/^(m=audio .*)$/m, `$1 ${EVENT_TYPE}`)
    .replace(
      "a=rtcp-mux",
      `a=rtcp-mux\r\na=rtpmap:${EVENT_TYPE} telephone-event/${clock}\r\na=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level`,
    );
}

const commands: PeerCommands = {
  offer: async (peerId, codec) => {
    const made: Peer = {
      codec,
      voice: new TestVoice({
        codec: codec === "opus" ? OPUS : PCMU,
        payloadType: codec === "opus" ? 111 : 0,
        eventPayloadType: EVENT_TYPE,
        eventClockRate: codec === "opus" ? 48_000 : 8_000,
        send: (data) => {
          if (made.track.isOpen()) made.track.sendMessageBinary(Buffer.from(data));
        },
      }),
      ...connect(codec, 4_242),
      retired: undefined,
      reports: 0,
    };
    listen(made);
    peers.set(peerId, made);
    return offerOf(made);
  },
  restart: async (peerId) => {
    const each = peer(peerId);
    each.retired = each.connection;
    Object.assign(each, connect(each.codec, 4_242));
    listen(each);
    return offerOf(each);
  },
  accept: (peerId, answer) => {
    const each = peer(peerId);
    each.connection.setRemoteDescription(answer, "answer");
    each.retired?.close();
  },
  speak: (peerId, hz) => peer(peerId).voice.speak(hz),
  claimLevel: (peerId, belowOverloadDb) => {
    peer(peerId).voice.audioLevel = { id: 1, belowOverloadDb };
  },
  dropEvery: (peerId, packets) => peer(peerId).voice.dropEvery(packets),
  press: (peerId, digit) => peer(peerId).voice.press(digit),
  heard: (peerId, hz) => hz.map((each) => peer(peerId).voice.heard(each)),
  state: (peerId) => {
    const { connection, voice, reports } = peer(peerId);
    return { connection: connection.state(), digits: voice.digits, packets: voice.received.length, reports };
  },
  close: (peerId) => {
    const { voice, connection, retired } = peer(peerId);
    peers.delete(peerId);
    voice.close();
    retired?.close();
    connection.close();
  },
};

interface Asked {
  readonly id: number;
  readonly name: keyof PeerCommands;
  readonly args: readonly unknown[];
}

async function answer({ id, name, args }: Asked): Promise<void> {
  try {
    const run = commands[name] as (...args: readonly unknown[]) => unknown;
    process.send?.({ id, result: await run(...args) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
}

process.on("message", (asked: Asked) => void answer(asked));
process.on("disconnect", () => process.exit(0));
