import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { PeopleQuery, Person } from "./person.ts";

export const contactsApi = defineApi({
  listPeople: {
    method: "GET",
    path: "/people",
    access: "user",
    summary: "The people of the company, with presence and status",
    query: PeopleQuery,
    result: z.array(Person),
  },
});
