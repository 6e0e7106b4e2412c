/** The title of the top bar, from the name of the route. */
export function pageTitle(routeName: string): string {
  if (routeName.includes("teams")) return "Chat";
  const [first = ""] = routeName.split("-");
  if (first === "acd") return "Call Agent Dashboard";
  return first.charAt(0).toUpperCase() + first.slice(1);
}
