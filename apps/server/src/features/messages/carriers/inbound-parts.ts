import { createHash } from "node:crypto";
import type { Database } from "../../../database/database.ts";
import {
  deleteInboundParts,
  type InboundPartRow,
  insertInboundPart,
  type PartGroup,
  selectInboundParts,
  selectStaleGroups,
} from "./inbound-part-repository.ts";

/** A segment of a long text that somebody wrote. */
interface InboundPart extends PartGroup {
  readonly number: number;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

interface JoinedText {
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly at: number;
}

/** Keeps the segments of long texts until they are complete, also when the server stops in between. */
export interface InboundParts {
  /** Resolves once the segment is kept; with the text where it is complete, also when the last one is repeated. */
  add(part: InboundPart): Promise<JoinedText | undefined>;
  /** Texts whose missing segments will not come any more, with a sign in their place. */
  giveUp(olderThan: number): Promise<readonly JoinedText[]>;
  /** What was handed on for good. */
  forget(olderThan: number): Promise<void>;
}

const MISSING = "[…]";

export function createInboundParts(database: Database): InboundParts {
  return {
    add: (part) =>
      database.transaction(async ({ query }) => {
        let rows = await selectInboundParts(query, part);
        const same = rows.find(({ number }) => number === part.number);
        const isComplete = rows.length === part.total;
        if (same && same.text === part.text) return isComplete ? joined(part, rows) : undefined;
        // Another text under a number that the sender's phone has used before.
        if (same || isComplete) {
          await deleteInboundParts(query, part);
          rows = [];
        }
        await insertInboundPart(query, part);
        rows = [...rows, { number: part.number, text: part.text, at: part.at }];
        return rows.length === part.total ? joined(part, rows) : undefined;
      }),
    async giveUp(olderThan) {
      const groups = await selectStaleGroups(database.query, new Date(olderThan));
      const incomplete = groups.filter(({ total, count }) => count < total);
      return Promise.all(
        incomplete.map(async (group) => joined(group, await selectInboundParts(database.query, group))),
      );
    },
    async forget(olderThan) {
      for (const group of await selectStaleGroups(database.query, new Date(olderThan)))
        await deleteInboundParts(database.query, group);
    },
  };
}

function joined(group: PartGroup, rows: readonly InboundPartRow[]): JoinedText {
  const { from, to, reference, total } = group;
  const at = Math.min(...rows.map((row) => row.at));
  const texts = Array.from(
    { length: total },
    (_, index) => rows.find(({ number }) => number === index + 1)?.text ?? MISSING,
  );
  const body = withoutHalfSigns(texts.join(""));
  const carrierId = createHash("sha256")
    .update(JSON.stringify([from, to, reference, body, at]))
    .digest("hex")
    .slice(0, 32);
  return { carrierId, from, to, body, at };
}

/** Half a sign, from a text cut in the wrong place, cannot be stored. */
export function withoutHalfSigns(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
