/** A host without a reader: its stores are set by tests, and its calls are theirs. */
import { createEvent, createStore } from 'effector'
import type { ClientHost, EntryHead, OpenEntry, StoredTexts, View } from '../../../src/plugin-api/client.ts'
import type { Remote } from '../remote.ts'

export const entryOf = (id: string, more: Partial<EntryHead> = {}): EntryHead =>
  ({ id, title: 'Der Fluss steigt', description: null, language: null, settings: null, ...more }) as EntryHead

export function fakeHost(answers: Partial<Remote>, texts: Partial<StoredTexts> = {}) {
  const opened = createEvent<OpenEntry | null>()
  const listed = createEvent<readonly EntryHead[]>()
  const set = createEvent<Readonly<Record<string, unknown>>>()
  const started = createEvent()
  const failed = createEvent<unknown>()
  /** What the plugin has stored. */
  const stored: { value: unknown } = { value: null }
  const host = {
    reader: {
      $open: createStore<OpenEntry | null>(null).on(opened, (_, entry) => entry),
      $listed: createStore<readonly EntryHead[]>([]).on(listed, (_, entries) => entries),
      $view: createStore<View>(0),
      $language: createStore('en'),
    },
    model: { $isAvailable: createStore<boolean | null>(true) },
    texts: {
      summaries: async () => [],
      putSummary: async () => {},
      translations: async () => [],
      putTranslations: async () => {},
      ...texts,
    },
    storage: {
      read: async () => stored.value,
      write: async (value: unknown) => void (stored.value = value),
    },
    contentBlocks: async (html: string) => html.split('|'),
    $settings: createStore<Readonly<Record<string, unknown>>>({}).on(set, (before, more) => ({
      ...before,
      ...more,
    })),
    started,
    failed,
  }
  const usage = async () => ({ requests: 1, limit: 300, model: 'tiny' })
  const remote = { usage, ...answers } as Remote
  return { host: host as unknown as ClientHost, remote, opened, listed, set, started, failed, stored }
}
