/** What a file of a message is to the user. */
export type AttachmentKind = "image" | "video" | "audio" | "pdf" | "doc" | "excel" | "powerpoint" | "file";

const BY_EXTENSION: Readonly<Record<string, AttachmentKind>> = {
  pdf: "pdf",
  doc: "doc",
  docx: "doc",
  odt: "doc",
  rtf: "doc",
  xls: "excel",
  xlsx: "excel",
  ods: "excel",
  csv: "excel",
  ppt: "powerpoint",
  pptx: "powerpoint",
  odp: "powerpoint",
};

const BY_TYPE: readonly (readonly [RegExp, AttachmentKind])[] = [
  // A drawing can carry scripts: it is a file to save, never a picture to show.
  [/^image\/(?!svg)/, "image"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^application\/pdf$/, "pdf"],
  [/wordprocessing|msword|opendocument\.text|rtf/, "doc"],
  [/spreadsheet|ms-excel|text\/csv/, "excel"],
  [/presentation|ms-powerpoint/, "powerpoint"],
];

export function attachmentKind(type: string, name: string): AttachmentKind {
  const byType = BY_TYPE.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1];
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return byType ?? BY_EXTENSION[extension] ?? "file";
}

const KIND_NAMES: Readonly<Record<AttachmentKind, string>> = {
  image: "Image",
  video: "Video",
  audio: "Audio",
  pdf: "PDF",
  doc: "Document",
  excel: "Spreadsheet",
  powerpoint: "Presentation",
  file: "File",
};

export function attachmentKindName(kind: AttachmentKind): string {
  return KIND_NAMES[kind];
}
