import { afterEach, expect, test, vi } from "vitest";
import { openFakeTab } from "../../testing/fake-browser.ts";
import { connectTeams } from "./connect-teams.ts";
import { TeamsDoor } from "./teams-door.ts";

/** Counts as open, and never hears a word. */
class OpenSocket {
  static readonly OPEN = WebSocket.OPEN;
  static readonly CONNECTING = WebSocket.CONNECTING;
  static readonly opened: OpenSocket[] = [];
  readonly readyState = WebSocket.OPEN;
  readonly closedWith: (number | undefined)[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};

  constructor() {
    OpenSocket.opened.push(this);
  }

  send(): void {}

  close(code?: number): void {
    this.closedWith.push(code);
  }
}

afterEach(() => vi.unstubAllGlobals());

test("[TEAM-L8] chat hears of the network: down closes its socket", async () => {
  vi.stubGlobal("WebSocket", OpenSocket);
  const { platform } = openFakeTab();
  platform.auth.install({ token: "t", refreshToken: "r", strategy: "local", accountId: 1 });
  const scope = connectTeams({ platform, door: new TeamsDoor(), userId: 1, notify: () => {} });
  await expect.poll(() => OpenSocket.opened.length).toBe(1);
  const [socket] = OpenSocket.opened;
  socket?.onopen();
  expect(socket?.closedWith).toEqual([]);
  platform.network.reportOffline();
  expect(socket?.closedWith).toEqual([1000]);
  scope.close();
});
