import { Modal } from "@mantine/core";
import type { ContactField, ContactImport, ContactImportPreview } from "@offhook/contract";
import { type ReactNode, useState } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { type ImportFile, ImportFileProblem, readImportFile } from "./import-file.ts";
import { type ImportOptions, ImportPreview } from "./import-preview.tsx";
import { ImportProgress } from "./import-progress.tsx";

type Step =
  | { readonly name: "choose"; readonly problem?: string; readonly isReading?: boolean }
  | { readonly name: "preview"; readonly file: ImportFile; readonly preview: ContactImportPreview }
  | { readonly name: "running"; readonly started: ContactImport };

/** A file of contacts: choose it, see what it would do, let it happen, take it back if it was wrong. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { client } = usePlatform();
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [uuid] = useState(() => crypto.randomUUID());
  const [mapping, setMapping] = useState<(ContactField | null)[]>();

  const failed = (failure: unknown): void => {
    const isKnown = failure instanceof ImportFileProblem || failure instanceof ApiFailure;
    setStep({ name: "choose", problem: isKnown ? failure.message : "This file could not be read." });
  };
  const show = async (file: ImportFile, columns?: (ContactField | null)[]): Promise<void> => {
    const body = { ...file, ...(columns ? { mapping: columns } : {}) };
    setStep({ name: "preview", file, preview: await client.previewContactImport({ body }) });
  };
  const choose = (chosen: File): void => {
    setStep({ name: "choose", isReading: true });
    setMapping(undefined);
    readImportFile(chosen).then(show).catch(failed);
  };
  const remap = (file: ImportFile, columns: (ContactField | null)[]): void => {
    setMapping(columns);
    show(file, columns).catch(failed);
  };
  const start = async (file: ImportFile, { isPublic, ...options }: ImportOptions): Promise<void> => {
    const body = { ...file, ...options, uuid, public: isPublic ? ("1" as const) : ("0" as const) };
    const started = await client.importContacts({ body: { ...body, ...(mapping ? { mapping } : {}) } });
    setStep({ name: "running", started });
  };
  return (
    <Modal opened onClose={onClose} title="Import contacts" size={step.name === "preview" ? 860 : 520}>
      {step.name === "choose" && (
        <ChooseFile problem={step.problem} isReading={step.isReading ?? false} onChoose={choose} />
      )}
      {step.name === "preview" && (
        <ImportPreview
          name={step.file.name}
          preview={step.preview}
          onRemap={(columns) => remap(step.file, columns)}
          onBack={() => setStep({ name: "choose" })}
          onStart={(options) => start(step.file, options).catch(failed)}
        />
      )}
      {step.name === "running" && <ImportProgress started={step.started} onClose={onClose} />}
    </Modal>
  );
}
