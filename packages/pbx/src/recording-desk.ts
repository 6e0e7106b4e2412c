import type { CallCore } from "./calls/call-state.ts";
import type { CallId } from "./calls/call-view.ts";
import type { BridgeTable } from "./legs/bridge-table.ts";
import type { PbxEvents } from "./pbx-events.ts";
import type { PbxPorts } from "./pbx-ports.ts";

export interface RecordingDeskParts {
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
  readonly bridgeId: string;
}

/** Recordings of live calls: at most one for each, through holds, until stopped or the call ends. */
export class RecordingDesk {
  readonly #parts: RecordingDeskParts;
  readonly #byCall = new Map<CallId, Recording>();
  /** Stopped, but their files are not yet there. */
  readonly #finishing = new Map<string, Recording>();
  readonly #unsubscribe: () => void;

  constructor(parts: RecordingDeskParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.ports.media.on("recordingFinished", (recording) => {
      const known = this.#finishing.get(recording.recordingId) ?? this.#running(recording.recordingId);
      if (!known) return;
      const { callId, companyId, endpointId } = known;
      this.#finishing.delete(recording.recordingId);
      if (this.#byCall.get(callId) === known) this.#forget(known);
      parts.onFinished({ companyId, callId, endpointId, recording });
    });
  }

  isRecording(callId: CallId): boolean {
    return this.#byCall.has(callId);
  }

  start(core: CallCore, bridgeId: string, endpointId: string | undefined): string | undefined {
    if (this.#byCall.has(core.id)) return undefined;
    const { ports, bridges, newId } = this.#parts;
    const recording: Recording = {
      recordingId: newId(),
      callId: core.id,
      companyId: core.companyId,
      endpointId,
      bridgeId,
    };
    const { recordingId } = recording;
    this.#byCall.set(core.id, recording);
    bridges.pin(bridgeId);
    const path = ports.recordings.pathFor({ companyId: core.companyId, callId: core.id, recordingId });
    ports.media
      .request("record", { recordingId, target: { bridgeId }, path, formats: ["wav", "mp3"] })
      .catch((error: unknown) => {
        ports.log.warn("A recording could not begin", { recordingId, error: String(error) });
        if (this.#byCall.get(core.id) === recording) this.#forget(recording);
      });
    this.#parts.onChanged(core.id);
    return recordingId;
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

  #running(recordingId: string): Recording | undefined {
    return [...this.#byCall.values()].find((each) => each.recordingId === recordingId);
  }

  #forget(recording: Recording): void {
    this.#byCall.delete(recording.callId);
    this.#parts.bridges.unpin(recording.bridgeId);
    this.#parts.onChanged(recording.callId);
  }
}
