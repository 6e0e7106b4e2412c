import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { ColleagueState } from "../colleagues/colleague.ts";

export interface DevColleagues {
  readonly isOn: boolean;
  readonly people: readonly { readonly name: string; readonly state: ColleagueState }[];
  /** False where no desk phone can be connected. */
  switch(isOn: boolean): Promise<boolean>;
}

export const DEV_COLLEAGUE_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/colleagues", access: "demo", why: "lets the colleagues of the demo work, or sends them home" },
  { url: "/dev/colleagues.json", access: "demo", why: "what they are doing" },
];

const ColleaguesQuery = z.object({ on: z.enum(["0", "1"]) });

export function registerDevColleagueRoutes(
  app: FastifyInstance,
  colleagues: DevColleagues,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  const tell = (reply: FastifyReply): FastifyReply =>
    reply
      .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
      .send(JSON.stringify({ is_on: colleagues.isOn, people: colleagues.people }));

  app.post("/dev/colleagues", async (request, reply) => {
    const query = ColleaguesQuery.safeParse(request.query);
    if (isForeign(request)) return reply.code(403).send();
    if (!query.success) return reply.code(400).send();
    if (!(await colleagues.switch(query.data.on === "1"))) return reply.code(503).send();
    return tell(reply);
  });
  app.get("/dev/colleagues.json", (_request, reply) => tell(reply));
}
