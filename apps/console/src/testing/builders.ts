import type { MyProfile } from "@offhook/contract";
import type { StoredAccount } from "../platform/stored-accounts.ts";

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
    features: { messaging: true, voicemail: true, fax: true, teamChat: true, contacts: true, tasks: true },
    user_status: null,
    user_settings: { settings: "{}", type: "teleconsole", version: 0 },
    ...change,
  };
}
