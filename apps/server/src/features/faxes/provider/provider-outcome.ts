import { FaxReason, type ProviderFax } from "@offhook/contract";
import type { FaxOutcome } from "../ways/fax-transport.ts";

/** What only we can say of a fax. */
const OURS: ReadonlySet<FaxReason> = new Set(["noEngine", "noCarrier", "interrupted", "canceled", "expired"]);

/** A provider's word in ours; what it alone understands stays its own. */
export function reasonOf(word: string): FaxReason {
  const known = FaxReason.safeParse(word).data;
  return known === undefined || OURS.has(known) ? "provider" : known;
}

/** Undefined while it is under way. `before` are the pages that had arrived when it was ordered. */
export function outcomeOf(fax: ProviderFax, pages: number, before: number): FaxOutcome | undefined {
  const told = { station: fax.station, detail: fax.detail, way: "provider" } as const;
  switch (fax.state) {
    case "queued":
    case "sending":
      return undefined;
    case "delivered":
      return { kind: "delivered", pages, ...told };
    case "failed":
      return { kind: "failed", reason: reasonOf(fax.reason), pages: arrived(fax, pages, before), ...told };
    case "canceled":
      return { kind: "failed", reason: "dropped", pages: arrived(fax, pages, before), ...told };
  }
}

const arrived = ({ pagesSent }: ProviderFax, pages: number, before: number): number =>
  Math.min(pages, Math.max(before, pagesSent));
