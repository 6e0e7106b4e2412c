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
export { searchChat, toFoundChat } from "./chat-search.ts";
export { listReadableTopics, readFoundChatMessages } from "./chat-search-repository.ts";
export { createTeamsFeature, type TeamsFeatureDeps } from "./teams-feature.ts";
