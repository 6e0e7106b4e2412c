export interface BoxItemAddress {
  readonly mailbox: string;
  readonly id: string;
}

/** The voicemail or fax that a path of the service leads to. Not beside the paths: no page before the sign-in needs it. */
export function boxItemAt(path: string, wanted: "voicemails" | "faxes"): BoxItemAddress | undefined {
  const [, area, mailbox, id, dir] = path.split("/").map(decodeURIComponent);
  if (area !== wanted || !mailbox || !id || dir === undefined) return undefined;
  return { mailbox, id };
}
