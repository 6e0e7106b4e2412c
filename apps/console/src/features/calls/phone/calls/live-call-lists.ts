import type { LiveCall } from "@offhook/contract";
import type { Client } from "../../../../platform/api/api-client.ts";
import type { EventLog } from "../../../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../../../platform/live/live-value.ts";

/** By line: all parties of its live calls. */
type Lists = ReadonlyMap<string, readonly LiveCall[]>;

export interface LiveCallListsOptions {
  readonly client: Pick<Client, "listLiveCalls">;
  readonly log: EventLog;
  /** The names of the user's lines. */
  readonly lines: () => readonly string[];
  /** What a line's calls are from now on. */
  readonly onListed: (line: string, calls: readonly LiveCall[]) => void;
}

/** What the phone system says of the calls of the user's lines: the one truth of what a call is. */
export class LiveCallLists {
  readonly #options: LiveCallListsOptions;
  readonly #live: LiveValue<Lists>;

  constructor(options: LiveCallListsOptions) {
    this.#options = options;
    this.#live = new LiveValue<Lists>({
      log: options.log,
      initial: new Map(),
      rules: LIVE_CALL_RULES,
      reload: () => this.refresh(),
    });
    this.#live.state.subscribe((now, before) => {
      for (const line of options.lines()) {
        const calls = now.get(line);
        if (calls && calls !== before.get(line)) options.onListed(line, calls);
      }
    });
  }

  refresh(): Promise<void> {
    const { client, lines } = this.#options;
    return this.#live.fetch(
      "calls",
      (options) => client.listLiveCalls({}, options),
      (_state, rows) => new Map(lines().map((line) => [line, rowsOfLine(rows, line)])),
      { isWhole: true },
    );
  }

  stop(): void {
    this.#live.stop();
  }
}

const LIVE_CALL_RULES = {
  LIVE_CALLS: (state, { phone, calls }) => new Map(state).set(phone, calls),
} satisfies EventRules<Lists>;

/** Of all parties of the user's calls those that one of their lines takes part in. */
function rowsOfLine(rows: readonly LiveCall[], line: string): readonly LiveCall[] {
  const own = new Set(rows.filter(({ phone }) => phone === line).map(({ callid }) => callid));
  const byChannel = new Map(rows.filter(({ callid }) => own.has(callid)).map((row) => [row.channel, row]));
  return [...byChannel.values()];
}
