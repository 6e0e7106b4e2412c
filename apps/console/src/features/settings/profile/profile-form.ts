import { type MyProfile, ProfileUpdate } from "@offhook/contract";

/** The fields of 'Edit your profile', as they stand in their inputs. */
export type ProfileForm = Readonly<Record<ProfileField, string>>;
export type ProfileField = keyof ProfileUpdate;

export function openProfileForm(user: MyProfile): ProfileForm {
  const { firstname, lastname, email, mobile, timezone, country, company, teamsNickname } = user;
  return { firstname, lastname, email, mobile, timezone, country, company, teamsNickname };
}

/** What is wrong, by field, in the words beside it. */
export function profileProblems(form: ProfileForm): Partial<Record<ProfileField, string>> {
  const problems: Partial<Record<ProfileField, string>> = {};
  for (const { path, message } of ProfileUpdate.safeParse(form).error?.issues ?? []) {
    const [field] = path as ProfileField[];
    if (field !== undefined) problems[field] ??= message;
  }
  if (form.email.trim() === "") problems.email = "Email is required";
  return problems;
}

/** What to send: only what differs, so that a change made elsewhere meanwhile is not written over. */
export function profileChanges(form: ProfileForm, user: MyProfile): ProfileUpdate {
  const before = openProfileForm(user);
  const fields = Object.keys(before) as ProfileField[];
  const changed = fields
    .filter((field) => field !== "teamsNickname" || user.features.teamChat)
    .map((field) => [field, form[field].trim()] as const)
    .filter(([field, value]) => value !== before[field]);
  return Object.fromEntries(changed);
}
