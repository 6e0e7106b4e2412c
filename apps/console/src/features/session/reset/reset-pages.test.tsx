import { expect, test } from "vitest";
import { FakeService, refusal } from "../../../testing/fake-service.ts";
import { expectAccessible, renderApp } from "../../../testing/render-app.tsx";

test("a valid address is asked for, and success opens the confirmation", async () => {
  const service = new FakeService().on("POST /forgotPassword", () => ({ result: {} }));
  const { screen, path } = await renderApp("/reset", { service });
  await expect.element(screen.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  const email = screen.getByLabelText("Email");
  const send = screen.getByRole("button", { name: "Send the link" });
  await send.click();
  await expect.element(screen.getByText("Email is required")).toBeVisible();
  for (const wrong of ["maya", "maya@", "@harborlight.example", "maya@harborlight", "a b@c.de"]) {
    await email.fill(wrong);
    await expect.element(screen.getByText("Email must be valid")).toBeVisible();
  }
  expect(service.requests).toEqual([]);
  await email.fill(" maya@harborlight.example ");
  await send.click();
  await expect.element(screen.getByRole("heading", { name: "Check your inbox." })).toBeVisible();
  await expect
    .element(screen.getByText("We've sent you an email with a link to reset your password."))
    .toBeVisible();
  expect(service.requests[0]?.body).toEqual({ type: "password", email: "maya@harborlight.example" });
  await expectAccessible();

  await screen.getByRole("link", { name: "resend the email" }).click();
  await expect.poll(path).toBe("/reset");
});

test("from the confirmation one returns to login", async () => {
  const { screen, path } = await renderApp("/resetSuccess", { service: new FakeService() });
  await screen.getByRole("link", { name: "Back to sign-in" }).click();
  await expect.poll(path).toBe("/login");
});

test("a service that cannot be reached is explained", async () => {
  const service = new FakeService()
    .on("POST /forgotPassword", () => "unreachable")
    .on("GET /status", () => ({ result: {} }));
  const { screen } = await renderApp("/reset", { service });
  await screen.getByLabelText("Email").fill("maya@harborlight.example");
  await screen.getByRole("button", { name: "Send the link" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("General server error");
});

test("the mailed link sets a new password, typed twice", async () => {
  const service = new FakeService().on("POST /resetPassword", () => ({ result: {} }));
  const { screen } = await renderApp("/reset/mailed-token", { service });
  const password = screen.getByLabelText("New password", { exact: true });
  const repeat = screen.getByLabelText("Repeat the new password");
  const set = screen.getByRole("button", { name: "Set password" });
  await password.fill("short");
  await set.click();
  await expect.element(screen.getByText("The password needs at least 10 characters")).toBeVisible();
  await password.fill("long enough now");
  await repeat.fill("long enough not");
  await expect.element(screen.getByText("The passwords differ")).toBeVisible();
  await expectAccessible();
  await repeat.fill("long enough now");
  await set.click();
  await expect.element(screen.getByRole("heading", { name: "Your password is set." })).toBeVisible();
  expect(service.requests[0]?.body).toEqual({ token: "mailed-token", password: "long enough now" });
});

test("a link that was used says so", async () => {
  const service = new FakeService().on("POST /resetPassword", () =>
    refusal(400, "session.resetLinkInvalid", "This link has expired or was already used."),
  );
  const { screen } = await renderApp("/reset/old-token", { service });
  await screen.getByLabelText("New password", { exact: true }).fill("long enough now");
  await screen.getByLabelText("Repeat the new password").fill("long enough now");
  await screen.getByRole("button", { name: "Set password" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("This link has expired or was already used.");
});

test("[RST8] an address that only the service finds wrong is told at the field, without a name of the wire", async () => {
  const service = new FakeService().on("POST /forgotPassword", () =>
    refusal(400, "request.invalid", "email: Email must be valid"),
  );
  const { screen } = await renderApp("/reset", { service });
  await screen.getByLabelText("Email").fill("maya..o@harborlight.example");
  await screen.getByRole("button", { name: "Send the link" }).click();
  await expect.element(screen.getByText("Email must be valid", { exact: true })).toBeVisible();
  await expect.element(screen.getByLabelText("Email")).toHaveAttribute("aria-invalid", "true");
});

test("[RST9] where no mail can be sent, the page says so and how to go on", async () => {
  const { screen } = await renderApp("/reset", { service: new FakeService(), config: { mail: false } });
  await expect.element(screen.getByRole("alert")).toHaveTextContent("This server cannot send mail yet");
  await expect.element(screen.getByRole("button", { name: "Send the link" })).toBeDisabled();
  await expectAccessible();
});
