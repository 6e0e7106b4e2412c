/** A request that carries a file: as large as it may be, or made to take long. */
export interface LargeRequest {
  readonly name: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: unknown;
  /** What a server that is not impressed answers. */
  readonly status: number;
}

const MEGABYTE = 1_000_000;
/** Letters of base64 that are some file's, about as long as the file times 4/3. */
const fileOf = (bytes: number): string => "Qm9k".repeat(Math.floor(bytes / 3));
const cardOf = (content: string): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Reyes\r\n${content}\r\nEND:VCARD\r\n`;
const foldedPhoto = (bytes: number): string =>
  `PHOTO;ENCODING=b;TYPE=JPEG:\r\n${` ${"QUJD".repeat(18)}\r\n`.repeat(Math.floor(bytes / 54))}`;

/** Every kind of request that brings a file to be read. */
export function largeRequests(smsLine: string, toBase64: (text: string) => string): LargeRequest[] {
  const cards = (content: string): string => toBase64(cardOf(content));
  const preview = (name: string, file: string, status = 200): LargeRequest => ({
    name: `contacts: ${name}`,
    method: "POST",
    path: "/api/contacts/import/preview",
    body: { name: "contacts.vcf", file },
    status,
  });
  const rows = Array.from({ length: 20_000 }, (_, index) => `Person ${index},212${5_000_000 + index}\n`);
  return [
    preview("a photo of 1 MB", cards(foldedPhoto(MEGABYTE))),
    preview("a photo of 20 MB", cards(foldedPhoto(20 * MEGABYTE))),
    preview("20,000 rows", toBase64(`Name,Work\n${rows.join("")}`)),
    preview("a million folds", cards(`NOTE:x\r\n${" y\r\n".repeat(1_000_000)}`), 400),
    preview("200,000 parameters", cards(`TEL${";TYPE=work".repeat(200_000)}:2125550101`)),
    preview("32 MB of anything", fileOf(31 * MEGABYTE), 400),
    {
      name: "contact with a photo of 5 MB that is none",
      method: "PUT",
      path: "/api/contact",
      body: { name: "Ana Reyes", mobile: "12125550199", photo: fileOf(4.9 * MEGABYTE) },
      status: 400,
    },
    {
      name: "own photo of 5 MB that is none",
      method: "PUT",
      path: "/api/myPhoto",
      body: { image: fileOf(4.9 * MEGABYTE) },
      status: 400,
    },
    {
      name: "text with two files of 4.9 MB",
      method: "POST",
      path: "/api/send/sms",
      body: {
        sms_line: smsLine,
        receiver: "12125550171",
        msgdata: "Both forms",
        media: [1, 2].map((each) => ({ name: `form-${each}.bin`, value: fileOf(4.9 * MEGABYTE) })),
        mId: "0b6c1c2e-6f0c-4b6a-9d54-2f7a4b1c9e10",
      },
      status: 400,
    },
    {
      name: "greeting of 6 MB that begins like an MP3",
      method: "POST",
      path: "/api/voicemail/greeting",
      body: { mailbox: "101", uuid: "large", name: "x", file: `${toBase64("ID3")}${fileOf(6.2 * MEGABYTE)}` },
      status: 400,
    },
    {
      name: "greeting larger than 6 MB",
      method: "POST",
      path: "/api/voicemail/greeting",
      body: { mailbox: "101", uuid: "larger", name: "x", file: fileOf(6.32 * MEGABYTE) },
      status: 413,
    },
    {
      name: "400,000 values where a file should be",
      method: "POST",
      path: "/api/contacts/import/preview",
      body: { name: "x", file: "", mapping: Array.from({ length: 400_000 }, () => null) },
      status: 400,
    },
  ];
}
