import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cleanup } from "node-datachannel";
import { FrameGatherer } from "../ipc/frame-gatherer.ts";
import type { ControlFrame, FrameBatch, MediaFrame } from "../protocol/ipc-frames.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { MediaEventName } from "../protocol/media-events.ts";
import type { MediaSettings } from "../protocol/media-settings.ts";
import { AudioEngine } from "./audio-engine.ts";
import { type CommandTable, createCommandTable } from "./command-table.ts";

type Request = Extract<ControlFrame, { type: "request" }>;
type Order = Extract<ControlFrame, { type: "order" }>;

interface RunningEngine {
  readonly engine: AudioEngine;
  readonly commands: CommandTable;
}

/** Frames on their way to a control process that does not read; more of them and mere measurements are dropped. */
const MAX_UNREAD_FRAMES = 2_000;
const DROPPABLE: ReadonlySet<MediaEventName> = new Set(["quality", "talkers"]);
const CLOSE_MS = 10_000;

/** The media process: takes commands from its parent, and does not outlive it. */
export function runMediaProcess(ownEntry: string): void {
  let running: RunningEngine | undefined;
  let unread = 0;

  const gatherer = new FrameGatherer<MediaFrame>((message, count) => {
    if (!process.connected) return;
    unread += count;
    process.send?.(message, undefined, {}, () => {
      unread -= count;
    });
  });

  const send = (frame: MediaFrame): void => {
    if (frame.type === "event" && DROPPABLE.has(frame.name) && unread > MAX_UNREAD_FRAMES) return;
    gatherer.send(frame);
  };

  const stop = async (): Promise<void> => {
    // A transport or a disk that hangs must not keep the process: its parent may be gone.
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    await running?.engine.close();
    gatherer.flush();
    cleanup();
    process.exit(0);
  };

  // Without a way to answer there is nothing left to do; the parent forks another.
  const giveUp = (): never => process.exit(1);
  const stopNow = (): void => {
    stop().catch(giveUp);
  };

  const receive = (frame: ControlFrame): void => {
    switch (frame.type) {
      case "configure":
        running = startEngine(frame.settings, ownEntry, send);
        send({ type: "ready" });
        break;
      case "ping":
        send({ type: "pong" });
        break;
      case "stop":
        stopNow();
        break;
      case "request":
        answer(frame, running, send).catch(giveUp);
        break;
      case "order":
        obey(frame, running, send).catch(giveUp);
        break;
    }
  };

  process.on("message", (message: ControlFrame | FrameBatch<ControlFrame>) => {
    for (const frame of message.type === "batch" ? message.frames : [message]) receive(frame);
  });
  process.on("disconnect", stopNow);
  process.on("SIGTERM", stopNow);
  // An interrupt from the terminal reaches the whole group; the parent decides when we end.
  process.on("SIGINT", () => {});
}

function startEngine(
  settings: MediaSettings,
  ownEntry: string,
  send: (frame: MediaFrame) => void,
): RunningEngine {
  const engine = new AudioEngine({
    settings,
    promptsFolder: settings.promptsFolder ?? ownPromptsFolder(),
    ownEntry,
    emit: (name, payload) => send({ type: "event", name, payload } as MediaFrame),
  });
  return { engine, commands: createCommandTable(engine) };
}

/** Found through the package, so that a bundle of this module somewhere else finds them too. */
function ownPromptsFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("@offhook/media/package.json")), "prompts");
}

async function answer(
  { id, name, params }: Request,
  running: RunningEngine | undefined,
  send: (frame: MediaFrame) => void,
): Promise<void> {
  try {
    send({ type: "result", id, result: await run(running, name, params) });
  } catch (error) {
    send({ type: "refusal", id, ...refusalOf(name, error) });
  }
}

async function obey(
  { name, params }: Order,
  running: RunningEngine | undefined,
  send: (frame: MediaFrame) => void,
): Promise<void> {
  try {
    await run(running, name, params);
  } catch (error) {
    const about = "legId" in params ? { legId: params.legId } : {};
    send({ type: "event", name: "orderRefused", payload: { name, ...refusalOf(name, error), ...about } });
  }
}

function run(
  running: RunningEngine | undefined,
  name: Request["name"],
  params: Request["params"],
): Promise<never> {
  if (!running) throw new MediaError("media.stopped", "The media process has no settings yet");
  const command = running.commands[name] as (params: Request["params"]) => Promise<never>;
  return command(params);
}

function refusalOf(name: string, error: unknown): Pick<MediaError, "code" | "message"> {
  if (error instanceof MediaError) return { code: error.code, message: error.message };
  return { code: "media.failed", message: `${name} failed: ${traceOf(error)}` };
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
