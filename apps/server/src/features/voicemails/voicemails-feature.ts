import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Transcriber } from "../../platform/transcriber.ts";
import type { UnreadService } from "../unread/index.ts";
import { createForgetting } from "./forgotten-voicemails.ts";
import { TranscriptionQueue } from "./transcription-queue.ts";
import { VoicemailArrivals } from "./voicemail-arrivals.ts";
import { VoicemailReads } from "./voicemail-reads.ts";
import { voicemailRoutes } from "./voicemail-routes.ts";
import { VoicemailService } from "./voicemail-service.ts";

export interface VoicemailsFeatureDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly unread: UnreadService;
  readonly files: AudioFiles;
  readonly fileUrl: (key: string, name?: string) => string;
  /** Left out where nothing is transcribed. */
  readonly transcriber?: Transcriber | undefined;
}

export interface VoicemailsFeature {
  readonly handlers: ReturnType<typeof voicemailRoutes>;
  /** For the phone system. */
  readonly arrivals: VoicemailArrivals;
  readonly reads: VoicemailReads;
  start(): void;
  close(): Promise<void>;
}

export function createVoicemailsFeature(deps: VoicemailsFeatureDeps): VoicemailsFeature {
  const { logger: log, unread } = deps;
  const reads = new VoicemailReads(deps);
  const queue = new TranscriptionQueue({ ...deps, log });
  const forgetting = createForgetting({ ...deps, log });
  const service = new VoicemailService({ ...deps, onDeleted: () => forgetting.wake() });
  const loops = [queue, forgetting];
  return {
    handlers: voicemailRoutes(service),
    arrivals: new VoicemailArrivals({ unread, queue, reads, service }),
    reads,
    start() {
      for (const loop of loops) loop.start();
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
