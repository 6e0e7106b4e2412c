import { NO_MAILBOX_ACCESS_TEXT, type Voicemail, type VoicemailDetails } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { DetailBack } from "@offhook/ui/detail";
import { SearchHighlight } from "@offhook/ui/text";
import { useParams, useRouter, useSearch } from "@tanstack/react-router";
import { Voicemail as VoicemailIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { useReading } from "../../unread/index.ts";
import { useVoicemailDetails } from "../use-voicemail-sound.ts";
import { useListedVoicemail, useVoicemails } from "../use-voicemails.ts";
import { NoVoicemailChosen } from "../voicemails-area.tsx";
import { VoicemailDetail, VoicemailDetailSkeleton } from "./voicemail-detail.tsx";

const FORBIDDEN = 403;
const NOT_FOUND = 404;

interface VoicemailParams {
  readonly mailbox?: string;
  readonly file?: string;
}

/** `/voicemails/{mailbox?}/{file?}/{dir}`: one message, where the address names one. */
export function VoicemailPage(): ReactNode {
  const { mailbox, file } = useParams({ strict: false }) as VoicemailParams;
  const { search = "", at = "" } = useSearch({ strict: false }) as { search?: string; at?: string };
  const { vox_boxes: boxes } = useUser();
  if (mailbox !== undefined && !boxes.some(({ name }) => name === mailbox)) return <NoAccess />;
  if (mailbox === undefined || file === undefined) return <NoVoicemailChosen />;
  return (
    <SearchHighlight query={search}>
      <OneVoicemail key={`${file} ${at}`} mailbox={mailbox} id={file} startAt={secondOf(at)} />
    </SearchHighlight>
  );
}

const secondOf = (at: string): number | undefined =>
  /^\d{1,6}(?:\.\d+)?$/.test(at) ? Number(at) : undefined;

interface OneVoicemailProps extends Pick<Voicemail, "mailbox" | "id"> {
  /** The second at which the words are said that led here. */
  readonly startAt: number | undefined;
}

function OneVoicemail({ mailbox, id, startAt }: OneVoicemailProps): ReactNode {
  const { positions } = useVoicemails();
  // Before the player asks where it was left.
  useState(() => startAt !== undefined && positions.set(id, startAt));
  const listed = useListedVoicemail(id);
  const { data, error, refetch, isFetching } = useVoicemailDetails({ mailbox, id });
  const voicemail = listed ?? data;
  useReading(useVoicemails(), voicemail);
  const isLoading = useLoadingShown(!voicemail && !error);
  if (isLoading) return <VoicemailDetailSkeleton />;
  const status = error instanceof ApiFailure ? error.status : undefined;
  if (status === FORBIDDEN) return <NoAccess />;
  if (status === NOT_FOUND && !listed) return <Instead>This voicemail no longer exists.</Instead>;
  if (voicemail) {
    // What is not loaded yet, or out of reach, is left out: who called and what was said is known already.
    return <VoicemailDetail voicemail={{ ...EMPTY, ...data, ...voicemail }} isWhole={data !== undefined} />;
  }
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      This voicemail could not be loaded.
    </LoadError>
  );
}

const EMPTY: Pick<VoicemailDetails, "sentences" | "readers" | "peaks" | "callid"> = {
  sentences: [],
  readers: [],
  peaks: [],
  callid: "",
};

function NoAccess(): ReactNode {
  return <Instead>{NO_MAILBOX_ACCESS_TEXT}</Instead>;
}

function Instead({ children }: { readonly children: string }): ReactNode {
  const router = useRouter();
  return (
    <>
      <DetailBack label="Back to the voicemails" onBack={() => router.history.push(paths.voicemails)} />
      <EmptyState icon={VoicemailIcon}>{children}</EmptyState>
    </>
  );
}
