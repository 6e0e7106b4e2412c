import type { VoicemailBox } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useEffect, useEffectEvent } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";

const KEY = ["voicemail-boxes"] as const;

/** Calls `reload` when a box has changed, or may have while nothing was heard. */
export function useBoxChanges(mailbox: string, reload: () => void): void {
  const { log } = usePush();
  const changed = useEffectEvent(reload);
  useEffect(
    () =>
      log.follow({
        heard: ({ event }) => {
          if (event.type === "VOICEMAIL_BOX" && event.mailbox === mailbox) changed();
        },
        reached: () => {},
        // What was missed may have been about this box.
        restarted: () => changed(),
      }),
    [log, mailbox],
  );
}

/** The box as it now is; undefined until it is known. */
export function useBox(mailbox: string): VoicemailBox | undefined {
  const { client } = usePlatform();
  const queries = useQueryClient();
  useBoxChanges(mailbox, () => void queries.invalidateQueries({ queryKey: KEY }));
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => client.getVoicemailBoxes({}),
    refetchOnWindowFocus: false,
  });
  return data?.find((box) => box.mailbox === mailbox);
}

type BoxChange = Partial<Pick<VoicemailBox, "mail" | "live" | "keep_days">>;

/** Shows the change at once, and takes it back where it is refused. */
export function useBoxUpdate(mailbox: string): (change: BoxChange) => void {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const snackbar = useSnackbar();
  const show = (change: Partial<VoicemailBox>): void =>
    void queries.setQueryData<VoicemailBox[]>(KEY, (boxes) =>
      boxes?.map((box) => (box.mailbox === mailbox ? { ...box, ...change } : box)),
    );
  return (change) => {
    show(change);
    client.updateVoicemailBox({ body: { mailbox, ...change } }).then(show, (failure: unknown) => {
      snackbar.show(failureText(failure), { tone: "error" });
      void queries.invalidateQueries({ queryKey: KEY });
    });
  };
}
