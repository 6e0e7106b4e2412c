/**
 * Resolves when no transition runs any more. Colors are measured as painted, so a fade would be reported as poor contrast.
 * A menu begins its fade a frame or two after it is there, and one transition may follow another: only a few quiet frames
 * in a row tell. It uses nothing outside of itself, so that a browser's debugger can be handed its text.
 */
export async function untilNothingMoves(): Promise<void> {
  const QUIET_FRAMES = 3;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet += 1) {
    await nextFrame();
    const running = document
      .getAnimations()
      .filter((each) => each.effect?.getTiming().iterations === 1 && each.playState === "running");
    if (running.length === 0) continue;
    await Promise.allSettled(running.map((each) => each.finished));
    quiet = -1;
  }
}
