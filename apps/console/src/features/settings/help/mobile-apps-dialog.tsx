import { Button, CopyButton, Modal, Stack, Text } from "@mantine/core";
import { QrCode } from "@offhook/ui/qr-code";
import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { HelpDialogProps } from "./help-dialog.ts";
import classes from "./help-dialogs.module.css";
import { Way } from "./install-way.tsx";

const WIDTH = 560;
const CODE_SIZE = 176;
const THIS_COMPUTER = /^(?:localhost|127\.|\[::1\])/;

export function MobileAppsDialog({ isOpen, onClose }: HelpDialogProps): ReactNode {
  const { origin } = usePlatform().browser;
  return (
    <Modal opened={isOpen} onClose={onClose} title="Download the Mobile apps" size={WIDTH}>
      <Stack gap="md">
        <Text>
          Offhook installs on a phone straight from its address: no store, nothing to update by hand.
        </Text>
        <div className={classes.scan}>
          <QrCode text={origin} label={`QR code of ${origin}`} size={CODE_SIZE} />
          <Stack gap="xs" className={classes.scanWords}>
            <Text fw={600}>Scan it with the phone's camera</Text>
            <Text size="sm" c="dimmed">
              Or open this address on the phone:
            </Text>
            <code className={classes.address}>{origin}</code>
            <CopyAddress address={origin} />
          </Stack>
        </div>
        {THIS_COMPUTER.test(new URL(origin).host) && (
          <Text size="sm" c="dimmed">
            This address works only on this computer. Ask your administrator for the company address.
          </Text>
        )}
        <div className={classes.ways}>
          <Way title="iPhone and iPad">
            <li>Open the address in Safari.</li>
            <li>
              Tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>.
            </li>
            <li>Start Offhook from the home screen and sign in.</li>
          </Way>
          <Way title="Android">
            <li>Open the address in Chrome.</li>
            <li>
              Tap the menu <strong>⋮</strong>, then <strong>Install app</strong>.
            </li>
            <li>Start Offhook from the apps and sign in.</li>
          </Way>
        </div>
      </Stack>
    </Modal>
  );
}

function CopyAddress({ address }: { readonly address: string }): ReactNode {
  return (
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={
            copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />
          }
          onClick={copy}
        >
          {copied ? "Copied" : "Copy address"}
        </Button>
      )}
    </CopyButton>
  );
}
