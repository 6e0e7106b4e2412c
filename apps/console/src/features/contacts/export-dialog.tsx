import { Button, Group, Modal, Radio, Stack, Switch } from "@mantine/core";
import type { ContactFileFormat } from "@offhook/contract";
import { type ReactNode, useState } from "react";
import { useDownloads } from "../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../platform/platform-context.tsx";

const FORMATS: readonly {
  readonly value: ContactFileFormat;
  readonly label: string;
  readonly extension: string;
}[] = [
  { value: "vcard3.0", label: "vCard 3.0, for phones and most programs", extension: "vcf" },
  { value: "vcard4.0", label: "vCard 4.0", extension: "vcf" },
  { value: "vcard2.1", label: "vCard 2.1, for old devices", extension: "vcf" },
  { value: "csv", label: "CSV, for spreadsheets", extension: "csv" },
  { value: "google", label: "CSV for Google Contacts", extension: "csv" },
  { value: "outlook", label: "CSV for Outlook", extension: "csv" },
];

export function ExportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { client } = usePlatform();
  const downloads = useDownloads();
  const [format, setFormat] = useState<ContactFileFormat>("vcard3.0");
  const [hasColleagues, setHasColleagues] = useState(false);
  const start = (): void => {
    const extension = FORMATS.find(({ value }) => value === format)?.extension ?? "vcf";
    downloads.start({
      name: `contacts.${extension}`,
      source: async (signal) => {
        const query = { format, corporate: hasColleagues ? ("1" as const) : ("0" as const) };
        const { content, type } = await client.exportContacts({ query }, { signal });
        return new Response(content, { headers: { "Content-Type": type } });
      },
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Export contacts" size={440}>
      <Stack gap="md">
        <Radio.Group
          label="As"
          value={format}
          onChange={(chosen) => setFormat(FORMATS.find(({ value }) => value === chosen)?.value ?? "vcard3.0")}
        >
          <Stack gap={8} mt={6}>
            {FORMATS.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label="Colleagues too"
          checked={hasColleagues}
          onChange={(event) => setHasColleagues(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={start}>Export</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
