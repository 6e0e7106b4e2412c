/** The voicemail that a path of the service leads to. Not beside the paths: no page before the sign-in needs it. */
export function voicemailAt(path: string): { readonly mailbox: string; readonly id: string } | undefined {
  const [, area, mailbox, id, dir] = path.split("/").map(decodeURIComponent);
  if (area !== "voicemails" || !mailbox || !id || dir === undefined) return undefined;
  return { mailbox, id };
}
