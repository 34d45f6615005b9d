/** The plugin that the user writes in the workshop: its text, kept in this browser, and the bundle that it makes. */
import { createEvent, createStore, sample } from 'effector'
import { z } from 'zod'
import { pluginBundle, sharedManifest, type PluginBundle } from '../../contract/plugin-bundle.ts'
import { isReservedPluginId } from '../../contract/reserved-plugin-ids.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import { persist } from '../../model/persist.ts'
import { PLUGIN_API } from '../../plugin-api/version.ts'

/** What the workshop begins with: a command and a panel on the words of an entry. */
const code = `lectern.start({
  start(host) {
    // The palette offers it by its title, a text below. You choose its keys under Settings, Shortcuts.
    host.command({
      id: 'word-count:count',
      title: 'count',
      needs: 'entry',
      run: async ({ entry }) => {
        const html = await host.contentOf(entry.id)
        return { key: 'counted', values: { number: words(html) } }
      },
    })
    // It stands above the content of the open entry.
    host.entryPanel({
      $tree: host.reader.$open.map((open) =>
        open ? { kind: 'notice', text: String(words(open.html)) } : null,
      ),
    })
  },
})

function words(html) {
  const text = (html ?? '').replace(/<[^>]*>/g, ' ')
  const parts = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return [...parts].filter((part) => part.isWordLike).length
}
`

const exampleTexts = {
  en: {
    description: 'Counts the words of an entry.',
    count: 'Count the words',
    counted: 'Words: {{number}}',
  },
  ja: { description: '記事の単語を数えます。', count: '単語を数える', counted: '単語数: {{number}}' },
  'zh-CN': { description: '统计条目的词数。', count: '统计词数', counted: '词数：{{number}}' },
  'zh-TW': { description: '統計條目的詞數。', count: '統計詞數', counted: '詞數：{{number}}' },
}

export const example = {
  id: 'word-count',
  name: 'Word count',
  permissions: ['entries:read'],
  hosts: '',
  code,
  contentStyles: '',
  partStyles: '',
  server: '',
  texts: `${JSON.stringify(exampleTexts, null, 2)}\n`,
}

const draftSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** All but those on hosts. */
  permissions: z.array(z.string()),
  /** Hosts that it may contact, separated by spaces. */
  hosts: z.string(),
  code: z.string(),
  /** JSON: translations by language, as in a bundle. */
  texts: z.string(),
  /** CSS of the content of entries, and of the plugin's own parts; empty: none. A draft from before has neither. */
  contentStyles: z.string().default(''),
  partStyles: z.string().default(''),
  /** JavaScript of the server half; empty: it has none. */
  server: z.string().default(''),
})
export type Draft = z.infer<typeof draftSchema>

/** Why a draft makes no bundle; the name is a part of the message's key. */
export type DraftProblem = 'id' | 'name' | 'hosts' | 'texts' | 'styles'

/** The screen was opened. */
export const draftRequested = createEvent()
export const draftChanged = createEvent<Partial<Draft>>()
/** The user begins again with the example. */
export const draftReset = createEvent()

export const $draft = createStore<Draft>(example, { serialize: 'ignore' })
  .on(draftChanged, (draft, change) => ({ ...draft, ...change }))
  .on(draftReset, () => example)
const $isRestored = createStore(false, { serialize: 'ignore' })

// Once: what the user has typed since then is newer.
const restoreRequested = sample({
  clock: draftRequested,
  source: $isRestored,
  filter: (isRestored) => !isRestored,
  fn: () => {},
})
$isRestored.on(restoreRequested, () => true)
persist($draft, {
  key: 'plugin-draft',
  parse: (text) => draftSchema.safeParse(parsedJson(text)).data ?? example,
  changed: [draftChanged, draftReset],
  ofUser: true,
  restoredBy: restoreRequested,
})

/** Name of the setting that switches it on. */
const ENABLED = 'enabled'
const translations = z.record(z.string(), z.record(z.string(), z.unknown()))

/** @returns the bundle with the draft's name in each language, or what is wrong */
export function bundleOf(draft: Draft): PluginBundle | DraftProblem {
  const texts = translations.safeParse(parsedJson(draft.texts)).data
  if (!texts) return 'texts'
  if (isReservedPluginId(draft.id)) return 'id'
  const name = draft.name.trim()
  if (name === '') return 'name'
  const styles = {
    ...(draft.contentStyles.trim() !== '' && { content: draft.contentStyles }),
    ...(draft.partStyles.trim() !== '' && { parts: draft.partStyles }),
  }
  const hasStyles = Object.keys(styles).length > 0
  if (hasStyles && !draft.permissions.includes('styles')) return 'styles'
  const hosts = draft.hosts.split(/[\s,]+/).filter((host) => host !== '')
  const manifest = {
    id: draft.id,
    version: '1.0.0',
    api: PLUGIN_API,
    enabledBy: ENABLED,
    settings: { [ENABLED]: { type: 'boolean', default: false } },
    permissions: [...draft.permissions, ...hosts.map((host) => `net:${host}`)],
    ...(hasStyles && { styles }),
  }
  const checked = sharedManifest.safeParse(manifest)
  if (!checked.success) {
    const field = checked.error.issues[0]?.path[0]
    return field === 'id' || field === 'styles' ? field : 'hosts'
  }
  return pluginBundle.parse({
    format: 'lectern-plugin-1',
    manifest,
    locales: Object.fromEntries(
      Object.entries({ en: {}, ...texts }).map(([language, words]) => [
        language,
        { name, description: '', settings: { [ENABLED]: name }, ...words },
      ]),
    ),
    client: draft.code,
    ...(draft.server.trim() !== '' && { server: draft.server }),
  })
}
