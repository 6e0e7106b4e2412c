import type { PbxDirectory } from "../ports/pbx-directory.ts";

/** The signed-in user there. A desk phone is its line's: of a line that several people share, anybody's. */
export function userOfAccount(directory: PbxDirectory, username: string): string | undefined {
  const account = directory.account(username);
  if (!account || account.userId !== undefined) return account?.userId;
  const line = directory.company(account.companyId)?.endpoints.find(({ id }) => id === account.endpointId);
  return line?.userIds.length === 1 ? line.userIds[0] : undefined;
}
