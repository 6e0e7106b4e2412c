import { describe, expect, test } from "vitest";
import { aProfile } from "../../../testing/builders.ts";
import { openProfileForm, profileChanges, profileProblems } from "./profile-form.ts";

const user = aProfile({ mobile: "(212) 555-0101", teamsNickname: "maya" });
const form = openProfileForm(user);

describe("what is sent", () => {
  test("nothing when nothing changed, spaces aside", () => {
    expect(profileChanges(form, user)).toEqual({});
    expect(profileChanges({ ...form, firstname: " Maya " }, user)).toEqual({});
  });

  test("only what changed, trimmed", () => {
    const changed = { ...form, lastname: "  Okafor-Lindqvist ", teamsNickname: " front desk ", country: "" };
    expect(profileChanges(changed, user)).toEqual({
      lastname: "Okafor-Lindqvist",
      teamsNickname: "front desk",
      country: "",
    });
  });

  test("no nickname where team chat is off", () => {
    const silent = aProfile({ features: { ...user.features, teamChat: false } });
    expect(profileChanges({ ...form, mobile: "", teamsNickname: "other" }, silent)).toEqual({});
  });
});

describe("what is wrong", () => {
  test("nothing with a profile as it is", () => {
    expect(profileProblems(form)).toEqual({});
  });

  test.each([
    [{ firstname: "  " }, { firstname: "This field is required" }],
    [{ email: " " }, { email: "Email is required" }],
    [{ email: "maya@" }, { email: "Email must be valid" }],
    [{ mobile: "call me" }, { mobile: "Invalid phone format" }],
    [{ mobile: "+1 (212) 555-0101" }, {}],
    [{ lastname: "", company: "", mobile: "", country: "", timezone: "" }, {}],
    [{ firstname: "אביגיל", lastname: "الحسيني" }, {}],
  ])("%j", (change, problems) => {
    expect(profileProblems({ ...form, ...change })).toEqual(problems);
  });
});
