import type { Caller } from "@offhook/contract";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { aCaller, aPerson } from "../../../testing/builders.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { useCaller } from "./use-caller.ts";

function Name({ number }: { readonly number: string }): ReactNode {
  const { name, source, blocked } = useCaller(number);
  return (
    <output
      aria-label={number}
    >{`${name ?? "nobody"} ${source ?? "unknown"}${blocked ? " blocked" : ""}`}</output>
  );
}

test("a colleague is named at once, others when the service has answered, and changes show by themselves", async () => {
  let ana: Partial<Caller> = { source: "personal", name: "Ana", contactId: "7" };
  const { screen, services, clock } = await renderSignedIn(
    <>
      <Name number="102" />
      <Name number="(212) 555-0110" />
      <Name number="private" />
    </>,
    {
      people: [aPerson(2, "Dev Patel")],
      prepare: (service) =>
        service.on("POST /numbers/lookup", ({ body }) => ({
          result: (body as { numbers: string[] }).numbers.map((number) =>
            number === "102"
              ? aCaller({ number, source: "corporate", name: "Dev", user_id: 2, contactId: "-2" })
              : aCaller({ number, ...ana }),
          ),
        })),
    },
  );
  const shown = (number: string) => screen.getByLabelText(number);
  await expect.element(shown("102")).toHaveTextContent("Dev Patel corporate");
  await expect.element(shown("(212) 555-0110")).toHaveTextContent("nobody unknown");
  clock.advance(20);
  await expect.element(shown("(212) 555-0110")).toHaveTextContent("Ana personal");
  await expect.element(shown("102")).toHaveTextContent("Dev Patel corporate");
  await expect.element(shown("private")).toHaveTextContent("nobody unknown");

  ana = { ...ana, name: "Ana Reyes", blocked: true };
  services.lookup.refresh();
  clock.advance(20);
  await expect.element(shown("(212) 555-0110")).toHaveTextContent("Ana Reyes personal blocked");
});
