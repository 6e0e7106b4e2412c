import { describe, expect, test } from "vitest";
import { AudioDevices, chooseOutput, type MediaDevicesPort } from "./audio-devices.ts";
import { chosenDevice, deviceListsFrom, deviceProblem } from "./device-lists.ts";

type Info = Pick<MediaDeviceInfo, "kind" | "label" | "deviceId">;
const microphone: Info = { kind: "audioinput", label: "Headset", deviceId: "in-1" };
const nameless: Info = { kind: "audioinput", label: "", deviceId: "" };
const speaker: Info = { kind: "audiooutput", label: "Headset", deviceId: "out-1" };

describe("lists", () => {
  test("leaves out the browser's aliases and names the nameless", () => {
    const lists = deviceListsFrom(
      [
        { kind: "audioinput", label: "Default - Headset", deviceId: "default" },
        microphone,
        { kind: "audiooutput", label: "", deviceId: "" },
        { kind: "videoinput", label: "Camera", deviceId: "cam" },
      ],
      true,
    );
    expect(lists).toEqual({
      inputs: [{ label: "Headset", browserId: "in-1" }],
      outputs: [{ label: "Speaker 1", browserId: "" }],
      areOutputsHidden: false,
    });
  });

  test("a choice made in another browser is found by its name", () => {
    const devices = [
      { label: "Desk", browserId: "a" },
      { label: "Headset", browserId: "b" },
    ];
    expect(chosenDevice(devices, { label: "Headset", browserId: "elsewhere" })?.browserId).toBe("b");
    expect(chosenDevice(devices, null)?.browserId).toBe("a");
    expect(chosenDevice(devices, { label: "Gone", browserId: "gone" })).toBeUndefined();
  });

  test.each([
    ["nothing at all", [], true, true, "No speaker or microphone found"],
    ["no microphone", [speaker], true, true, "Check Microphone"],
    ["microphone refused", [microphone, speaker], false, true, "Check Microphone"],
    ["no speaker although they are listed", [microphone], true, true, "Speakers missing"],
    ["both there", [microphone, speaker], true, true, undefined],
    ["[DEV4] speakers that the browser never lists", [microphone], true, false, undefined],
    ["[DEV4] speakers that it lists once the microphone is allowed", [nameless], true, true, undefined],
    ["[DEV4] a refused microphone where no speaker is listed", [nameless], false, true, "Check Microphone"],
    ["[DEV4] no microphone where no speaker is listed", [], true, false, "Check Microphone"],
  ])("%s", (_what, infos, isAllowed, canChooseOutput, title) => {
    expect(deviceProblem(deviceListsFrom(infos, canChooseOutput), isAllowed)?.title).toBe(title);
  });
});

class FakeMedia extends EventTarget {
  infos: Info[] = [];
  refusal: DOMException | undefined;
  readonly asked: unknown[] = [];

  enumerateDevices(): Promise<MediaDeviceInfo[]> {
    return Promise.resolve(this.infos as MediaDeviceInfo[]);
  }

  getUserMedia(constraints?: MediaStreamConstraints): Promise<MediaStream> {
    this.asked.push(constraints?.audio);
    const isExact = typeof constraints?.audio === "object";
    if (isExact) return Promise.reject(new DOMException("gone", "NotFoundError"));
    return this.refusal ? Promise.reject(this.refusal) : Promise.resolve(new MediaStream());
  }

  plug(...infos: Info[]): void {
    this.infos = infos;
    this.dispatchEvent(new Event("devicechange"));
  }
}

const aMachine = () => {
  const media = new FakeMedia();
  return { media, devices: new AudioDevices(media as unknown as MediaDevicesPort) };
};

describe("this machine", () => {
  test("plugging in and out is noticed", async () => {
    const { media, devices } = aMachine();
    const stop = devices.start();
    media.plug(microphone, speaker);
    await expect.poll(() => devices.state.getState().inputs.length).toBe(1);
    expect(devices.state.getState().permission).toBe("granted");
    media.plug();
    await expect.poll(() => devices.state.getState().inputs.length).toBe(0);
    expect(devices.problem()?.kind).toBe("none");
    stop();
  });

  test("a refused microphone is told apart from a missing one", async () => {
    const { media, devices } = aMachine();
    media.refusal = new DOMException("no", "NotAllowedError");
    expect(await devices.requestMicrophone()).toBe("denied");
    media.refusal = new DOMException("none", "NotFoundError");
    expect(await devices.requestMicrophone()).toBe("unknown");
  });

  test("a microphone that has gone gives way to the default one", async () => {
    const { media, devices } = aMachine();
    await devices.open("in-9");
    expect(media.asked).toEqual([{ deviceId: { exact: "in-9" } }, true]);
  });

  test("a page without HTTPS has no devices and says why", async () => {
    const devices = new AudioDevices(undefined);
    await expect(devices.open(null)).rejects.toThrow("HTTPS");
  });

  test("an output that may not be chosen or is gone", async () => {
    const sinks: string[] = [];
    const element = (name: string) => ({
      setSinkId: (id: string) => {
        sinks.push(id);
        return id === "" ? Promise.resolve() : Promise.reject(new DOMException("no", name));
      },
    });
    expect(await chooseOutput(element("SecurityError"), "out-1")).toBe("insecure");
    expect(await chooseOutput(element("NotFoundError"), "out-1")).toBe("default");
    expect(sinks).toEqual(["out-1", "out-1", ""]);
  });
});
