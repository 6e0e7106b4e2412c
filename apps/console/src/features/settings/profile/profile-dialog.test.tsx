import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { aProfile } from "../../../testing/builders.ts";
import { type FakeService, refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";

const COUNTRIES = JSON.stringify([
  { name: "Ireland", code: "IE" },
  { name: "United States", code: "US" },
]);
const TIMEZONES = [
  { text: "(UTC-05:00) Eastern Time (US & Canada)", value: "America/New_York" },
  { text: "(UTC+00:00) London, Dublin, Lisbon", value: "Europe/London" },
];
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function openDialog(options: SignedInOptions = {}) {
  const onClose = vi.fn();
  const signedIn = await renderSignedIn(<ProfileDialog isOpen onClose={onClose} />, {
    ...options,
    prepare: (service, tab) => {
      service
        .on("GET /countries.json", () => ({ status: 200, page: COUNTRIES }))
        .on("GET /timezones", () => ({ result: TIMEZONES }));
      options.prepare?.(service, tab);
    },
  });
  await expect.element(page.getByRole("dialog", { name: "Edit your profile" })).toBeVisible();
  return { ...signedIn, onClose };
}

const field = (name: string) => page.getByRole("textbox", { name });
const discard = () => page.getByRole("button", { name: "Discard" });
const save = () => page.getByRole("button", { name: "Save" });
const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

/** Accepts every change and keeps it, as the service does. */
function acceptChanges(service: FakeService): void {
  service.on("PUT /myProfile", () => ({ result: {} }));
}

const aPng = (): File =>
  new File([Uint8Array.from(atob(PIXEL), (each) => each.charCodeAt(0))], "me.png", { type: "image/png" });
const chooseFile = (file: File) =>
  userEvent.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);

