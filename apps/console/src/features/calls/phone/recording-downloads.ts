import type { PbxEvent } from "@offhook/contract";
import { readJson } from "../../../platform/storage/key-value-store.ts";
import type { SoftPhonePorts } from "./phone-ports.ts";

export type RecordingNews = Extract<PbxEvent, { type: "RECORDING_NEW" }>;

const KEY = "phoneRecordings";
type Ports = Pick<SoftPhonePorts, "client" | "download" | "tabStore" | "notify">;

/** Files of recordings go to the tab that asked for them, also when it was loaded anew meanwhile. */
export class RecordingDownloads {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  expect(callid: string): void {
    this.#write([...this.#expected(), callid]);
  }

  async fetch({ callid, id, duration }: RecordingNews): Promise<void> {
    const { client, download, notify } = this.#ports;
    const expected = this.#expected();
    const index = expected.indexOf(callid);
    if (index === -1) return;
    this.#write(expected.filter((_each, at) => at !== index));
    if (duration <= 0) {
      notify("No buffer to send", "error");
      return;
    }
    const { url, time } = await client.getCallRecording({ query: { id } });
    download({ name: fileName(time), source: url, type: "audio/mpeg" });
  }

  #expected(): readonly string[] {
    const stored = readJson(this.#ports.tabStore, KEY);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  }

  #write(expected: readonly string[]): void {
    if (expected.length === 0) this.#ports.tabStore.remove(KEY);
    else this.#ports.tabStore.set(KEY, JSON.stringify(expected));
  }
}

/** 'call-2030-01-07-0905.mp3' */
function fileName(time: number): string {
  const iso = new Date(time * 1_000).toISOString();
  return `call-${iso.slice(0, 10)}-${iso.slice(11, 16).replace(":", "")}.mp3`;
}
