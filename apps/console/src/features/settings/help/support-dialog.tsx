import { Badge, Button, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import type { ServiceStatus } from "@offhook/contract";
import { Bug, Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import type { HelpDialogProps } from "./help-dialog.ts";
import classes from "./help-dialogs.module.css";
import { platformName } from "./platform-name.ts";

const WIDTH = 500;

export interface SupportDialogProps extends HelpDialogProps {
  readonly onReportIssue: () => void;
}

/** What a helper asks first, ready to be copied, and the way to write to them. */
export function SupportDialog({ isOpen, onClose, onReportIssue }: SupportDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Get support" size={WIDTH}>
      <Details onReportIssue={onReportIssue} />
    </Modal>
  );
}

function Details({ onReportIssue }: Pick<SupportDialogProps, "onReportIssue">): ReactNode {
  const { config, client, browser } = usePlatform();
  const user = useUser();
  const { data, isError } = useQuery({
    queryKey: ["serviceStatus"],
    queryFn: () => client.getServiceStatus(),
    staleTime: 0,
    retry: false,
  });
  const service = serviceWords(data, isError);
  const facts: readonly (readonly [string, string])[] = [
    ["Account", user.username],
    ["Company", user.company],
    ["Extension", user.extension ?? "none"],
    ["Version", config.version],
    ["Browser", platformName(navigator.userAgent)],
    ["Address", browser.origin],
  ];
  const text = [...facts, ["Service", service.words]].map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <Stack gap="md">
      <Text>Contact your administrator and include these details.</Text>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>Service</dt>
          <dd>
            <Badge color={service.color} variant="light" tt="none">
              {service.words}
            </Badge>
          </dd>
        </div>
      </dl>
      <Group justify="space-between">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />
              }
              onClick={copy}
            >
              {copied ? "Copied" : "Copy details"}
            </Button>
          )}
        </CopyButton>
        <Button leftSection={<Bug size={16} aria-hidden="true" />} onClick={onReportIssue}>
          Report issue
        </Button>
      </Group>
    </Stack>
  );
}

function serviceWords(
  status: ServiceStatus | undefined,
  hasFailed: boolean,
): { color: string; words: string } {
  if (hasFailed) return { color: "red", words: "Out of reach" };
  if (!status) return { color: "gray", words: "Checking" };
  if (status.status === "ok") return { color: "green", words: `Running, version ${status.version}` };
  return { color: "yellow", words: `Degraded, version ${status.version}` };
}
