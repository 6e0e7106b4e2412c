import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What the server tells Prometheus. Made once per server, so that tests can run several in one process. */
export interface Metrics {
  readonly registry: Registry;
  /** A route's own recorder: its labels are looked up once instead of with every request. */
  readonly ofOperation: (operation: string) => (status: number, milliseconds: number) => void;
  readonly pushConnections: Gauge;
  readonly pushEventsSent: Counter;
  readonly pushSlowReaders: Counter;
}

export interface MetricsOptions {
  /** Process figures (memory, event loop, garbage collection): observers that cost a little all the time. */
  readonly withProcess: boolean;
}

export function createMetrics({ withProcess }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "offhook_http_request_seconds",
    help: "Time from the arrival of a request to its answer",
    labelNames: ["operation", "status"],
    buckets: SECONDS,
    registers,
  });
  return {
    registry,
    ofOperation: (operation) => {
      const recorders = new Map<number, { observe(value: number): void }>();
      return (status, milliseconds) => {
        const recorder = recorders.get(status) ?? requests.labels(operation, String(status));
        recorders.set(status, recorder);
        recorder.observe(milliseconds / 1000);
      };
    },
    pushConnections: new Gauge({
      name: "offhook_push_connections",
      help: "Open push connections",
      registers,
    }),
    pushEventsSent: new Counter({
      name: "offhook_push_events_sent_total",
      help: "Events sent to clients",
      registers,
    }),
    pushSlowReaders: new Counter({
      name: "offhook_push_slow_readers_total",
      help: "Times a push connection was paused because its reader fell behind",
      registers,
    }),
  };
}
