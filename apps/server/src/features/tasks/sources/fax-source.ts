import { channelName, type TaskPreview } from "@offhook/contract";
import { type FaxGlance, findFax, listFaxes, listFaxReaders } from "./fax-source-repository.ts";
import { numberKey } from "./source-text.ts";
import type { TaskSource } from "./task-source.ts";

export const faxTaskSource: TaskSource = {
  type: "fax",
  async find(query, actor, { sourceId }) {
    if (!actor.features.has("fax")) return undefined;
    const fax = await findFax(query, actor, sourceId);
    return (
      fax && {
        sourceId: fax.id,
        line: fax.line,
        channel: channelName("fax", fax.line),
        number: numberKey(fax.party_number),
      }
    );
  },
  readers: (query, customerId, { line }) => listFaxReaders(query, customerId, line),
  async preview(query, { customerId }, sources) {
    const faxes = await listFaxes(
      query,
      customerId,
      sources.map(({ sourceId }) => sourceId),
    );
    const byId = new Map(faxes.map((fax) => [fax.id, fax]));
    return sources.map(({ sourceId }) => {
      const fax = byId.get(sourceId);
      return fax && toPreview(fax);
    });
  },
};

function toPreview(fax: FaxGlance): TaskPreview {
  const isSent = fax.direction === "SENT";
  return {
    number: fax.party_number,
    name: fax.party_name,
    line: fax.label || fax.line,
    text: `${isSent ? "Fax sent" : "Fax"}, ${fax.pages} ${fax.pages === 1 ? "page" : "pages"}`,
    time: Math.floor(fax.at.getTime() / 1000),
    to: `/faxes/${encodeURIComponent(fax.line)}/${encodeURIComponent(fax.id)}/${fax.direction}`,
  };
}
