import { Badge, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { LoadError, useLoadingShown } from "@offhook/ui";
import { SafeHtml } from "@offhook/ui/text";
import { type ReactNode, useEffect } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { HelpDialogProps } from "./help-dialog.ts";
import classes from "./help-dialogs.module.css";
import { markNewsSeen } from "./release-news.ts";

const NOT_FOUND = 404;
const WIDTH = 560;

export function WhatsNewDialog({ isOpen, onClose }: HelpDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="What's new" size={WIDTH}>
      <Notes />
    </Modal>
  );
}

function Notes(): ReactNode {
  const { client, config, browser } = usePlatform();
  const { version } = config;
  const { data, error, refetch, isFetching, isPending } = useQuery({
    queryKey: ["releaseNotes", version],
    queryFn: () => client.getReleaseNotes({ query: { version } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => markNewsSeen(browser.store, version), [browser.store, version]);

  const isLoading = useLoadingShown(isPending);
  const hasNoNotes = error instanceof ApiFailure && error.status === NOT_FOUND;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge variant="light" size="lg" tt="none">
          Version {version}
        </Badge>
        {data?.date && (
          <Text size="sm" c="dimmed">
            <time dateTime={data.date}>{longDate(data.date)}</time>
          </Text>
        )}
      </Group>
      {!isLoading && data && (
        <div className={classes.notes}>
          <SafeHtml html={data.html} />
        </div>
      )}
      {isLoading && <Waiting />}
      {!isLoading && hasNoNotes && <Text c="dimmed">Nothing has been written down for this version.</Text>}
      {!isLoading && error && !hasNoNotes && (
        <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
          The release notes could not be loaded.
        </LoadError>
      )}
    </Stack>
  );
}

function Waiting(): ReactNode {
  return (
    <div role="status" aria-label="Loading">
      {["92%", "78%", "85%", "60%"].map((width) => (
        <Skeleton key={width} height={12} width={width} my={10} />
      ))}
    </div>
  );
}

/** A day, not a moment: read in another time zone it would become the day before. */
function longDate(date: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00Z`),
  );
}
