import i18next from 'i18next'

/** Name of the rule that hides muted authors and words, in the interface's language. */
export async function muteName(): Promise<string> {
  await i18next.loadNamespaces('app')
  return i18next.t('app:rules.mutedName')
}
