import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { demoPerson } from "../../demo-people.ts";
import type { ScriptedThread } from "./text-script.ts";

interface Place {
  readonly lineId: number;
  readonly number: string;
}

/** A row as JSON, whose times are ISO texts: all of them go to the database as one value. */
interface MessageRow {
  readonly line: number;
  readonly number: string;
  readonly kind: "text" | "comment";
  readonly direction: "in" | "out";
  readonly text: string;
  readonly sent_by: number | null;
  readonly at: string;
  readonly is_new: boolean;
  readonly read_by: readonly number[];
  readonly mentions: readonly number[];
  status: string | null;
  status_code: string;
  status_at: string | null;
}

/** The users who answer on a line, most often first. */
const ANSWERING: Readonly<Record<number, readonly string[]>> = {
  1: ["maya", "ines"],
  2: ["dev", "priya", "samuel", "maya"],
  3: ["aisha", "rosa", "dev"],
  4: ["maya", "ines"],
  5: ["sam", "rae"],
};

const iso = (time: number): string => new Date(time).toISOString();
const DELIVERY_MS = 2_000;
/** What waits for an answer. */
const WAITING: readonly string[] = [
  "Could you tell me who comes tomorrow?",
  "Hello? Is anybody there?",
  "Can I change Thursday to Friday?",
  "I have a question about the last visit",
  "Please call me when you can",
  "Is it possible to come an hour earlier?",
  "Thank you! One more thing: do I need the referral again?",
];
const UNDELIVERED = "Are you still at this number? Please let us know how to reach you.";

/** Collects the messages of a company's conversations. */
export class TextWriter {
  readonly #customerId: number;
  readonly #random: () => number;
  readonly #rows: MessageRow[] = [];

  constructor(customerId: number, random: () => number) {
    this.#customerId = customerId;
    this.#random = random;
  }

  thread(
    { lineId, number, texts }: ScriptedThread,
    end: { readonly unread: number; readonly failure?: string | undefined },
  ): void {
    const people = (ANSWERING[lineId] ?? ["maya"]).map((handle) => demoPerson(handle).id);
    const script = this.#ending(texts, end);
    const rows = script.map(({ direction, text, at }, index): MessageRow => {
      const isOut = direction === "out";
      const sender = people[Math.floor(this.#random() ** 2 * people.length)] ?? people[0] ?? 1;
      return {
        line: lineId,
        number,
        kind: "text",
        direction,
        text,
        sent_by: isOut ? sender : null,
        at: iso(at),
        is_new: index >= script.length - end.unread,
        read_by: this.#readers(people, isOut ? sender : undefined, index >= script.length - end.unread),
        mentions: [],
        status: isOut ? "delivered" : null,
        status_code: "",
        status_at: isOut ? iso(at + DELIVERY_MS) : null,
      };
    });
    const answer = rows.at(-1);
    if (end.failure !== undefined && answer) {
      answer.status = end.failure === "045" ? "rejected" : "failed";
      answer.status_code = end.failure;
    }
    this.#rows.push(...rows);
  }

  comment(
    { lineId, number }: Place,
    at: number,
    {
      by,
      text,
      mentions,
    }: { readonly by: number; readonly text: string; readonly mentions: readonly number[] },
  ): void {
    this.#rows.push({
      line: lineId,
      number,
      kind: "comment",
      direction: "out",
      text,
      sent_by: by,
      at: iso(at),
      is_new: false,
      read_by: [by],
      mentions,
      status: null,
      status_code: "",
      status_at: null,
    });
  }

  /** The last words of somebody who wants no more texts, and the answer of the system. */
  stop({ lineId, number }: Place): void {
    const last = this.#rows.filter((row) => row.line === lineId && row.number === number).at(-1);
    const at = Date.parse(last?.at ?? "");
    const base = { line: lineId, number, kind: "text", sent_by: null, is_new: false, mentions: [] } as const;
    this.#rows.push(
      {
        ...base,
        direction: "in",
        text: "STOP",
        at: iso(at + 60_000),
        read_by: last?.read_by ?? [],
        status: null,
        status_code: "",
        status_at: null,
      },
      {
        ...base,
        direction: "out",
        text: "You have been unsubscribed and will receive no more messages. Reply START to resubscribe.",
        at: iso(at + 61_000),
        read_by: [],
        status: "delivered",
        status_code: "",
        status_at: iso(at + 63_000),
      },
    );
  }

  /** Writes everything; the ids of the conversations, by line and number. */
  async store(query: Kysely<DB>): Promise<Map<string, number>> {
    const rows = JSON.stringify(this.#rows);
    const shape = sql`as each (
      line int, number text, kind text, direction text, text text, sent_by int, at timestamptz, is_new boolean,
      read_by int[], mentions int[], status text, status_code text, status_at timestamptz
    )`;
    const conversations = await sql<{ id: number; place: string }>`
      insert into sms_conversations (customer_id, sms_line_id, number, last_at)
      select ${this.#customerId}, each.line, each.number, max(each.at)
      from jsonb_to_recordset(${rows}::jsonb) ${shape}
      group by each.line, each.number
      order by max(each.at)
      returning id, sms_line_id || ' ' || number as place`.execute(query);
    await sql`
      insert into sms_messages (
        customer_id, conversation_id, kind, direction, text, sent_by, at, is_new, read_by, mentions,
        status, status_code, status_at
      )
      select ${this.#customerId}, conversation.id, each.kind, each.direction, each.text, each.sent_by, each.at,
        each.is_new, each.read_by, each.mentions, each.status, each.status_code, each.status_at
      from jsonb_to_recordset(${rows}::jsonb) ${shape}
      join sms_conversations as conversation
        on conversation.sms_line_id = each.line and conversation.number = each.number
      order by each.at`.execute(query);
    return new Map(conversations.rows.map(({ id, place }) => [place, id]));
  }

  #readers(people: readonly number[], sender: number | undefined, isNew: boolean): readonly number[] {
    if (isNew) return [];
    if (sender !== undefined) return [sender];
    return people.slice(0, this.#random() < 0.4 ? 2 : 1);
  }

  /** The end of a thread is what people see first: something to answer, or an answer that did not get through. */
  #ending(
    texts: ScriptedThread["texts"],
    { unread, failure }: { readonly unread: number; readonly failure?: string | undefined },
  ): ScriptedThread["texts"] {
    const kept = texts.slice(0, texts.length - unread);
    const asked = texts.slice(texts.length - unread).map(({ at }, index) => ({
      direction: "in" as const,
      text: WAITING[(this.#rows.length + index) % WAITING.length] ?? "",
      at,
    }));
    const last = kept.at(-1);
    if (failure === undefined || !last) return [...kept, ...asked];
    return [...kept.slice(0, -1), { direction: "out", text: UNDELIVERED, at: last.at }];
  }
}
