import { assertNever } from "@offhook/kernel";
import { sayDigits } from "@offhook/media/protocol";
import type { ApplicationRequest } from "../calls/call-state.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext, ApplicationResult } from "./application-services.ts";
import { attendRoom } from "./conference-room.ts";
import { visitMailbox } from "./own-mailbox.ts";
import { takeMessage } from "./voicemail.ts";

const CALLBACK_MS = 5_000;

/** Talks with the caller until the application is done. Throws `HungUp` when the caller is done first. */
export async function runApplication(
  line: ApplicationLine,
  context: ApplicationContext,
  request: ApplicationRequest,
): Promise<ApplicationResult> {
  switch (request.kind) {
    case "voicemail": {
      const mailbox = context.mailbox(request.mailboxId);
      if (mailbox) await takeMessage(line, context, mailbox, request.reason);
      return undefined;
    }
    case "mailbox": {
      const mailbox = context.mailbox(request.mailboxId);
      return mailbox && visitMailbox(line, context, mailbox);
    }
    case "room": {
      const room = context.room(request.roomId);
      if (room) await attendRoom(line, context.rooms, room, context.newId);
      return undefined;
    }
    case "echo":
      await line.play(prompts("echo-test"), "any");
      await line.setEcho(true);
      if (request.forMs === undefined) return line.forever();
      await line.key(request.forMs);
      return undefined;
    case "music":
      await line.play([{ kind: "music" }]);
      return undefined;
    case "callback":
      try {
        await line.play(prompts("callback-soon", "goodbye"));
      } finally {
        // Also for whoever hangs up at once: the line must be free before it can ring.
        context.callBack(CALLBACK_MS);
      }
      return undefined;
    case "supervision":
      return line.forever();
    case "callbackKept":
      await line.play(prompts("callback-kept", ...sayDigits(request.number), "goodbye"));
      return undefined;
    case "prompt":
      await line.play(prompts(request.name));
      return undefined;
    default:
      return assertNever(request);
  }
}
