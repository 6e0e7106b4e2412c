import fc from "fast-check";
import { expect, test } from "vitest";
import { ChatRefusal } from "../wire/refusal.ts";
import { APPROVE, formatMode, type Grant, has, JOIN, OWNER, parseMode, SHARE } from "./access-mode.ts";
import { directGrants, givenGrant, joinGrant, OWNER_MODE, USER_DEFAULT, wantGrant } from "./access-policy.ts";

const mode = (text: string): number => parseMode(text) ?? Number.NaN;
const grant = (want: string, given: string): Grant => ({ want: mode(want), given: mode(given) });
const shown = ({ want, given }: Grant): string[] => [formatMode(want), formatMode(given)];
const anyMode = fc.integer({ min: 0, max: 255 });
const anyModeText = fc.option(anyMode.map(formatMode), { nil: undefined });

function refusalCode(work: () => unknown): number | undefined {
  try {
    work();
    return undefined;
  } catch (failure) {
    if (failure instanceof ChatRefusal) return failure.code;
    throw failure;
  }
}

test("[CHAT-P1] in a direct topic each is given what the other lets people have", () => {
  const grants = directGrants({
    initiator: { defaults: USER_DEFAULT, wanted: undefined },
    invited: { defaults: mode("JRWP") },
  });
  expect(shown(grants.initiator)).toEqual(["JRWPAD", "JRWPA"]);
  expect(shown(grants.invited)).toEqual(["JRWPAD", "JRWPAD"]);
});

test("[CHAT-P2] a user who joins a group gets its defaults, and nobody joins one that does not let them", () => {
  expect(shown(joinGrant({ defaults: mode("JRWPS"), remembered: undefined, wanted: undefined }))).toEqual([
    "JRWPS",
    "JRWPS",
  ]);
  expect(
    refusalCode(() => joinGrant({ defaults: mode("RWP"), remembered: undefined, wanted: undefined })),
  ).toBe(403);
  const banned = grant("JRWP", "RWP");
  expect(
    refusalCode(() => joinGrant({ defaults: mode("JRWPS"), remembered: banned, wanted: undefined })),
  ).toBe(403);
});

const ordinary = { isOwner: false, isDirect: false, defaults: mode("JRWPS") };

test("[CHAT-P3] wanting more than was given is kept as a wish", () => {
  const after = wantGrant({ ...ordinary, current: grant("JRWPS", "JRWPS"), wanted: "JRWPSD" });
  expect(shown(after)).toEqual(["JRWPSD", "JRWPS"]);
});

test("[CHAT-P4] a plain subscription undoes a ban of oneself", () => {
  const after = wantGrant({ ...ordinary, current: grant("RWP", "JRWPS"), wanted: undefined });
  expect(shown(after)).toEqual(["JRWPS", "JRWPS"]);
});

test("[CHAT-P5] owners keep their topic, and nobody becomes owner by asking", () => {
  const own = { ...ordinary, isOwner: true, current: grant("JRWPASDO", "JRWPASDO") };
  expect(refusalCode(() => wantGrant({ ...own, wanted: "JRWP" }))).toBe(403);
  expect(refusalCode(() => wantGrant({ ...own, wanted: "-J" }))).toBe(403);
  expect(refusalCode(() => wantGrant({ ...ordinary, current: grant("JRWPS", "JRWPS"), wanted: "+O" }))).toBe(
    403,
  );
});

const giving = {
  isActorOwner: false,
  isTargetOwner: false,
  isDirect: false,
  current: undefined,
  remembered: undefined,
  defaults: mode("RWPS"),
};

test("[CHAT-P6] an invitation gives the defaults and lets the guest in", () => {
  expect(shown(givenGrant({ ...giving, actorMode: SHARE, mode: undefined }))).toEqual(["JRWPS", "JRWPS"]);
});

test("[CHAT-P7] only members who may approve choose the rights of others", () => {
  expect(refusalCode(() => givenGrant({ ...giving, actorMode: SHARE, mode: "JRWPA" }))).toBe(403);
  expect(refusalCode(() => givenGrant({ ...giving, actorMode: mode("JRWP"), mode: undefined }))).toBe(403);
  expect(shown(givenGrant({ ...giving, actorMode: APPROVE, mode: "RWPA" }))).toEqual(["JRWPA", "JRWPA"]);
});

test("[CHAT-P8] a letter that means nothing is a mistake, not a permission", () => {
  expect(refusalCode(() => givenGrant({ ...giving, actorMode: APPROVE, mode: "JRX" }))).toBe(400);
  expect(refusalCode(() => wantGrant({ ...ordinary, current: grant("J", "J"), wanted: "?" }))).toBe(400);
});

test("[CHAT-P9] ownership comes from the owner alone, whom others cannot demote", () => {
  fc.assert(
    fc.property(anyMode, anyMode, anyModeText, (actorMode, given, text) => {
      const current = { want: OWNER_MODE, given: OWNER_MODE };
      try {
        const after = givenGrant({ ...giving, actorMode, mode: text, current, isTargetOwner: true });
        expect(after.given).toBe(OWNER_MODE);
      } catch (failure) {
        expect(failure).toBeInstanceOf(ChatRefusal);
      }
      try {
        const after = givenGrant({
          ...giving,
          actorMode,
          mode: text,
          current: { want: given, given: given & ~OWNER },
        });
        expect(has(after.given, OWNER)).toBe(false);
      } catch (failure) {
        expect(failure).toBeInstanceOf(ChatRefusal);
      }
    }),
  );
});

test("[CHAT-P10] whatever is asked, nobody gets in without being let in", () => {
  fc.assert(
    fc.property(anyMode, anyModeText, (defaults, wanted) => {
      try {
        const after = joinGrant({ defaults, remembered: undefined, wanted });
        expect(has(after.given, JOIN)).toBe(true);
        expect(after.given).toBe(defaults);
      } catch (failure) {
        expect(failure).toBeInstanceOf(ChatRefusal);
      }
    }),
  );
});
