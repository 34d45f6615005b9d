/** How many steps `index.ts` has, for a start that needs none of them. */
export const localMigrationCount = 41
