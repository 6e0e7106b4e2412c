/** Where the queue feed is, on the server's own origin. */
export const ACD_FEED_PATH = "/acd/feed";
