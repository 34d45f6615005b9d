/** Interface languages that lack no string; any other is partly translated. tests/architecture/locales.test.ts computes it. */
export const completeLanguages: readonly string[] = ['en', 'zh-CN', 'zh-TW', 'ja']
