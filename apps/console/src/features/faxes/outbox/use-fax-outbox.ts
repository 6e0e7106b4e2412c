import type { Outbox } from "../../../platform/outbox/outbox.ts";
import { useFaxes } from "../use-faxes.ts";
import { openFaxOutbox } from "./fax-outbox.ts";
import type { ComposedFax } from "./outgoing-fax.ts";

export function useFaxOutbox(): Outbox<ComposedFax> {
  return useFaxes().outbox(openFaxOutbox);
}
