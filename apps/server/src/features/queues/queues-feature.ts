import { queueCallbackRoutes } from "./callbacks/queue-callback-routes.ts";
import { QueueCallbackService, type QueueCallbackServiceDeps } from "./callbacks/queue-callback-service.ts";
import { queueCallRoutes } from "./calls/queue-call-routes.ts";
import { QueueCallService, type QueueCallServiceDeps } from "./calls/queue-call-service.ts";
import { dispatchRoutes } from "./dispatch/dispatch-routes.ts";
import { DispatchService, type DispatchServiceDeps } from "./dispatch/dispatch-service.ts";
import { HuntGroupService, type HuntGroupServiceDeps } from "./hunt-group-service.ts";
import type { QueueBoard } from "./live/queue-board.ts";
import { QueueStatusService } from "./live/queue-status-service.ts";
import { QueueNumberService, type QueueNumberServiceDeps } from "./numbers/queue-number-service.ts";
import { PassedOverService } from "./passed-over/passed-over-service.ts";
import { QueuePauseService, type QueuePauseServiceDeps } from "./pauses/queue-pause-service.ts";
import { queueRoutes } from "./queue-routes.ts";
import { QueueService, type QueueServiceDeps } from "./queue-service.ts";
import {
  createQueueRecordRetention,
  type QueueRecordRetentionDeps,
} from "./records/queue-record-retention.ts";
import { MorningReports, type MorningReportsDeps } from "./reports/morning-reports.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { createShiftClock } from "./shifts/shift-clock.ts";
import { shiftRoutes } from "./shifts/shift-routes.ts";
import { ShiftService } from "./shifts/shift-service.ts";
import { AgentLeadService } from "./supervision/agent-lead-service.ts";
import { supervisionRoutes } from "./supervision/supervision-routes.ts";
import { SupervisionService, type SupervisionServiceDeps } from "./supervision/supervision-service.ts";
import { UsualHours } from "./wallboard/usual-hours.ts";
import { wallboardRoutes } from "./wallboard/wallboard-routes.ts";
import { WallboardScreens } from "./wallboard/wallboard-screens.ts";
import { WallboardService } from "./wallboard/wallboard-service.ts";

export interface QueuesFeatureDeps
  extends QueueServiceDeps,
    SupervisionServiceDeps,
    HuntGroupServiceDeps,
    QueueNumberServiceDeps,
    QueuePauseServiceDeps,
    QueueCallServiceDeps,
    DispatchServiceDeps,
    QueueCallbackServiceDeps,
    QueueRecordRetentionDeps,
    MorningReportsDeps {
  readonly board: QueueBoard;
  /** Of the console. */
  readonly build: string;
}

export interface QueuesFeature {
  readonly handlers: ReturnType<typeof queueRoutes>;
  readonly callHandlers: ReturnType<typeof queueCallRoutes>;
  readonly supervisionHandlers: ReturnType<typeof supervisionRoutes>;
  readonly reportHandlers: ReturnType<typeof reportRoutes>;
  readonly wallboardHandlers: ReturnType<typeof wallboardRoutes>;
  readonly shiftHandlers: ReturnType<typeof shiftRoutes>;
  readonly dispatchHandlers: ReturnType<typeof dispatchRoutes>;
  readonly callbackHandlers: ReturnType<typeof queueCallbackRoutes>;
  start(): void;
  close(): Promise<void>;
}

export function createQueuesFeature(deps: QueuesFeatureDeps): QueuesFeature {
  const retention = createQueueRecordRetention(deps);
  const numbers = new QueueNumberService(deps);
  const mornings = new MorningReports(deps, numbers);
  const usual = new UsualHours(deps);
  const shiftClock = createShiftClock(deps);
  const jobs = [retention, shiftClock, mornings];
  return {
    handlers: queueRoutes({
      queues: new QueueService(deps),
      statuses: new QueueStatusService(deps),
      pauses: new QueuePauseService(deps),
      numbers,
      huntGroups: new HuntGroupService(deps),
      passedOver: new PassedOverService(deps),
    }),
    callHandlers: queueCallRoutes(new QueueCallService(deps)),
    callbackHandlers: queueCallbackRoutes(new QueueCallbackService(deps)),
    supervisionHandlers: supervisionRoutes(new SupervisionService(deps), new AgentLeadService(deps)),
    reportHandlers: reportRoutes(mornings, numbers),
    wallboardHandlers: wallboardRoutes(
      new WallboardService({ ...deps, usual }),
      new WallboardScreens({ ...deps, numbers, usual }),
    ),
    shiftHandlers: shiftRoutes(new ShiftService({ ...deps, onChanged: () => shiftClock.wake() })),
    dispatchHandlers: dispatchRoutes(new DispatchService(deps)),
    start: () => {
      for (const job of jobs) job.start();
    },
    close: async () => {
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}
