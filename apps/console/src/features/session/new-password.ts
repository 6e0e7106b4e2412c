const MIN_LENGTH = 10;

/** Judged trimmed, because that is how the sign-in form sends it: an outer blank would lock its owner out. */
export function newPasswordError(password: string): string | undefined {
  const { length } = password.trim();
  if (length === 0) return "This field is required";
  return length < MIN_LENGTH ? `The password needs at least ${MIN_LENGTH} characters` : undefined;
}

export function repeatError(password: string, repeat: string): string | undefined {
  if (repeat.trim() === "") return "This field is required";
  return repeat.trim() === password.trim() ? undefined : "The passwords differ";
}
