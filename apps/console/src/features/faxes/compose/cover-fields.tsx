import { Button, Modal, Switch, Textarea, TextInput } from "@mantine/core";
import { MAX_COVER_NOTE } from "@offhook/contract";
import { Select } from "@offhook/ui/select";
import { Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSendingLine } from "./fax-options.tsx";
import classes from "./new-fax.module.css";
import { FaxPicture } from "./page-preview.tsx";
import { useComposed, useComposing } from "./use-composing.ts";

const MAX_SUBJECT = 200;

/** A first page that says who sends what to whom; a fax may be that alone. */
export function CoverFields(): ReactNode {
  const { client } = usePlatform();
  const composing = useComposing();
  const cover = useComposed((state) => state.cover);
  const [isShown, setIsShown] = useState(false);
  const { data: covers = [], isError } = useQuery({
    queryKey: ["fax-covers"],
    queryFn: () => client.getFaxCovers({}),
    refetchOnWindowFocus: false,
  });
  const [first] = covers;
  const design = covers.find(({ id }) => id === cover?.cover);
  return (
    <section className={classes.cover} aria-label="Cover page">
      <Switch
        label="Cover page"
        checked={cover !== null}
        disabled={!first && cover === null}
        description={isError && !first ? "The cover pages could not be loaded." : undefined}
        onChange={(event) => {
          const isOn = event.currentTarget.checked && first;
          composing.change({ cover: isOn ? { cover: first.id, subject: "", note: "" } : null });
        }}
      />
      {cover && (
        <>
          <Select
            label="Design"
            description={design?.description}
            data={covers.map(({ id, name }) => ({ value: id, label: name }))}
            value={cover.cover}
            allowDeselect={false}
            onChange={(chosen) => composing.change({ cover: { ...cover, cover: chosen ?? cover.cover } })}
          />
          <TextInput
            label="Subject"
            maxLength={MAX_SUBJECT}
            value={cover.subject}
            onChange={(event) =>
              composing.change({ cover: { ...cover, subject: event.currentTarget.value } })
            }
          />
          <Textarea
            label="Note"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MAX_COVER_NOTE}
            value={cover.note}
            onChange={(event) => composing.change({ cover: { ...cover, note: event.currentTarget.value } })}
          />
          {design && design.confidentiality !== "" && (
            <p className={classes.note}>Printed at the bottom: {design.confidentiality}</p>
          )}
          <Button
            variant="default"
            className={classes.look ?? ""}
            leftSection={<Eye size={16} aria-hidden="true" />}
            onClick={() => setIsShown(true)}
          >
            Preview cover
          </Button>
        </>
      )}
      {isShown && cover && <CoverPreview onClose={() => setIsShown(false)} />}
    </section>
  );
}

function CoverPreview({ onClose }: { readonly onClose: () => void }): ReactNode {
  const mailbox = useSendingLine();
  const { cover, to, pages, resolution } = useComposed((state) => state);
  const [recipient] = to;
  return (
    <Modal opened onClose={onClose} size="auto" centered title="As received: cover page">
      {cover && recipient ? (
        <FaxPicture
          request={{ kind: "cover", mailbox, cover, to: recipient, pages: pages.length + 1, resolution }}
        />
      ) : (
        <p className={classes.note}>Add a recipient first: the cover page names them.</p>
      )}
    </Modal>
  );
}
