import { type ActiveStatus, DEFAULT_STATUS_EMOJI, type UserStatus } from "@offhook/contract";
import { describe, expect, test } from "vitest";
import {
  canSave,
  isFormRevealed,
  openStatusForm,
  showsClearButton,
  statusChangeOf,
  stepStatusForm,
} from "./status-form.ts";

const lunch: UserStatus = { id: 3, name: "Lunch", emoji: "🥪", default_duration: "1_hour", shared: "1" };
const active: ActiveStatus = { ...lunch, expires_at: 1_800_000_000 };
const uuid = "5f0c8a53-1b7e-4e65-9a3e-0a4f7f4ad3c1";

describe("without an active status", () => {
  const empty = openStatusForm(null);

  test("[STF1] an empty name hides the form and keeps Save disabled", () => {
    expect([isFormRevealed(empty), canSave(empty), showsClearButton(empty)]).toEqual([false, false, false]);
    expect(canSave(stepStatusForm(empty, { type: "named", name: "   " }))).toBe(false);
  });

  test("[STF2] typing a name reveals the form, enables Save and proposes a speech bubble", () => {
    const typed = stepStatusForm(empty, { type: "named", name: "At the dentist " });
    expect([isFormRevealed(typed), canSave(typed)]).toEqual([true, true]);
    expect(statusChangeOf(typed, uuid)).toEqual({
      kind: "create",
      body: {
        uuid,
        status: {
          name: "At the dentist",
          emoji: DEFAULT_STATUS_EMOJI,
          default_duration: "never",
          expires_at: null,
        },
      },
    });
  });

  test("[STF3] picking a saved status fills the form, and saving sets it", () => {
    const picked = stepStatusForm(empty, { type: "statusPicked", status: lunch });
    expect(picked).toMatchObject({ name: "Lunch", emoji: "🥪", duration: "1_hour" });
    expect(statusChangeOf(picked, uuid)).toMatchObject({ kind: "set", body: { status_id: 3 } });
  });

  test("[STF4] a custom duration needs its date and time", () => {
    const typed = stepStatusForm(empty, { type: "named", name: "Away" });
    const custom = stepStatusForm(typed, { type: "durationPicked", duration: "custom" });
    expect(canSave(custom)).toBe(false);
    const dated = stepStatusForm(custom, { type: "expiryPicked", expiresAt: 1_900_000_000 });
    expect(canSave(dated)).toBe(true);
    expect(statusChangeOf(dated, uuid).body).toMatchObject({ status: { expires_at: 1_900_000_000 } });
    expect(stepStatusForm(dated, { type: "durationPicked", duration: "today" }).expiresAt).toBeNull();
  });

  test("[STF5] a picked status that is deleted meanwhile is created anew", () => {
    const picked = stepStatusForm(empty, { type: "statusPicked", status: lunch });
    expect(statusChangeOf(stepStatusForm(picked, { type: "statusGone", id: 3 }), uuid).kind).toBe("create");
    expect(stepStatusForm(picked, { type: "statusGone", id: 4 })).toBe(picked);
  });
});

describe("with an active status", () => {
  const open = openStatusForm(active);

  test("[STF6] it offers Clear Status until something is changed", () => {
    expect(showsClearButton(open)).toBe(true);
    const renamed = stepStatusForm(open, { type: "named", name: "Late lunch" });
    expect([showsClearButton(renamed), canSave(renamed)]).toEqual([false, true]);
    expect(showsClearButton(stepStatusForm(renamed, { type: "named", name: "Lunch" }))).toBe(true);
  });

  test("[STF7] clearing the name marks it to be cleared on Save", () => {
    const emptied = stepStatusForm(open, { type: "named", name: " " });
    expect([isFormRevealed(emptied), canSave(emptied)]).toEqual([true, true]);
    expect(statusChangeOf(emptied, uuid)).toEqual({ kind: "clear", body: { status_id: null } });
  });

  test("[STF8] renaming a running status does not prolong it", () => {
    const renamed = stepStatusForm(open, { type: "named", name: "Late lunch" });
    expect(statusChangeOf(renamed, uuid).body).toMatchObject({
      status: { default_duration: "custom", expires_at: 1_800_000_000 },
    });
  });

  test("[STF9] a status that ends while the dialog is open leaves an untouched form empty", () => {
    expect(stepStatusForm(open, { type: "activeChanged", active: null })).toEqual(openStatusForm(null));
    expect(stepStatusForm(open, { type: "activeChanged", active: { ...active } })).toBe(open);
  });

  test("[STF10] a form in the user's hands keeps what was typed when the status ends", () => {
    const renamed = stepStatusForm(open, { type: "named", name: "Late lunch" });
    const ended = stepStatusForm(renamed, { type: "activeChanged", active: null });
    expect(ended).toMatchObject({ name: "Late lunch", active: null });
    expect([canSave(ended), showsClearButton(ended)]).toEqual([true, false]);
  });
});
