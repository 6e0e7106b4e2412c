export {
  type ChatAccountState,
  findAccountNamed,
  findAccountOfChatUser,
  findChatUserOfAccount,
  findChatUsersOfAccounts,
  insertChatUser,
  listAccountsOfChatUsers,
} from "./chat-account-repository.ts";
export { ChatAccounts, newChatUserId } from "./chat-accounts.ts";
export { searchChatMessages, searchQuery, toFoundMessage } from "./chat-search-repository.ts";
export { createTeamsFeature, type TeamsFeatureDeps } from "./teams-feature.ts";
