import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Transcriber } from "../../platform/transcriber.ts";
import type { UnreadService } from "../unread/index.ts";
import { boxRoutes } from "./boxes/box-routes.ts";
import { BoxService } from "./boxes/box-service.ts";
import type { FullBoxDeps } from "./boxes/full-box.ts";
import { createKeeping } from "./boxes/keeping.ts";
import { createForgetting } from "./forgotten-voicemails.ts";
import { type BoxGreetings, createGreetings } from "./greetings/create-greetings.ts";
import { LiveDeposits } from "./live/live-deposits.ts";
import { ArrivalMails } from "./mail/arrival-mails.ts";
import { VoicemailForwards, type VoicemailForwardsDeps } from "./mail/voicemail-forwards.ts";
import { TranscriptionQueue } from "./transcription-queue.ts";
import { VoicemailArrivals } from "./voicemail-arrivals.ts";
import { VoicemailReads } from "./voicemail-reads.ts";
import { voicemailRoutes } from "./voicemail-routes.ts";
import { VoicemailService } from "./voicemail-service.ts";

export interface VoicemailsFeatureDeps extends FullBoxDeps {
  readonly outbox: FullBoxDeps["outbox"] & VoicemailForwardsDeps["outbox"];
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
  readonly boxHandlers: ReturnType<typeof boxRoutes>;
  readonly greetings: BoxGreetings;
  /** For the phone system. */
  readonly arrivals: VoicemailArrivals;
  readonly reads: VoicemailReads;
  /** Told by the phone system, asked by `createLiveVoicemails`. */
  readonly deposits: LiveDeposits;
  start(): void;
  close(): Promise<void>;
}

export function createVoicemailsFeature(deps: VoicemailsFeatureDeps): VoicemailsFeature {
  const { logger: log } = deps;
  const reads = new VoicemailReads(deps);
  const mails = new ArrivalMails({ ...deps, log });
  const queue = new TranscriptionQueue({ ...deps, log, onSettled: () => mails.wake() });
  const forgetting = createForgetting({ ...deps, log });
  const service = new VoicemailService({ ...deps, onDeleted: () => forgetting.wake() });
  const deposits = new LiveDeposits({ ...deps, log });
  const keeping = createKeeping({ ...deps, log, service });
  const boxes = new BoxService({ ...deps, onChanged: () => keeping.wake() });
  const greetings = createGreetings(deps);
  const loops = [queue, mails, forgetting, keeping];
  return {
    handlers: voicemailRoutes(service, new VoicemailForwards(deps)),
    boxHandlers: boxRoutes(boxes),
    greetings,
    arrivals: new VoicemailArrivals({ ...deps, queue, mails, reads, service }),
    reads,
    deposits,
    start() {
      for (const loop of loops) loop.start();
    },
    async close() {
      await Promise.all([...loops, greetings, deposits].map((part) => part.close()));
    },
  };
}
