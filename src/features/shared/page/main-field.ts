/**
 * Marks what a screen begins with: its search, its first field, or the button that adds the first thing. The app focuses it
 * when the screen opens (app/focus.ts).
 */
export const mainField = { 'data-main-field': '' } as const
