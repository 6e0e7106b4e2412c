import type { CompanyConfig, Destination } from "@offhook/pbx";

/** Only what the company itself has under this number: nobody sends a caller to an emergency service or abroad. */
export function findExtension(
  { endpoints, queues, huntGroups, rooms }: CompanyConfig,
  extension: string,
): Destination | undefined {
  const idOf = (list: readonly { readonly id: string; readonly extension: string | undefined }[]) =>
    list.find((each) => each.extension === extension)?.id;
  const [endpoint, queue, huntGroup, room] = [endpoints, queues, huntGroups, rooms].map(idOf);
  if (endpoint !== undefined) return { kind: "endpoint", id: endpoint };
  if (queue !== undefined) return { kind: "queue", id: queue };
  if (huntGroup !== undefined) return { kind: "huntGroup", id: huntGroup };
  return room === undefined ? undefined : { kind: "room", id: room };
}
