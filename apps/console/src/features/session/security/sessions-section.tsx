import { Badge, Button } from "@mantine/core";
import type { Session } from "@offhook/contract";
import { ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import classes from "./security-panel.module.css";
import { SecuritySection } from "./security-section.tsx";
import { useAction } from "./use-action.ts";

const KEY = ["session", "devices"];
const MS_PER_SECOND = 1000;

export function SessionsSection(): ReactNode {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const { isBusy, run } = useAction();
  const sessions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.listSessions({}, { signal }) });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  usePushEvent("SESSIONS_CHANGED", () => void reload());

  const endOne = (id: string): void =>
    void run(async () => {
      await client.endSession({ params: { id } });
      await reload();
    });
  const endOthers = (): void =>
    void run(async () => {
      await client.endOtherSessions();
      await reload();
    });

  const isLoading = useLoadingShown(sessions.isPending);
  const list = isLoading ? [] : (sessions.data ?? []);
  return (
    <SecuritySection title="Signed-in devices" text="Sign out devices you do not recognize.">
      {isLoading && <ListSkeleton rows={3} />}
      {!isLoading && sessions.isError && (
        <LoadError onRetry={() => void sessions.refetch()} isRetrying={sessions.isFetching}>
          {failureText(sessions.error)}
        </LoadError>
      )}
      <ul className={classes.list}>
        {list.map((session) => (
          <DeviceRow key={session.id} session={session} isBusy={isBusy} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      {list.length > 1 && (
        <div>
          <Button variant="default" disabled={isBusy} onClick={endOthers}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </SecuritySection>
  );
}

interface DeviceRowProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ session, isBusy, onEnd }: DeviceRowProps): ReactNode {
  const lastUsed = new Date(session.last_used_at * MS_PER_SECOND);
  return (
    <li className={classes.row}>
      <MonitorSmartphone size={20} aria-hidden="true" />
      <span className={classes.words}>
        <strong>{session.device}</strong>
        <span>
          {session.address} · <time dateTime={lastUsed.toISOString()}>{lastUsed.toLocaleString()}</time>
        </span>
      </span>
      {session.current ? (
        <Badge variant="light">This device</Badge>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          disabled={isBusy}
          aria-label={`Sign out ${session.device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
