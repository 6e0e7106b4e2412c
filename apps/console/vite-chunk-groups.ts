/**
 * What is always needed together travels together: on a slow line each file costs a round trip, and of the many small
 * ones that sharing between pages would otherwise make, only six are loaded at a time. A group takes the modules it
 * names with all they import, unless a group before it has them.
 */
export const chunkGroups = [
  { name: "start", test: /\/apps\/console\/src\/main\.tsx$/, priority: 30 },
  {
    name: "shell",
    test: /\/apps\/console\/src\/app\/(?:signed-in-area|layouts\/default-layout)\.tsx$/,
    priority: 20,
  },
];
