import { ActionIcon, Loader, Modal } from "@mantine/core";
import type { FaxPagePreview } from "@offhook/contract";
import { LoadError } from "@offhook/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { LaidPage } from "./composed-pages.ts";
import classes from "./new-fax.module.css";
import { useComposed } from "./use-composing.ts";

export interface PagePreviewProps {
  readonly pages: readonly LaidPage[];
  /** The key of the page to begin with. */
  readonly first: string;
  readonly onClose: () => void;
}

/** What the other side gets of each page: black and white, in its resolution. */
export function PagePreview({ pages, first, onClose }: PagePreviewProps): ReactNode {
  const resolution = useComposed((state) => state.resolution);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      pages.findIndex(({ key }) => key === first),
    ),
  );
  const page = pages[Math.min(index, pages.length - 1)];
  if (!page || page.page === null) return null;
  const go = (step: number): void => setIndex(Math.max(0, Math.min(pages.length - 1, index + step)));
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowRight") go(1);
    else if (event.key === "ArrowLeft") go(-1);
    else return;
    event.preventDefault();
  };
  const { document, page: number, rotate } = page;
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      centered
      title={`As received: page ${index + 1} of ${pages.length}`}
      onKeyDown={press}
    >
      <FaxPicture request={{ kind: "page", page: { document, page: number, rotate }, resolution }} />
      {pages.length > 1 && (
        <div className={classes.turn}>
          <ActionIcon aria-label="Previous page" disabled={index === 0} onClick={() => go(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label="Next page" disabled={index === pages.length - 1} onClick={() => go(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </Modal>
  );
}

/** The dots of a fax are higher than wide in normal quality; its paper is as long all the same. */
const PAPER_RATIO = 1.37;

/** One page as a fax machine prints it. */
export function FaxPicture({ request }: { readonly request: FaxPagePreview }): ReactNode {
  const { client } = usePlatform();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["fax-preview", JSON.stringify(request)],
    queryFn: () => client.previewFaxPage({ body: request }),
    staleTime: 50 * 60_000,
    refetchOnWindowFocus: false,
  });
  return (
    <div className={classes.picture} style={{ aspectRatio: `1 / ${PAPER_RATIO}` }}>
      {data && <img src={data.url} alt="The page in black and white" />}
      {!data && isError && (
        <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
          The preview could not be made.
        </LoadError>
      )}
      {!data && !isError && <Loader size="sm" aria-label="Loading" />}
    </div>
  );
}
