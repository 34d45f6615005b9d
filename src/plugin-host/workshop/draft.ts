/** The plugin that the user writes in the workshop: its text, kept in this browser, and the bundle that it makes. */
import { createEvent, createStore, sample } from 'effector'
import { z } from 'zod'
import {
  pluginBundle,
  sharedManifest,
  type PluginBundle,
  type SharedManifest,
} from '../../contract/plugin-bundle.ts'
import { isReservedPluginId } from '../../contract/reserved-plugin-ids.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import { persist } from '../../model/persist.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
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

/** The rest of the manifest, with what most plugins need. */
const exampleManifest = {
  version: '1.0.0',
  settings: {},
  secrets: [],
  jobs: {},
  commands: [],
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
  manifest: `${JSON.stringify(exampleManifest, null, 2)}\n`,
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
  /** JSON: what else the manifest has, such as the version, settings, secrets, jobs and commands. */
  manifest: z.string().default('{}'),
})
export type Draft = z.infer<typeof draftSchema>

/** Name of the setting that switches it on. */
const ENABLED = 'enabled'
const fields = z.record(z.string(), z.unknown())
const asFields = (value: unknown): Readonly<Record<string, unknown>> => fields.safeParse(value).data ?? {}
const translations = z.record(z.string(), fields)

/** Why a draft makes no bundle; the name is a part of the message's key. */
export type DraftProblem = 'id' | 'name' | 'hosts' | 'texts' | 'styles' | 'manifest'

/** The screen was opened. */
export const draftRequested = createEvent()
export const draftChanged = createEvent<Partial<Draft>>()
/** The user begins again with the example. */
export const draftReset = createEvent()

export const $draft = createStore<Draft>(example, { serialize: 'ignore' })
  .on(draftChanged, (draft, change) => ({ ...draft, ...change }))
  .on(draftReset, () => example)
/** As {@link manifestFault} says. */
export const $manifestFault = $draft.map(manifestFault)
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

/** @returns the bundle with the draft's name in each language, or what is wrong */
export function bundleOf(draft: Draft): PluginBundle | DraftProblem {
  const texts = translations.safeParse(parsedJson(draft.texts)).data
  if (!texts) return 'texts'
  if (isReservedPluginId(draft.id)) return 'id'
  const name = draft.name.trim()
  if (name === '') return 'name'
  const styles = stylesOf(draft)
  if (styles && !draft.permissions.includes('styles')) return 'styles'
  const checked = checkedManifest(draft)
  if ('problem' in checked) return checked.problem
  const byLanguage: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { en: {}, ...texts }
  return pluginBundle.parse({
    format: 'lectern-plugin-1',
    manifest: checked.manifest,
    locales: Object.fromEntries(
      Object.entries(byLanguage).map(([language, { settings, ...words }]) => [
        language,
        { name, description: '', ...words, settings: { [ENABLED]: name, ...asFields(settings) } },
      ]),
    ),
    client: draft.code,
    ...(draft.server.trim() !== '' && { server: draft.server }),
  })
}

/** Why the rest of the manifest makes no plugin, in words of the schema; null where it does. */
export function manifestFault(draft: Draft): string | null {
  const checked = checkedManifest(draft)
  return 'problem' in checked && checked.problem === 'manifest' ? checked.reason : null
}

type Checked =
  | { readonly manifest: SharedManifest }
  | { readonly problem: DraftProblem; readonly reason: string }

function checkedManifest(draft: Draft): Checked {
  const more = fields.safeParse(parsedJson(draft.manifest)).data
  if (!more) return { problem: 'manifest', reason: 'JSON' }
  const styles = stylesOf(draft)
  const hosts = draft.hosts.split(/[\s,]+/).filter((host) => host !== '')
  const manifest = {
    version: '1.0.0',
    api: PLUGIN_API,
    ...more,
    id: draft.id,
    enabledBy: ENABLED,
    settings:
      more['settings'] === undefined || fields.safeParse(more['settings']).success
        ? { [ENABLED]: { type: 'boolean', default: false }, ...asFields(more['settings']) }
        : more['settings'],
    permissions: [...draft.permissions, ...hosts.map((host) => `net:${host}`)],
    ...(styles && { styles }),
  }
  const { data, error } = sharedManifest.safeParse(manifest)
  if (!data) {
    const { path = [], message = '' } = error.issues[0] ?? {}
    return { problem: placeOf(path[0]), reason: `${path.join('.')}: ${message}` }
  }
  try {
    // What a schema does not say, such as the names of commands.
    manifestOf(data, data.permissions)
    return { manifest: data }
  } catch (refused) {
    return { problem: 'manifest', reason: refused instanceof Error ? refused.message : String(refused) }
  }
}

/** The field in which a part of the manifest is written. */
function placeOf(part: PropertyKey | undefined): DraftProblem {
  if (part === 'id' || part === 'styles') return part
  return part === undefined || part === 'permissions' ? 'hosts' : 'manifest'
}

/** CSS of the draft; null: it has none. */
function stylesOf({ contentStyles, partStyles }: Draft) {
  const styles = {
    ...(contentStyles.trim() !== '' && { content: contentStyles }),
    ...(partStyles.trim() !== '' && { parts: partStyles }),
  }
  return Object.keys(styles).length > 0 ? styles : null
}
