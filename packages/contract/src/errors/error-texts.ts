/** What a user reads when a request fails, word for word as the specification has it. */
export const ERROR_TEXTS = {
  fileTooLarge: "File is larger than limits defined by server",
  generalServerError: "General server error",
  serverError: "Server Error",
  loginServerError: "Server error",
  offline: "You are currently not connected to the internet. Please connect to continue using the app.",
  noPhoneLine: "Your active phone line was removed. Please contact the provider's support for help",
  profileFailed: "Failed to get user profile",
  profileMissing: "No user profile found",
  logoutFailed: "Failed to logout.",
  switchFailed: "Failed to switch account",
  pageNotFound: "This page could not be found",
  errorPageFailed: "An error occurred while showing the error page",
} as const;

export function serverErrorText(status: number): string {
  return `Server Error, code: ${status}`;
}
