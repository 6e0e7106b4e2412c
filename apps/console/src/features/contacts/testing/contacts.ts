import type { Contact } from "@offhook/contract";

export function aContact(id: number, given: Partial<Contact> = {}): Contact {
  return {
    id: String(id),
    type: "personal",
    contactType: "personal",
    name: `Person ${id}`,
    fname: "Person",
    lname: String(id),
    mobile: "",
    work: "",
    home: "",
    fax: "",
    conference: "",
    other: "",
    speeddial: "0",
    emails: "",
    organization: "",
    title: "",
    notes: "",
    public: false,
    owned: true,
    pbx_uid: 1,
    photo: null,
    color: "#336699",
    changed_at: 0,
    ...given,
  };
}
