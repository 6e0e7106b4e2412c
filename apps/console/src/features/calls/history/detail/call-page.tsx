import type { CallRecord, CallRecordDetails } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { useParams } from "@tanstack/react-router";
import { History } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ApiFailure } from "../../../../platform/api/api-failure.ts";
import { useQuery } from "../../../../platform/api/queries.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useCallHistory, useListedCall } from "../store/history-context.ts";
import { BackButton, CallDetail, CallDetailSkeleton } from "./call-detail.tsx";

const NOT_FOUND = 404;

/** `/calls/{id}`: one call of the history. */
export function CallPage(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return <OneCall key={id} id={id} />;
}

function OneCall({ id }: { readonly id: string }): ReactNode {
  const { client } = usePlatform();
  const listed = useListedCall(id);
  useMarkedRead(listed);
  const { data, error, refetch, isFetching } = useQuery({
    // What events tell of the entry means that there is more to it now.
    queryKey: ["call-record", id, listed?.recorded, listed?.voicemail, listed?.returned?.at],
    queryFn: () => client.getCallRecord({ query: { id } }),
    placeholderData: (before: CallRecordDetails | undefined) => before,
    refetchOnWindowFocus: false,
  });
  useMarkedRead(listed ? undefined : data);
  const isLoading = useLoadingShown(!data && !error);
  if (isLoading) return <CallDetailSkeleton />;
  if (data)
    return <CallDetail record={listed ? { ...data, ...listed } : data} onChanged={() => void refetch()} />;
  if (error instanceof ApiFailure && error.status === NOT_FOUND) {
    return (
      <>
        <BackButton />
        <EmptyState icon={History}>Call not found.</EmptyState>
      </>
    );
  }
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      This call could not be loaded.
    </LoadError>
  );
}

/** A user who looks at a call has read it. */
function useMarkedRead(record: Pick<CallRecord, "id" | "new"> | undefined): void {
  const history = useCallHistory();
  const unreadId = record?.new ? record.id : undefined;
  useEffect(() => {
    // A failure leaves it unread, which the next look sets right.
    if (unreadId !== undefined) history.markRead([unreadId]).catch(() => {});
  }, [history, unreadId]);
}
