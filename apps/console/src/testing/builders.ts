import type { Caller, Contact, MyProfile, Person, Phone } from "@offhook/contract";
import type { StoredAccount } from "../platform/storage/stored-accounts.ts";

export function anAccount(change: Partial<StoredAccount> = {}): StoredAccount {
  return {
    id: 1,
    token: "token",
    refreshToken: "refresh",
    googleUser: null,
    googleToken: null,
    microsoftUser: null,
    microsoftAccount: null,
    username: "maya@harborlight.example",
    firstname: "Maya",
    lastname: "Okafor",
    company: "Harborlight Home Care",
    photo: null,
    avatar: "#0a6b84",
    isGoogleLogin: false,
    isMicrosoftLogin: false,
    ...change,
  };
}

export function aProfile(change: Partial<MyProfile> = {}): MyProfile {
  return {
    id: 1,
    username: "maya@harborlight.example",
    pending_email: null,
    scope: ["calls", "contacts", "fax", "messaging", "teamChat", "voicemail"],
    email: "maya@harborlight.example",
    firstname: "Maya",
    lastname: "Okafor",
    title: "Reception",
    company: "Harborlight Home Care",
    mobile: "",
    timezone: "",
    effective_timezone: "America/New_York",
    country: "US",
    region: "US",
    photo: null,
    color: "#0a6b84",
    teamsNickname: "",
    extension: "101",
    pbx_cid: 1,
    phones: [
      {
        name: "reception",
        label: "Front desk",
        extension: "101",
        callerID: "12125550101",
        callerIDint: "101",
      },
    ],
    sms_lines: [],
    vox_boxes: [],
    fax_lines: [],
    fax_boxes: [],
    roles: {},
    teams_settings: { disabled_customers: { customer_id: [] } },
    features: {
      calls: true,
      messaging: true,
      voicemail: true,
      fax: true,
      teamChat: true,
      contacts: true,
      tasks: true,
    },
    user_status: null,
    user_settings: { settings: "{}", type: "teleconsole", version: 0 },
    sip: null,
    ...change,
  };
}

export function aPhone(change: Partial<Phone> = {}): Phone {
  return {
    name: "reception",
    label: "Front desk",
    extension: "101",
    acr: "0",
    dnd: "0",
    forwarding: "",
    dtype: "",
    dnumber: "",
    btype: "",
    bnumber: "",
    utype: "",
    unumber: "",
    unumber_group: "",
    music: "",
    music_ringing: "0",
    totalmaximum: 2,
    callerid: "101",
    callerid_external: "12125550101",
    ...change,
  };
}

export function aPerson(id: number, name: string, change: Partial<Person> = {}): Person {
  return {
    id: `-${id}`,
    user_id: id,
    type: "corporate",
    contactType: "corporate",
    name,
    fname: "",
    lname: "",
    title: "",
    nickname: "",
    extension: String(100 + id),
    pbx_line: null,
    emails: "",
    mobile: "",
    work: "",
    home: "",
    fax: "",
    conference: "",
    other: "",
    speeddial: "0",
    organization: "Harborlight Home Care",
    public: true,
    owned: false,
    photo: null,
    color: "#0a6b84",
    statusName: null,
    statusEmoji: null,
    statusExpiresAt: null,
    presence: 1,
    chat_id: `usr${id}`,
    ...change,
  };
}

/** A number that nobody knows. */
export function aCaller(change: Partial<Caller> = {}): Caller {
  return {
    number: "12125550199",
    source: null,
    name: null,
    contactId: null,
    user_id: null,
    organization: "",
    label: "",
    photo: null,
    color: null,
    blocked: false,
    others: [],
    ...change,
  };
}

export function aContact(change: Partial<Contact> = {}): Contact {
  return {
    id: "7",
    type: "personal",
    contactType: "personal",
    name: "",
    fname: "",
    lname: "",
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
    tags: "",
    public: false,
    owned: true,
    pbx_uid: 1,
    photo: null,
    color: "#0a6b84",
    changed_at: 0,
    ...change,
  };
}
