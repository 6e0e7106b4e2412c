import type { ReactNode } from "react";
import { AlertsProvider } from "../../../features/alerts/index.ts";
import { CallHistoryProvider } from "../../../features/calls/index.ts";
import { ContactsProvider, NumberLookupProvider, PeopleProvider } from "../../../features/contacts/index.ts";
import { FaxesProvider, FaxPreview } from "../../../features/faxes/index.ts";
import { BlockedNumbersProvider, PhoneLineProvider } from "../../../features/lines/index.ts";
import { MessagesProvider } from "../../../features/messages/index.ts";
import { AvailabilityProvider } from "../../../features/queues/index.ts";
import { OwnStatusProvider, SettingsProvider } from "../../../features/settings/index.ts";
import { type SourcePreviews, SourcePreviewsProvider } from "../../../features/tasks/index.ts";
import { UnreadProvider } from "../../../features/unread/index.ts";
import { VoicemailPreview, VoicemailsProvider } from "../../../features/voicemails/index.ts";
import type { UserServices } from "./user-services.ts";

export interface ServiceProvidersProps {
  readonly services: UserServices;
  readonly children: ReactNode;
}

const PREVIEWS: SourcePreviews = { voicemail: VoicemailPreview, fax: FaxPreview };

/** Hands the services of the signed-in user to every screen. */
export function ServiceProviders({ services, children }: ServiceProvidersProps): ReactNode {
  return (
    <SettingsProvider value={services.settings}>
      <OwnStatusProvider value={services.status}>
        <AlertsProvider value={services.alerts}>
          <PhoneLineProvider value={services.line}>
            <AvailabilityProvider value={services.availability}>
              <PeopleProvider value={services.people}>
                <NumberLookupProvider value={services.lookup}>
                  <UnreadProvider value={services.unread}>
                    <MessagesProvider value={services.messages}>
                      <VoicemailsProvider value={services.voicemails}>
                        <FaxesProvider value={services.faxes}>
                          <SourcePreviewsProvider value={PREVIEWS}>
                            <CallHistoryProvider value={services.history}>
                              <BlockedNumbersProvider value={services.blocked}>
                                <ContactsProvider value={services.contacts}>{children}</ContactsProvider>
                              </BlockedNumbersProvider>
                            </CallHistoryProvider>
                          </SourcePreviewsProvider>
                        </FaxesProvider>
                      </VoicemailsProvider>
                    </MessagesProvider>
                  </UnreadProvider>
                </NumberLookupProvider>
              </PeopleProvider>
            </AvailabilityProvider>
          </PhoneLineProvider>
        </AlertsProvider>
      </OwnStatusProvider>
    </SettingsProvider>
  );
}