test("is 760 px wide and shows what is known", async () => {
  await openDialog();
  expect(page.getByRole("dialog").element()).toHaveProperty("offsetWidth", 760);
  await expect.element(field("First name")).toHaveValue("Maya");
  await expect.element(field("Email")).toHaveValue("maya@harborlight.example");
  await expect.element(page.getByRole("combobox", { name: "Country" })).toHaveValue("United States");
  await expect.element(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("");
  await expect.element(save()).toBeDisabled();
});

test("Escape asks before it drops changes", async () => {
  const { onClose } = await openDialog();
  await field("First name").fill("Maja");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("First name")).toHaveValue("Maja");
  await expect.element(discard()).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  await discard().click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("sends what changed, trimmed, and says so", async () => {
  const { service, world, session, onClose } = await openDialog({ prepare: acceptChanges });
  await field("Last name").fill("  Okafor-Lindqvist ");
  await field("Team chat nickname").fill(" front desk ");
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page.getByRole("option", { name: /London/ }).click();
  world.profile = { ...world.profile, lastname: "Okafor-Lindqvist" };
  await save().click();
  await says("Profile updated successfully");
  expect(service.requestsTo("PUT /myProfile").map(({ body }) => body)).toEqual([
    { lastname: "Okafor-Lindqvist", teamsNickname: "front desk", timezone: "Europe/London" },
  ]);
  expect(session.state.getState().user?.lastname).toBe("Okafor-Lindqvist");
  expect(onClose).toHaveBeenCalledOnce();
});

test("wrong fields are told beside them, and nothing is sent", async () => {
  const { service } = await openDialog({ prepare: acceptChanges });
  await field("First name").fill(" ");
  await field("Mobile").fill("call me");
  await field("Email").fill("maya@");
  await save().click();
  await says("This field is required");
  await says("Invalid phone format");
  await says("Email must be valid");
  await expect.element(field("First name")).toHaveFocus();
  expect(service.requestsTo("PUT /myProfile")).toEqual([]);
});

test("[EML1] another email counts once its mailbox has answered, and the dialog stays to say so", async () => {
  let pending: string | null = null;
  const { onClose } = await openDialog({
    prepare: (service) =>
      service
        .on("PUT /myProfile", ({ body }) => {
          pending = (body as { email: string }).email;
          return { result: aProfile({ pending_email: pending }) };
        })
        .on("GET /myProfile", () => ({ result: aProfile({ pending_email: pending }) })),
  });
  await says("Also your user name.");
  await field("Email").fill("maya.o@harborlight.example");
  await says("We mail a link to it. It counts once you open that.");
  await save().click();
  await says(/^Open the link we mailed to maya\.o@harborlight\.example\./);
  await expect.element(field("Email")).toHaveValue("maya@harborlight.example");
  expect(onClose).not.toHaveBeenCalled();
});

test("an email that is taken is told at the email, what was typed stays", async () => {
  const { onClose } = await openDialog({
    prepare: (service) =>
      service.on("PUT /myProfile", () => refusal(409, "settings.emailTaken", "This email is already in use")),
  });
  await field("Email").fill("dev@harborlight.example");
  await save().click();
  await says("This email is already in use");
  await expect.element(field("Email")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Email")).toHaveValue("dev@harborlight.example");
  expect(onClose).not.toHaveBeenCalled();
});

test("the service's own words explain any other refusal", async () => {
  await openDialog({
    prepare: (service) =>
      service.on("PUT /myProfile", () => refusal(403, "settings.closed", "Ask your manager")),
  });
  await field("Company").fill("Other");
  await save().click();
  await expect.element(page.getByRole("alert").filter({ hasText: "Ask your manager" })).toBeVisible();
});

test("without team chat there is no nickname", async () => {
  const features = {
    calls: true,
    messaging: true,
    voicemail: true,
    fax: true,
    teamChat: false,
    contacts: true,
    tasks: false,
  };
  await openDialog({ profile: { features } });
  await expect.element(field("Team chat nickname")).not.toBeInTheDocument();
});

test("a zone that is not on offer is kept", async () => {
  await openDialog({ profile: { timezone: "Europe/Vienna" } });
  await expect.element(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Vienna");
});

test("lists that do not load say so and leave the rest usable", async () => {
  const { service } = await openDialog({
    prepare: (each) => {
      acceptChanges(each);
      each
        .on("GET /timezones", () => refusal(400, "route.broken", "No"))
        .on("GET /countries.json", () => ({
          status: 400,
          page: "no",
        }));
    },
  });
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await says("The list could not be loaded");
  await field("Company").fill("Other");
  await save().click();
  await expect.poll(() => service.requestsTo("PUT /myProfile")).toHaveLength(1);
});

test("a photo is shown at once, sent as base64 and then is the user's", async () => {
  const { service, world } = await openDialog({
    prepare: (each) => each.on("PUT /myPhoto", () => ({ result: { photo: "/files/new.png" } })),
  });
  world.profile = { ...world.profile, photo: `data:image/png;base64,${PIXEL}` };
  await chooseFile(aPng());
  await expect.element(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
  expect(service.requestsTo("PUT /myPhoto").map(({ body }) => body)).toEqual([
    { image: `data:image/png;base64,${PIXEL}` },
  ]);
});

test.each([
  ["another type", new File(["GIF89a"], "me.webp", { type: "image/webp" })],
  ["another file under that name", new File(["<svg/>"], "me.png", { type: "image/png" })],
])("%s is warned of and not sent", async (_what, file) => {
  const { service } = await openDialog();
  await chooseFile(file);
  await says("Wrong image type. It must be .png, .gif or .jpeg");
  expect(service.requestsTo("PUT /myPhoto")).toEqual([]);
});

test("a photo the service refuses is explained in its words", async () => {
  await openDialog({
    prepare: (service) => service.on("PUT /myPhoto", () => ({ status: 413 })),
  });
  await chooseFile(aPng());
  await says("File is larger than limits defined by server");
});

const withPhoto = { photo: `data:image/png;base64,${PIXEL}` };

test("removing the photo asks first, then does it and says so", async () => {
  const { service, world } = await openDialog({
    profile: withPhoto,
    prepare: (each) => each.on("DELETE /myPhoto", () => ({ result: { photo: null } })),
  });
  await page.getByRole("button", { name: "Remove photo" }).click();
  const question = page.getByRole("dialog", { name: "Remove your photo?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("button", { name: "Remove", exact: true })).not.toBeInTheDocument();
  expect(service.requestsTo("DELETE /myPhoto")).toEqual([]);
  world.profile = { ...world.profile, photo: null };
  await page.getByRole("button", { name: "Remove photo" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await says("Image removed successfuly");
  await expect.element(page.getByRole("button", { name: "Remove photo" })).not.toBeInTheDocument();
});

test("a photo that cannot be removed stays", async () => {
  await openDialog({
    profile: withPhoto,
    prepare: (service) => service.on("DELETE /myPhoto", () => "unreachable"),
  });
  await page.getByRole("button", { name: "Remove photo" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await says("Failed to remove image");
  await expect.element(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
});

test.each(["light", "dark"] as const)("passes axe in %s, with errors shown", async (scheme) => {
  await openDialog({ scheme, profile: { ...withPhoto, firstname: "", lastname: "الحسيني" } });
  await field("Email").fill("x");
  await save().click();
  await says("Email must be valid");
  await expectAccessible(document.body);
});
