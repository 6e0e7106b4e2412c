import { expect, test } from "vitest";
import { closeWhenOpen } from "./quiet-socket.ts";

function aSocket() {
  const state = { isOpening: true, closed: 0, connected: 0 };
  const socket = {
    onconnect: () => {
      state.connected += 1;
    },
    ondisconnect: () => {},
    disconnect: () => {
      state.closed += 1;
    },
    isConnecting: () => state.isOpening,
  };
  const whenClosed = closeWhenOpen(socket);
  return { state, socket, whenClosed };
}

test("a socket that is still opening is closed when it is open, and nobody hears of it", () => {
  const { state, socket } = aSocket();
  socket.disconnect();
  expect(state).toMatchObject({ closed: 0 });
  state.isOpening = false;
  socket.onconnect();
  expect(state).toMatchObject({ closed: 1, connected: 0 });
});

test.each(["onconnect", "ondisconnect"] as const)(
  "whoever waits for the end of one that is still opening waits until %s",
  async (end) => {
    const { state, socket, whenClosed } = aSocket();
    // As JsSIP does, first by its transport and then by itself.
    socket.disconnect();
    socket.disconnect();
    let isClosed = false;
    const closing = whenClosed().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isClosed).toBe(false);
    state.isOpening = false;
    socket[end]();
    await closing;
    expect(isClosed).toBe(true);
  },
);

test("an open one is closed at once", async () => {
  const { state, socket, whenClosed } = aSocket();
  state.isOpening = false;
  socket.onconnect();
  socket.disconnect();
  expect(state).toMatchObject({ closed: 1, connected: 1 });
  await whenClosed();
});
