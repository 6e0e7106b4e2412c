import { Button, FileButton, Loader } from "@mantine/core";
import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./import-dialog.module.css";

export interface ChooseFileProps {
  readonly problem: string | undefined;
  readonly isReading: boolean;
  readonly onChoose: (file: File) => void;
}

export function ChooseFile({ problem, isReading, onChoose }: ChooseFileProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    <section
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label="File to import"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {isReading ? <Loader aria-label="Reading the file" /> : <FileUp size={32} aria-hidden="true" />}
      <p className={classes.hint}>
        Drop a vCard or CSV file here: an export of Google, Outlook, an iPhone or an Android phone.
      </p>
      <FileButton
        accept=".vcf,.vcard,.csv,.txt,text/vcard,text/csv"
        onChange={(file) => file && onChoose(file)}
      >
        {(props) => (
          <Button {...props} disabled={isReading}>
            Choose a file
          </Button>
        )}
      </FileButton>
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem} Nothing was changed.
        </p>
      )}
    </section>
  );
}
