import { afterEach, expect, test } from "vitest";
import { createSmtpMailer } from "../platform/mail/mail-smtp.ts";
import { DEMO_PEOPLE } from "./demo-people.ts";
import { type DemoSimulator, startDemoSimulator } from "./demo-simulator.ts";

const NOTHING = {
  smtpUrl: undefined,
  google: undefined,
  microsoft: undefined,
  callerNames: undefined,
  textCarriers: { smpp: undefined, http: undefined },
  faxProvider: undefined,
  contactApis: { google: "https://people.example", microsoft: "https://graph.example" },
};

let simulator: DemoSimulator;
afterEach(() => simulator.stop());

test("gives the server a mail server, a carrier and two identity providers, all on this machine", async () => {
  simulator = await startDemoSimulator(NOTHING);
  const { smtpUrl, google, microsoft } = simulator.config;
  const { smpp, http } = simulator.config.textCarriers;
  for (const url of [smtpUrl, google?.issuer, microsoft?.issuer, smpp?.url, http?.url]) {
    expect(new URL(url ?? "").hostname).toBe("127.0.0.1");
  }

  const mailer = createSmtpMailer({ url: smtpUrl ?? "", from: "Offhook <offhook@localhost>" });
  await mailer.send("1", { to: "maya@harborlight.example", subject: "Hello", text: "Hi", html: "<p>Hi</p>" });
  mailer.close();
  expect(simulator.mail.mails()).toMatchObject([{ subject: "Hello", to: ["maya@harborlight.example"] }]);

  await simulator.smsSender.send("1", { to: "12125550150", text: "Your code" });
  expect(simulator.sms.texts()).toMatchObject([{ to: "12125550150", text: "Your code" }]);

  const query = new URLSearchParams({
    client_id: google?.clientId ?? "",
    redirect_uri: "http://localhost:8080/login",
    response_type: "code",
    scope: "openid",
  });
  const page = await (await fetch(`${google?.issuer}/authorize?${query}`)).text();
  for (const { handle } of DEMO_PEOPLE) expect(page).toContain(`${handle}@`);
});

test("takes the place of nothing that is configured", async () => {
  const google = { clientId: "c", clientSecret: "s", issuer: "https://accounts.google.com" };
  const smpp = {
    url: "smpp://carrier.example",
    systemId: "",
    password: "",
    systemType: "",
    perSecond: 1,
    window: 1,
  };
  const given = {
    ...NOTHING,
    smtpUrl: "smtp://mail.example",
    google,
    textCarriers: { smpp, http: undefined },
  };
  simulator = await startDemoSimulator(given);
  expect(simulator.config.textCarriers).toEqual({ smpp, http: undefined });
  expect(simulator.config).toMatchObject({ smtpUrl: "smtp://mail.example", google });
  expect(simulator.config.contactApis.google).toBe("https://people.example");
  expect(new URL(simulator.config.contactApis.microsoft).hostname).toBe("127.0.0.1");
});
