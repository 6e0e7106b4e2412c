import type { SignedIn, TfaRequired } from "@offhook/contract";
import { aProfile } from "./builders.ts";
import { FakeService, refusal, tokenExpired } from "./fake-service.ts";

export const PASSWORD = "offhook-demo";

export function signedIn(token: string): SignedIn {
  return {
    token,
    refreshToken: `refresh-of-${token}`,
    expires_in: 900,
    isGoogleLogin: false,
    isMicrosoftLogin: false,
  };
}

const tfaRequired: TfaRequired = {
  tfa_required: true,
  tfa_token: "challenge",
  title: "Two-factor authentication",
  description: "Choose how to verify your identity.",
  methods: [
    { type: "app", value: "", title: "Authenticator app", description: "Use the code your app shows." },
    {
      type: "email",
      value: "l***@harborlight.example",
      title: "Email",
      description: "Get a code by email.",
    },
  ],
};

/** A service that knows Maya (1) and Sam (2) by password; `lena` needs a second factor. */
export function sessionService(): FakeService {
  const profiles = {
    "token-maya": aProfile({ id: 1 }),
    "token-sam": aProfile({ id: 2, username: "sam@juniper.example", firstname: "Sam", lastname: "Whitaker" }),
  };
  return new FakeService()
    .on("POST /login", ({ body }) => {
      const { username, passhash } = body as { username: string; passhash: string };
      const [name = ""] = username.split("@");
      if (passhash !== PASSWORD) return refusal(401, "session.badCredentials", "Wrong username or password");
      return { result: name === "lena" ? tfaRequired : signedIn(`token-${name}`) };
    })
    .on("GET /myProfile", ({ token }) => {
      const profile = profiles[token as keyof typeof profiles];
      return profile ? { result: profile } : tokenExpired;
    })
    .on("POST /auth/refresh-token", () => refusal(401, 433, "You have been signed out."))
    .on("POST /logout", () => ({ result: {} }))
    .on("POST /tfa/send", ({ body }) => ({
      result: {
        type: (body as { type: string }).type,
        value: "l***@harborlight.example",
        timeout: 300,
        resendTimeout: 30,
        title: "Check your email",
        description: "Enter the 6-digit code.",
      },
    }))
    .on("POST /tfa/check", ({ body }) =>
      (body as { code: string }).code === "123456"
        ? { result: signedIn("token-maya") }
        : refusal(401, "session.wrongCode", "This code is wrong."),
    );
}
