/** The server writes them too: into timelines and previews. */
export { clockDuration, durationWords } from "@offhook/kernel";
