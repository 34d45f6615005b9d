import { booleanField, customField, numberChoiceField } from './core-field.ts'

/** The settings among the actions of the page on the user's data. */
export const dataFields = {
  importEverything: customField('importEverything', 'data.backup.import'),
  dataPersist: booleanField('general', 'dataPersist'),
  storedEntries: numberChoiceField('general', 'storedEntries', [1000, 5000, 20_000, 50_000, 200_000]),
  protectStorage: customField('protectStorage', 'data.protect'),
  usageConsent: customField('usageConsent', 'data.usage'),
} as const
