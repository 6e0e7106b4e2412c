import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useUser } from "../../features/session/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { lazyPart } from "../lazy-page.ts";

const MessageNotices = lazyPart(
  () => import("../../features/messages/notices/message-notices.tsx"),
  "MessageNotices",
);

/** What texts do on every screen. No screen waits for it: it comes after the first paint. */
export function MessageNoticesHost(): ReactNode {
  const { browser } = usePlatform();
  const { features } = useUser();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void browser.afterPaint().then(() => isHere && setIsPainted(true));
    return () => {
      isHere = false;
    };
  }, [browser]);
  if (!isPainted || !features.messaging) return null;
  return (
    <Suspense fallback={null}>
      <MessageNotices />
    </Suspense>
  );
}
