/** Interface languages that lack no string; the others are partly translated. tests/architecture/locales.test.ts computes it. */
export const completeLanguages: readonly string[] = ['en']
