import type { FaxBox } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";

const KEY = ["fax-boxes"] as const;

/** The line as it now is; undefined until it is known. */
export function useFaxLine(mailbox: string): FaxBox | undefined {
  const { client } = usePlatform();
  const queries = useQueryClient();
  usePushEvent("FAX_BOX", () => void queries.invalidateQueries({ queryKey: KEY }));
  const { data } = useQuery({ queryKey: KEY, queryFn: () => client.getFaxBoxes({}) });
  return data?.find((box) => box.mailbox === mailbox);
}

type LineChange = Partial<Pick<FaxBox, "mail" | "receipts">>;

/** Shows the change at once, and takes it back where it is refused. */
export function useFaxLineUpdate(mailbox: string): (change: LineChange) => void {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const snackbar = useSnackbar();
  const show = (change: Partial<FaxBox>): void =>
    void queries.setQueryData<FaxBox[]>(KEY, (boxes) =>
      boxes?.map((box) => (box.mailbox === mailbox ? { ...box, ...change } : box)),
    );
  return (change) => {
    show(change);
    client.updateFaxBox({ body: { mailbox, ...change } }).then(show, (failure: unknown) => {
      snackbar.show(failureText(failure), { tone: "error" });
      void queries.invalidateQueries({ queryKey: KEY });
    });
  };
}
