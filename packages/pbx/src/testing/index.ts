export { FakeMedia } from "./fake-media.ts";
export { type PhoneCall, ScriptedPhone, type ScriptedPhoneParts } from "./scripted-phone.ts";
export { aCompany, aHuntGroup, anEndpoint, aQueue, aTrunk, simpleNumbers } from "./test-company.ts";
