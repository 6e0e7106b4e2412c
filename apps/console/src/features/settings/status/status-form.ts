import {
  type ActiveStatus,
  DEFAULT_STATUS_EMOJI,
  type StatusCreate,
  type StatusDuration,
  type StatusSet,
  type UserStatus,
} from "@offhook/contract";

/** What the status dialog holds. `basis` is the saved status the form was filled from. */
export interface StatusForm {
  readonly active: ActiveStatus | null;
  readonly basis: UserStatus | null;
  readonly name: string;
  readonly emoji: string;
  readonly duration: StatusDuration;
  /** Unix time in seconds; only with a custom duration. */
  readonly expiresAt: number | null;
}

export type StatusFormEvent =
  | { readonly type: "named"; readonly name: string }
  | { readonly type: "emojiPicked"; readonly emoji: string }
  | { readonly type: "durationPicked"; readonly duration: StatusDuration }
  | { readonly type: "expiryPicked"; readonly expiresAt: number }
  | { readonly type: "statusPicked"; readonly status: UserStatus }
  | { readonly type: "statusGone"; readonly id: number }
  | { readonly type: "activeChanged"; readonly active: ActiveStatus | null };

export function openStatusForm(active: ActiveStatus | null): StatusForm {
  return {
    active,
    basis: active,
    name: active?.name ?? "",
    emoji: active?.emoji ?? DEFAULT_STATUS_EMOJI,
    // A running status ends at a fixed time: shown as such, so that saving it again does not prolong it.
    duration: active ? (active.expires_at === null ? "never" : "custom") : "never",
    expiresAt: active?.expires_at ?? null,
  };
}

/** Pure. */
export function stepStatusForm(form: StatusForm, event: StatusFormEvent): StatusForm {
  switch (event.type) {
    case "named":
      return { ...form, name: event.name };
    case "emojiPicked":
      return { ...form, emoji: event.emoji };
    case "durationPicked":
      return {
        ...form,
        duration: event.duration,
        expiresAt: event.duration === "custom" ? form.expiresAt : null,
      };
    case "expiryPicked":
      return { ...form, expiresAt: event.expiresAt };
    case "statusPicked": {
      const { status } = event;
      return {
        ...form,
        basis: status,
        name: status.name,
        emoji: status.emoji,
        duration: status.default_duration,
        expiresAt: null,
      };
    }
    case "statusGone":
      return form.basis?.id === event.id ? { ...form, basis: null } : form;
    case "activeChanged":
      if (JSON.stringify(form.active) === JSON.stringify(event.active)) return form;
      // What the user has begun to change stays; an untouched form shows what now holds.
      return isAsActive(form) ? openStatusForm(event.active) : { ...form, active: event.active };
  }
}

/** The lower half of the dialog is only there once there is something to describe. */
export function isFormRevealed(form: StatusForm): boolean {
  return form.active !== null || form.name.trim() !== "";
}

function isAsActive(form: StatusForm): boolean {
  return JSON.stringify(form) === JSON.stringify(openStatusForm(form.active));
}

/** An untouched running status can only be cleared; everything else is saved or left. */
export function showsClearButton(form: StatusForm): boolean {
  return form.active !== null && isAsActive(form);
}

export function canSave(form: StatusForm): boolean {
  if (form.duration === "custom" && form.expiresAt === null) return false;
  return form.active !== null || form.name.trim() !== "";
}

export type StatusChange =
  | { readonly kind: "clear"; readonly body: StatusSet }
  | { readonly kind: "create"; readonly body: StatusCreate }
  | { readonly kind: "set"; readonly body: StatusSet };

/** What 'Save' asks of the service. A name that was emptied clears the running status. */
export function statusChangeOf(form: StatusForm, uuid: string): StatusChange {
  const name = form.name.trim();
  if (name === "") return { kind: "clear", body: { status_id: null } };
  const status = {
    name,
    emoji: form.emoji,
    default_duration: form.duration,
    expires_at: form.duration === "custom" ? form.expiresAt : null,
  };
  return form.basis === null
    ? { kind: "create", body: { uuid, status } }
    : { kind: "set", body: { status_id: form.basis.id, status, uuid } };
}
