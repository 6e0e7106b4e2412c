import { expect, test } from "vitest";
import { closeWhenOpen } from "./quiet-socket.ts";

function aSocket() {
  const state = { isOpening: true, closed: 0, connected: 0 };
  const socket = {
    onconnect: () => {
      state.connected += 1;
    },
    disconnect: () => {
      state.closed += 1;
    },
    isConnecting: () => state.isOpening,
  };
  closeWhenOpen(socket);
  return { state, socket };
}

test("a socket that is still opening is closed when it is open, and nobody hears of it", () => {
  const { state, socket } = aSocket();
  socket.disconnect();
  expect(state).toMatchObject({ closed: 0 });
  state.isOpening = false;
  socket.onconnect();
  expect(state).toMatchObject({ closed: 1, connected: 0 });
});

test("an open one is closed at once", () => {
  const { state, socket } = aSocket();
  state.isOpening = false;
  socket.onconnect();
  socket.disconnect();
  expect(state).toMatchObject({ closed: 1, connected: 1 });
});
