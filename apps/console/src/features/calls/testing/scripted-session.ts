import type { SipSettings } from "@offhook/contract";
import type { SessionListener, SipAgent, SipSession } from "../phone/sip/sip-port.ts";

/** A session whose far end the test plays. */
export class ScriptedSession implements SipSession {
  readonly id: string;
  readonly connection = undefined;
  readonly did: string[] = [];
  listener: SessionListener | undefined;
  onItsWay: Promise<void> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
  }

  answer(): void {
    this.did.push("answer");
    this.listener?.answered({ callid: "", channel: "" });
  }
  whenOnItsWay(): Promise<void> {
    return this.onItsWay;
  }
  end(status?: number): void {
    this.did.push(`end ${status ?? ""}`.trim());
  }
  sendDigit(key: string): void {
    this.did.push(key);
  }
  async renegotiate(): Promise<void> {}
  listen(listener: SessionListener): void {
    this.listener = listener;
  }
}

/** A user agent that keeps what was placed, and where to. */
export function anAgent(settings: SipSettings, sessions: ScriptedSession[], targets: string[]): SipAgent {
  return {
    settings,
    call: (target) => {
      targets.push(target);
      const session = new ScriptedSession(`sip-${sessions.length + 1}`);
      sessions.push(session);
      return session;
    },
    probe: () => {},
    retire: () => {},
    whenClosed: async () => {},
    // A user agent that stops hangs up whatever it still has, as JsSIP does.
    stop: () => {
      for (const { listener } of sessions) listener?.ended({ kind: "over", reason: undefined });
    },
  };
}
