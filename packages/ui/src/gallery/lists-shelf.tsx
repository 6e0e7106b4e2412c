import { Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EmptyState } from "../feedback/empty-state.tsx";
import { LoadError } from "../feedback/load-error.tsx";
import { UnreadBadge } from "../feedback/unread-badge.tsx";
import { Avatar } from "../identity/avatar.tsx";
import { type DownloadItem, DownloadList } from "../lists/download-list.tsx";
import { VirtualList } from "../lists/virtual-list.tsx";
import classes from "./gallery.module.css";
import { type SamplePerson, samplePeople } from "./samples.ts";
import { Shelf, Specimen } from "./specimen.tsx";

const nothing = (): void => {};

const DOWNLOADS: readonly DownloadItem[] = [
  { key: "1", name: "Fax from (212) 555-0131.pdf", state: "inProgress", progress: 42, size: 2_400_000 },
  { key: "2", name: "Voicemail of 11/03.mp3", state: "complete", size: 480_000 },
  { key: "3", name: "A photo with a very long name that does not fit.png", state: "canceled" },
  { key: "4", name: "Contacts.csv", state: "failed" },
];

export function ListsShelf(): ReactNode {
  return (
    <Shelf title="Lists">
      <Specimen name="Virtual list of 5,000">
        <PeopleList />
      </Specimen>
      <Specimen name="Downloads">
        <div className={classes.flush}>
          <DownloadsSpecimen />
        </div>
      </Specimen>
      <Specimen name="No downloads">
        <DownloadList
          items={[]}
          onCancel={nothing}
          onRemove={nothing}
          onCancelAll={nothing}
          onClearAll={nothing}
        />
      </Specimen>
    </Shelf>
  );
}

function PeopleList(): ReactNode {
  const [selected, setSelected] = useState("2");
  return (
    <div className={classes.flush} style={{ height: 300 }}>
      <VirtualList
        items={samplePeople}
        keyOf={(person) => person.id}
        label="People"
        rowHeight={60}
        selectedKey={selected}
        onOpen={(person) => setSelected(person.id)}
        renderRow={(person) => <PersonRow person={person} />}
        emptySlot={<EmptyState icon={Phone}>Nobody here.</EmptyState>}
        errorSlot={<LoadError onRetry={nothing}>People could not be loaded.</LoadError>}
      />
    </div>
  );
}

function PersonRow({ person }: { readonly person: SamplePerson }): ReactNode {
  return (
    <div className={classes.person}>
      <Avatar name={person.name} isDecorative presence={Number(person.id) % 3 === 0 ? "online" : "offline"} />
      <div className={classes.personText}>
        <div className={classes.personName}>{person.name}</div>
        <div className={classes.personDetail} data-numeric>
          {person.detail}
        </div>
      </div>
      <UnreadBadge count={(Number(person.id) * 7) % 13 === 1 ? 12 : 0} />
    </div>
  );
}

function DownloadsSpecimen(): ReactNode {
  const [items, setItems] = useState(DOWNLOADS);
  const cancel = (isMeant: (item: DownloadItem) => boolean): void =>
    setItems((before) =>
      before.map((item) =>
        item.state === "inProgress" && isMeant(item)
          ? { key: item.key, name: item.name, state: "canceled" }
          : item,
      ),
    );
  return (
    <DownloadList
      items={items}
      onCancel={(key) => cancel((item) => item.key === key)}
      onCancelAll={() => cancel(() => true)}
      onRemove={(key) => setItems((before) => before.filter((item) => item.key !== key))}
      onClearAll={() => setItems([])}
      onOpenFile={nothing}
      onOpenFolder={nothing}
    />
  );
}
