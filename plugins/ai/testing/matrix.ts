/** Who may call what of wire.ts, for the tests of every call of the contract. */
import { allOthers, plain, type PluginMatrix } from '../../../tests/support/api-matrix/row.ts'

export default {
  unbroadcast: ['ai.chat', 'ai.summaryStream'],
  rows: {
    'ai.summary': {
      good: ({ secretEntry }) => ({ id: secretEntry, language: 'en' }),
      others: { ...allOthers('entryNotFound'), tom: 'trialNoPermission' },
      unknown: { id: 'entryNotFound' },
    },
    'ai.summaryStream': {
      good: ({ secretEntry }) => ({ id: secretEntry, language: 'en' }),
      others: { ...allOthers('entryNotFound'), tom: 'trialNoPermission' },
      unknown: { id: 'entryNotFound' },
    },
    'ai.translation': {
      good: ({ secretEntry }) => ({ id: secretEntry, language: 'ja', fields: 'title,content' }),
      others: { ...allOthers('entryNotFound'), tom: 'trialNoPermission' },
      unknown: { id: 'entryNotFound' },
    },
    'ai.daily': {
      good: () => ({ view: '0', startDate: Date.UTC(2026, 4, 1, 8) }),
      others: { tom: 'trialNoPermission' },
    },
    'ai.chat': {
      good: () => ({ messages: [{ role: 'user', content: 'What is new?' }] }),
      others: { tom: 'trialNoPermission' },
    },
    'ai.usage': plain,
  },
} satisfies PluginMatrix
