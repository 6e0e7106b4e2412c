/** As forgiving as the service: something, an at sign, a domain with a dot. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

export function emailError(email: string): string | undefined {
  if (email.trim() === "") return "Email is required";
  return ADDRESS.test(email.trim()) ? undefined : "Email must be valid";
}
