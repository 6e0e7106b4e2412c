import { OidcRequest } from "@offhook/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { asApp, createProbeServer } from "../testing/probe-server.ts";

const FIELDS = {
  code: "c",
  client_id: "us",
  redirect_uri: "https://phone.example/login",
  response_type: "code",
  audience: "",
  grant_type: "authorization_code",
  code_verifier: "v".repeat(43),
  nonce: "n".repeat(12),
};

test("[IDP10] a provider's code comes as JSON or as a form, with the same fields", async () => {
  const app = await createProbeServer(
    {
      googleLogin: {
        method: "POST",
        path: "/auth/google",
        access: "app",
        summary: "Sign in",
        body: OidcRequest,
        result: z.unknown(),
      },
    },
    { googleLogin: async ({ body }) => body },
  );
  const url = "/api/auth/google";
  const json = await app.inject({ method: "POST", url, headers: asApp, payload: FIELDS });
  const headers = { ...asApp, "content-type": "application/x-www-form-urlencoded" };
  const form = await app.inject({
    method: "POST",
    url,
    headers,
    payload: new URLSearchParams(FIELDS).toString(),
  });
  expect(form.json()).toEqual({ error: null, result: FIELDS });
  expect(json.json()).toEqual(form.json());
  const bad = await app.inject({ method: "POST", url, headers, payload: "code=%00" });
  expect(bad.statusCode).toBe(400);
  await app.close();
});
