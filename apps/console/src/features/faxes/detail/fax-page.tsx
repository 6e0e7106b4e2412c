import { type Fax, type FaxDetails, NO_FAX_ACCESS_TEXT } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { DetailBack } from "@offhook/ui/detail";
import { useParams, useRouter, useSearch } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { useReading } from "../../unread/index.ts";
import { NoFaxChosen } from "../faxes-area.tsx";
import { useFaxDetails } from "../use-fax-file.ts";
import { useFaxes, useListedFax } from "../use-faxes.ts";
import { FaxDetail, FaxDetailSkeleton } from "./fax-detail.tsx";

const FORBIDDEN = 403;
const NOT_FOUND = 404;

interface FaxParams {
  readonly mailbox?: string;
  readonly file?: string;
}

/** `/faxes/{mailbox?}/{file?}/{dir}`: one fax, where the address names one. */
export function FaxPage(): ReactNode {
  const { mailbox, file } = useParams({ strict: false }) as FaxParams;
  const { page = "" } = useSearch({ strict: false }) as { page?: string };
  const { fax_lines: lines } = useUser();
  if (mailbox !== undefined && !lines.some(({ fax_line }) => fax_line === mailbox)) return <NoFaxAccess />;
  if (mailbox === undefined || file === undefined) return <NoFaxChosen />;
  return <OneFax key={`${file} ${page}`} mailbox={mailbox} id={file} startPage={pageNumber(page)} />;
}

const pageNumber = (page: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(page) ? Number(page) : undefined;

interface OneFaxProps extends Pick<Fax, "mailbox" | "id"> {
  readonly startPage: number | undefined;
}

function OneFax({ mailbox, id, startPage }: OneFaxProps): ReactNode {
  const listed = useListedFax(id);
  const { data, error, refetch, isFetching } = useFaxDetails({ mailbox, id });
  const fax = listed ?? data;
  useReading(useFaxes(), fax);
  const isLoading = useLoadingShown(!fax && !error);
  if (isLoading) return <FaxDetailSkeleton />;
  const status = error instanceof ApiFailure ? error.status : undefined;
  if (status === FORBIDDEN) return <NoFaxAccess />;
  if (status === NOT_FOUND && !listed) return <Instead>This fax no longer exists.</Instead>;
  // What is not loaded yet, or out of reach, is left out: who sent it and how it stands is known already.
  if (fax) return <FaxDetail fax={{ ...EMPTY, ...data, ...fax }} startPage={startPage} />;
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      This fax could not be loaded.
    </LoadError>
  );
}

const EMPTY: Pick<FaxDetails, "readers" | "attempts" | "sent_by" | "has_receipt"> = {
  readers: [],
  attempts: [],
  sent_by: null,
  has_receipt: false,
};

export function NoFaxAccess(): ReactNode {
  return <Instead>{NO_FAX_ACCESS_TEXT}</Instead>;
}

function Instead({ children }: { readonly children: string }): ReactNode {
  const router = useRouter();
  return (
    <>
      <DetailBack label="Back to the faxes" onBack={() => router.history.push(paths.faxes)} />
      <EmptyState icon={Printer}>{children}</EmptyState>
    </>
  );
}
