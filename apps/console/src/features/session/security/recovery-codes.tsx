import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./security-panel.module.css";

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

function download(codes: readonly string[]): void {
  const text = `Offhook recovery codes\nEach of them works once.\n\n${codes.join("\n")}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "offhook-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(address);
}

/** Shown once: the service keeps only their fingerprints. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): ReactNode {
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        Keep these recovery codes in a safe place. Each code works once if you lose access to your other
        methods. They are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          onClick={() => download(codes)}
        >
          Download
        </Button>
        <Button onClick={onDone}>I've saved these codes</Button>
      </div>
    </div>
  );
}
