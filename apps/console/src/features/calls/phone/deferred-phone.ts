import { createStore, type StoreApi } from "zustand/vanilla";
import type { DialRequest, Phone, PhoneState, TransferTarget } from "./phone.ts";

/** What the screens see before the phone is there. */
export function createPhoneState(): StoreApi<PhoneState> {
  return createStore<PhoneState>()(() => ({
    registration: { status: "connecting" },
    calls: [],
    isRingOwner: false,
    deviceAlert: undefined,
  }));
}

/** Stands for a phone that is still being loaded: its state is there at once, its commands wait. */
export class DeferredPhone implements Phone {
  readonly state: StoreApi<PhoneState>;
  readonly #phone: Promise<Phone>;

  constructor(state: StoreApi<PhoneState>, phone: Promise<Phone>) {
    this.state = state;
    this.#phone = phone;
  }

  async dial(request: DialRequest): Promise<string | undefined> {
    return (await this.#phone).dial(request);
  }
  async dialFromOtherDevice(number: string, from?: string): Promise<void> {
    await (await this.#phone).dialFromOtherDevice(number, from);
  }
  async answer(id: string, options?: { readonly camera?: boolean }): Promise<void> {
    await (await this.#phone).answer(id, options);
  }
  async decline(id: string): Promise<void> {
    await (await this.#phone).decline(id);
  }
  async declineWithMessage(id: string, text: string): Promise<void> {
    await (await this.#phone).declineWithMessage(id, text);
  }
  async sendToVoicemail(id: string): Promise<void> {
    await (await this.#phone).sendToVoicemail(id);
  }
  ignore(id: string): void {
    this.#soon((phone) => phone.ignore(id));
  }
  async hangUp(id: string): Promise<void> {
    await (await this.#phone).hangUp(id);
  }
  async setHold(id: string, isOn: boolean): Promise<void> {
    await (await this.#phone).setHold(id, isOn);
  }
  async setMuted(id: string, isOn: boolean): Promise<void> {
    await (await this.#phone).setMuted(id, isOn);
  }
  async setPartyMuted(id: string, isOn: boolean): Promise<void> {
    await (await this.#phone).setPartyMuted(id, isOn);
  }
  sendDigits(id: string, digits: string): void {
    this.#soon((phone) => phone.sendDigits(id, digits));
  }
  openDoor(id: string): void {
    this.#soon((phone) => phone.openDoor(id));
  }
  async transfer(id: string, to: TransferTarget, note?: string): Promise<void> {
    await (await this.#phone).transfer(id, to, note);
  }
  async completeTransfer(id: string): Promise<void> {
    await (await this.#phone).completeTransfer(id);
  }
  async cancelTransfer(id: string): Promise<void> {
    await (await this.#phone).cancelTransfer(id);
  }
  async conference(ids: readonly string[]): Promise<void> {
    await (await this.#phone).conference(ids);
  }
  async split(id: string): Promise<void> {
    await (await this.#phone).split(id);
  }
  async startRecording(id: string): Promise<void> {
    await (await this.#phone).startRecording(id);
  }
  async stopRecording(id: string): Promise<void> {
    await (await this.#phone).stopRecording(id);
  }
  async park(id: string): Promise<number> {
    return (await this.#phone).park(id);
  }
  async setCamera(id: string, isOn: boolean): Promise<void> {
    await (await this.#phone).setCamera(id, isOn);
  }
  async takeHere(id: string): Promise<void> {
    await (await this.#phone).takeHere(id);
  }
  retryNow(): void {
    this.#soon((phone) => phone.retryNow());
  }
  closeDeviceAlert(): void {
    this.#soon((phone) => phone.closeDeviceAlert());
  }

  #soon(command: (phone: Phone) => void): void {
    void this.#phone.then(command, () => {});
  }
}
