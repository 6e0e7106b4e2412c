export { AudioDevices, chooseOutput } from "./devices/audio-devices.ts";
export { chosenDevice, type DeviceProblem, deviceProblem } from "./devices/device-lists.ts";
export { AudioDevicesProvider, useAudioDevices } from "./devices/devices-context.ts";
export { externalAppAddress } from "./external-app.ts";
export { useHasNews } from "./help/release-news.ts";
export { useHasUpdate } from "./help/use-has-update.ts";
export { type LineChanges, lineChanges, lineChangesText } from "./line-changes.ts";
export { linesInSight } from "./lines-in-sight.ts";
export { NotificationsProvider, useNotifications } from "./notifications-context.ts";
export { SECTION_TITLES, type SectionId } from "./page/section-titles.ts";
export { currentPlatform } from "./page/shortcuts/shortcut-conflicts.ts";
export { SHORTCUT_LABELS } from "./page/shortcuts/shortcut-labels.ts";
export {
  SettingsProvider,
  useChangeSettings,
  useSettings,
} from "./settings-context.ts";
export { OwnStatus } from "./status/own-status.ts";
export { OwnStatusProvider, useOwnStatus, useOwnStatusState } from "./status/status-context.ts";
export { useNow } from "./status/use-now.ts";
export { forwardingNumbers } from "./sync/forwarding-numbers.ts";
export { createPendingSettings } from "./sync/pending-settings.ts";
export { SettingsSync } from "./sync/settings-sync.ts";
