import { QuietBoundary } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FaxNotices } from "../../../features/faxes/notices/fax-notices.tsx";
import { MessageNotices } from "../../../features/messages/notices/message-notices.tsx";
import { MissedCard } from "../../../features/queues/missed/missed-card.tsx";
import { ShiftNotices } from "../../../features/queues/shifts/shift-notices.tsx";
import { useUser } from "../../../features/session/index.ts";
import { TaskNotices } from "../../../features/tasks/notices/task-notices.tsx";
import { TeamsNotices } from "../../../features/teams/notifications/teams-notices.tsx";
import { VoicemailNotices } from "../../../features/voicemails/notices/voicemail-notices.tsx";
import { paths } from "../../../platform/navigation/paths.ts";
import { latePart } from "../../../platform/rendering/late.tsx";

const LiveVoicemailCards = latePart(
  () => import("../../../features/voicemails/live/live-voicemail-cards.tsx"),
  "LiveVoicemailCards",
);

/** What tells of texts, voicemails, faxes, tasks, on-call shifts, missed queue calls and chat on every screen. One that fails takes no other with it. */
export function Notices(): ReactNode {
  const { features } = useUser();
  const router = useRouter();
  return (
    <>
      <QuietBoundary>{features.messaging && <MessageNotices />}</QuietBoundary>
      <QuietBoundary>
        {features.voicemail && (
          <>
            <VoicemailNotices />
            <LiveVoicemailCards onGo={(to) => router.history.push(to)} />
          </>
        )}
      </QuietBoundary>
      <QuietBoundary>{features.fax && <FaxNotices />}</QuietBoundary>
      <QuietBoundary>
        <TaskNotices />
      </QuietBoundary>
      <QuietBoundary>
        <ShiftNotices onGo={(to) => router.history.push(to)} />
      </QuietBoundary>
      <QuietBoundary>
        {features.calls && (
          <MissedCard isToldElsewhere={() => router.state.location.pathname === paths.agentDashboard} />
        )}
      </QuietBoundary>
      <QuietBoundary>{features.teamChat && <TeamsNotices />}</QuietBoundary>
    </>
  );
}
