export { AcdArea } from "./acd-area.tsx";
export { AgentDashboardPage } from "./dashboard/agent-dashboard-page.tsx";
