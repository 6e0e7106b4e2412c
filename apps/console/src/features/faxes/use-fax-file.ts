import type { Fax, FaxDetails, FaxFile } from "@offhook/contract";
import { useQuery, useQueryClient } from "../../platform/api/queries.ts";
import { useDownloads } from "../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePushEvent } from "../../platform/push/push-context.tsx";

type Address = Pick<Fax, "mailbox" | "id">;

/** Addresses of files live for an hour or two. */
const ADDRESS_FRESH_MS = 50 * 60_000;

const keyOf = ({ mailbox, id }: Address): readonly string[] => ["fax", mailbox, id];

/** Everything about one fax, as it now is. */
export function useFaxDetails({ mailbox, id }: Address) {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const queryKey = keyOf({ mailbox, id });
  const learn = (news: Fax | undefined): void => {
    if (!news) return;
    queries.setQueryData<FaxDetails>(queryKey, (before) => before && { ...before, ...news });
    // Tries and readers are told by no event.
    void queries.invalidateQueries({ queryKey });
  };
  usePushEvent("FAX_CHANGED", ({ faxes }) => learn(faxes.find((each) => each.id === id)));
  usePushEvent("FAX_DLR", ({ fax }) => learn(fax.id === id ? fax : undefined));
  usePushEvent("FAX_DELETED", ({ ids }) => {
    if (ids.includes(id)) void queries.invalidateQueries({ queryKey });
  });
  return useQuery<FaxDetails>({
    queryKey,
    queryFn: () => client.getFax({ query: { mailbox, id } }),
    refetchOnWindowFocus: false,
  });
}

/** The pages of a fax, or the receipt of a sent one. */
export type FaxPaper = "pages" | "receipt";

function useFileOf(): (
  address: Address,
  paper: FaxPaper,
  download: boolean,
  signal?: AbortSignal,
) => Promise<FaxFile> {
  const { client } = usePlatform();
  return ({ mailbox, id }, paper, download, signal) => {
    const query = { mailbox, id, download };
    const options = signal ? { signal } : {};
    return paper === "pages"
      ? client.getFaxFile({ query }, options)
      : client.getFaxReceipt({ query }, options);
  };
}

/** Where its pages can be read; nothing is asked for while `isWanted` is false. */
export function useFaxFile(fax: Address, paper: FaxPaper, isWanted: boolean) {
  const fileOf = useFileOf();
  return useQuery({
    queryKey: ["fax-file", fax.mailbox, fax.id, paper],
    queryFn: () => fileOf(fax, paper, false),
    enabled: isWanted,
    staleTime: ADDRESS_FRESH_MS,
    refetchOnWindowFocus: false,
  });
}

/** Saves it as a file of the user's own. */
export function useFaxDownload(): (fax: Address, paper: FaxPaper, name: string) => void {
  const fileOf = useFileOf();
  const downloads = useDownloads();
  return (fax, paper, name) => {
    downloads.start({
      name,
      type: "application/pdf",
      source: async (signal) => {
        // A new address: the one of the viewer may have expired while the page was open.
        const { url } = await fileOf(fax, paper, true, signal);
        return fetch(url, { signal });
      },
    });
  };
}

/** Its pages as a file to pass on. */
export function useLoadFax(): (fax: Address, name: string) => Promise<File> {
  const fileOf = useFileOf();
  return async (fax, name) => {
    const { url } = await fileOf(fax, "pages", false);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error("The fax could not be loaded.");
    return new File([await answer.blob()], name, { type: "application/pdf" });
  };
}
