import type { BridgeTable } from "../../legs/audio/bridge-table.ts";
import type { PbxEvents } from "../../pbx-events.ts";
import type { PbxPorts } from "../../pbx-ports.ts";
import type { CallId, ChannelId } from "../call-ids.ts";
import type { CallView } from "../views/call-view.ts";

export interface RecordingRegistryParts {
  readonly ports: Pick<PbxPorts, "media" | "recordings" | "log">;
  readonly bridges: BridgeTable;
  readonly newId: () => string;
  readonly onFinished: (finished: PbxEvents["recordingFinished"]) => void;
  readonly onChanged: (callId: CallId) => void;
}

interface Recording {
  readonly recordingId: string;
  readonly callId: CallId;
  readonly companyId: string;
  readonly endpointId: string | undefined;
  readonly queueId: string | undefined;
  /** The queue wants it, and nobody else stops it. */
  readonly isByRule: boolean;
  readonly bridgeId: string;
  /** The leg of the line that asked: it stands on a side of its own, so that a transcript can say who spoke. */
  readonly ownLegId: ChannelId;
}

/** Which call, and who of it asked. */
export interface RecordingRequest {
  readonly call: Pick<CallView, "callId" | "companyId" | "queueId">;
  readonly bridgeId: string;
  readonly endpointId: string | undefined;
  readonly channelId: ChannelId;
  readonly isByRule?: boolean;
}

/** Recordings of live calls: at most one for each, through holds, until stopped or the call ends. */
export class RecordingRegistry {
  readonly #parts: RecordingRegistryParts;
  readonly #byCall = new Map<CallId, Recording>();
  /** Stopped, but their files are not yet there. */
  readonly #finishing = new Map<string, Recording>();
  readonly #unsubscribe: () => void;

  constructor(parts: RecordingRegistryParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.ports.media.on("recordingFinished", (recording) => {
      const known = this.#finishing.get(recording.recordingId) ?? this.#running(recording.recordingId);
      if (!known) return;
      const { callId, companyId, endpointId, queueId } = known;
      this.#finishing.delete(recording.recordingId);
      if (this.#isRunning(known)) this.#forget(known);
      parts.onFinished({ companyId, callId, endpointId, queueId, recording });
    });
  }

  isRecording(callId: CallId): boolean {
    return this.#byCall.has(callId);
  }

  start({ call, bridgeId, endpointId, channelId, isByRule = false }: RecordingRequest): string | undefined {
    const { callId, companyId, queueId } = call;
    if (this.#byCall.has(callId)) return undefined;
    const { ports, bridges, newId } = this.#parts;
    const recordingId = newId();
    const whose = { recordingId, callId, companyId, endpointId, queueId };
    const recording: Recording = { ...whose, isByRule, bridgeId, ownLegId: channelId };
    this.#byCall.set(callId, recording);
    bridges.pin(bridgeId);
    const path = ports.recordings.pathFor({ companyId, callId, recordingId });
    ports.media
      .request("record", {
        recordingId,
        target: { bridgeId },
        path,
        formats: ["mp3", "left.opus", "right.opus"],
        layout: "stereo",
        leftLegId: channelId,
      })
      .catch((error: unknown) => {
        ports.log.warn("A recording could not begin", { recordingId, error: String(error) });
        if (this.#isRunning(recording)) this.#forget(recording);
      });
    this.#parts.onChanged(callId);
    return recordingId;
  }

  /**
   * What a queue wants recorded begins and ends with the agent's part, and nothing is that it wants unrecorded. A call
   * that joins a conference is recorded there, everybody included, and back in its own bridge afterwards.
   */
  follow(call: CallView, bridgeId: string): void {
    const { callId, parties, recordingRule: rule, isToBeRecorded } = call;
    const { isByRule } = this.#byCall.get(callId) ?? {};
    if (isByRule !== undefined && (isByRule !== isToBeRecorded || rule?.policy === "never"))
      this.stop(callId);
    const agent = parties.find((party) => isToBeRecorded && party.endpointId === rule?.endpointId);
    if (agent && !isByRule) {
      const { endpointId, channelId } = agent;
      const ofQueue = { ...call, queueId: rule?.queueId };
      this.start({ call: ofQueue, bridgeId, endpointId, channelId, isByRule: true });
      return;
    }
    const recording = this.#byCall.get(callId);
    if (!recording) return;
    const { endpointId, recordingId } = recording;
    // A page that was loaded anew comes back with another leg.
    const own = parties.find((party) => endpointId !== undefined && party.endpointId === endpointId);
    const ownLegId = own?.channelId ?? recording.ownLegId;
    if (recording.bridgeId === bridgeId && recording.ownLegId === ownLegId) return;
    const { ports, bridges } = this.#parts;
    bridges.pin(bridgeId);
    ports.media
      .request("moveRecording", { recordingId, target: { bridgeId }, leftLegId: ownLegId })
      .catch((error: unknown) => {
        ports.log.warn("A recording could not follow its call", { recordingId, error: String(error) });
      });
    bridges.unpin(recording.bridgeId);
    this.#byCall.set(callId, { ...recording, bridgeId, ownLegId });
  }

  stop(callId: CallId): boolean {
    const recording = this.#byCall.get(callId);
    if (!recording) return false;
    const { recordingId } = recording;
    this.#finishing.set(recordingId, recording);
    this.#forget(recording);
    this.#parts.ports.media
      .request("stopRecording", { recordingId })
      .catch(() => this.#finishing.delete(recordingId));
    return true;
  }

  close(): void {
    for (const callId of [...this.#byCall.keys()]) this.stop(callId);
    this.#unsubscribe();
  }

  #isRunning({ callId, recordingId }: Recording): boolean {
    return this.#byCall.get(callId)?.recordingId === recordingId;
  }

  #running(recordingId: string): Recording | undefined {
    return [...this.#byCall.values()].find((each) => each.recordingId === recordingId);
  }

  #forget({ callId }: Recording): void {
    const recording = this.#byCall.get(callId);
    if (!recording) return;
    this.#byCall.delete(callId);
    this.#parts.bridges.unpin(recording.bridgeId);
    this.#parts.onChanged(callId);
  }
}
