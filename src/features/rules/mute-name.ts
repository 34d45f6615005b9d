import i18next from 'i18next'

/** Name of the rule that hides muted authors and words, in the interface's language. */
export const muteName = (): string => i18next.t('app:rules.mutedName')
