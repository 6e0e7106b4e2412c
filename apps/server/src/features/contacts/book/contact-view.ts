import { bitFrom, type Contact } from "@offhook/contract";
import { colorOf } from "../../settings/index.ts";
import { displayName } from "./contact-fields.ts";
import type { ContactRow, Viewer } from "./contact-repository.ts";

export interface ContactViewDeps {
  readonly photoUrl: (key: string) => string;
}

/** A contact as this viewer sees it. */
export function contactView(
  row: ContactRow,
  viewer: Viewer,
  speedDial: ReadonlySet<string>,
  { photoUrl }: ContactViewDeps,
): Contact {
  const id = String(row.id);
  return {
    id,
    type: "personal",
    contactType: "personal",
    name: displayName(row),
    fname: row.fname,
    lname: row.lname,
    mobile: row.mobile,
    work: row.work,
    home: row.home,
    fax: row.fax,
    conference: row.conference,
    other: row.other,
    speeddial: bitFrom(speedDial.has(id)),
    emails: row.emails,
    organization: row.organization,
    title: row.title,
    notes: row.notes,
    tags: row.tags,
    public: row.is_public,
    owned: row.owner_id === viewer.userId,
    pbx_uid: row.owner_id,
    photo: row.photo_key === null ? null : photoUrl(row.photo_key),
    color: colorOf({ id: row.id, color: null }),
    changed_at: Math.floor(row.changed_at.getTime() / 1000),
  };
}
