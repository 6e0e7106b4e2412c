import type { Voicemail, VoicemailDetails } from "@offhook/contract";
import { useQuery, useQueryClient } from "../../platform/api/queries.ts";
import { useDownloads } from "../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePushEvent } from "../../platform/push/push-context.tsx";

type Address = Pick<Voicemail, "mailbox" | "id">;

/** Addresses of files live for an hour or two. */
const ADDRESS_FRESH_MS = 50 * 60_000;

const keyOf = ({ mailbox, id }: Address): readonly string[] => ["voicemail", mailbox, id];

/** Shows what is known of a message that lies open: no list may have it any more. */
export function useVoicemailNews(): (news: Address & Partial<Voicemail>) => void {
  const queries = useQueryClient();
  return (news) =>
    void queries.setQueryData<VoicemailDetails>(keyOf(news), (before) => before && { ...before, ...news });
}

/** Everything about one message, as it now is. */
export function useVoicemailDetails({ mailbox, id }: Address) {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const learn = useVoicemailNews();
  const queryKey = keyOf({ mailbox, id });
  const lookAgain = (): void => void queries.invalidateQueries({ queryKey });
  usePushEvent("VOICEMAIL_CHANGED", ({ voicemails }) => {
    const news = voicemails.find((each) => each.id === id);
    if (!news) return;
    learn(news);
    lookAgain();
  });
  usePushEvent("VOICEMAIL_DELETED", ({ ids }) => {
    if (ids.includes(id)) lookAgain();
  });
  return useQuery<VoicemailDetails>({
    queryKey,
    queryFn: () => client.getVoicemail({ query: { mailbox, id } }),
    refetchOnWindowFocus: false,
  });
}

/** Where it can be heard; nothing is asked for while `isWanted` is false. */
export function useVoicemailFile({ mailbox, id }: Address, isWanted: boolean) {
  const { client } = usePlatform();
  return useQuery({
    queryKey: ["voicemail-file", mailbox, id],
    queryFn: () => client.getVoicemailFile({ query: { mailbox, id } }),
    enabled: isWanted,
    staleTime: ADDRESS_FRESH_MS,
    refetchOnWindowFocus: false,
  });
}

/** Saves it as a file of the user's own. */
export function useVoicemailDownload(): (voicemail: Address, name: string) => void {
  const { client } = usePlatform();
  const downloads = useDownloads();
  return ({ mailbox, id }, name) => {
    downloads.start({
      name,
      type: "audio/mpeg",
      source: async (signal) => {
        // A new address: the one of the player may have expired while the page was open.
        const query = { mailbox, id, download: true };
        const { url } = await client.getVoicemailFile({ query }, { signal });
        return fetch(url, { signal });
      },
    });
  };
}

/** "voicemail-12125550171-20261115-1442.mp3": says what it is wherever it ends up. */
export function voicemailFileName({ callerId, time }: Pick<Voicemail, "callerId" | "time">): string {
  const stamp = new Date(time * 1000).toISOString().replace(/[-:]/g, "").slice(0, 13).replace("T", "-");
  return `voicemail-${callerId.replace(/\D/g, "") || "private"}-${stamp}.mp3`;
}
