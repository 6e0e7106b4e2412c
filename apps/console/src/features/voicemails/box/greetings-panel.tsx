import { Button, FileButton } from "@mantine/core";
import type { Greetings } from "@offhook/contract";
import { EmptyState, ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { FileUp, Mic, Music } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./box-page.module.css";
import { GreetingRow } from "./greeting-row.tsx";
import { OccasionChoices } from "./occasion-choices.tsx";
import { RecordGreetingDialog } from "./record-greeting-dialog.tsx";
import { TemporaryGreeting } from "./temporary-greeting.tsx";
import { useBox } from "./use-box.ts";
import { useGreetingActions, useGreetings } from "./use-greetings.ts";

/** What callers of a box hear on each occasion, and the recordings to choose from. */
export function GreetingsPanel({ mailbox }: { readonly mailbox: string }): ReactNode {
  const { data, error, refetch, isFetching } = useGreetings(mailbox);
  const isLoading = useLoadingShown(!data && !error);
  if (data) return <LoadedGreetings mailbox={mailbox} loaded={data} />;
  if (isLoading) return <ListSkeleton rows={4} />;
  if (!error) return null;
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      The greetings could not be loaded.
    </LoadError>
  );
}

interface LoadedProps {
  readonly mailbox: string;
  readonly loaded: Greetings;
}

function LoadedGreetings({ mailbox, loaded }: LoadedProps): ReactNode {
  const isManaged = useBox(mailbox)?.manageable ?? false;
  const actions = useGreetingActions(mailbox);
  return (
    <>
      <section className={classes.section} aria-label="When callers hear them">
        <h3 className={classes.heading}>Greetings</h3>
        {!isManaged && (
          <p className={classes.note}>Only the owner and managers of this mailbox can change them.</p>
        )}
        <OccasionChoices loaded={loaded} isManaged={isManaged} onChoose={actions.choose} />
        <TemporaryGreeting loaded={loaded} isManaged={isManaged} onChoose={actions.choose} />
      </section>
      <section className={classes.section} aria-label="Recordings">
        <h3 className={classes.heading}>Recordings</h3>
        {isManaged && <AddGreeting mailbox={mailbox} />}
        {loaded.greetings.length === 0 ? (
          <EmptyState icon={Music}>No recordings yet. Callers hear the spoken default.</EmptyState>
        ) : (
          <ul className={classes.list}>
            {loaded.greetings.map((greeting) => (
              <GreetingRow
                key={greeting.id}
                mailbox={mailbox}
                greeting={greeting}
                isManaged={isManaged}
                actions={actions}
              />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

const SOUND_FILES = ".wav,.mp3,.ogg,.oga,.opus,audio/wav,audio/mpeg,audio/ogg";

/** Spoken into the microphone, chosen, or dropped here. */
function AddGreeting({ mailbox }: { readonly mailbox: string }): ReactNode {
  const actions = useGreetingActions(mailbox);
  const [isRecording, setIsRecording] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setIsSending(true);
    const name = file.name.replace(/\.[^.]*$/, "").slice(0, 100) || "Greeting";
    await actions.add(crypto.randomUUID(), name, file);
    setIsSending(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void upload(file);
  };
  return (
    <section
      className={classes.drop}
      aria-label="Add a greeting"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button leftSection={<Mic size={16} aria-hidden="true" />} onClick={() => setIsRecording(true)}>
        Record
      </Button>
      <FileButton accept={SOUND_FILES} onChange={(file) => file && void upload(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isSending}
            leftSection={<FileUp size={16} aria-hidden="true" />}
          >
            Upload
          </Button>
        )}
      </FileButton>
      <p className={classes.note}>Or drop a WAV, MP3 or Ogg file here, up to two minutes long.</p>
      {isRecording && <RecordGreetingDialog mailbox={mailbox} onClose={() => setIsRecording(false)} />}
    </section>
  );
}
