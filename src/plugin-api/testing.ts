/** For the tests of those who write plugins: a plugin is started without a reader, and what it registers is looked at. */
import { clearNode, createEffect, createEvent, createNode, createStore, withRegion } from 'effector'
import { contributionPermissions } from './contributes.ts'
import type { ClientHalf, ClientHost, Contributions, PluginCommand } from './client.ts'
import {
  actionsOf,
  CHANGE_ENTRIES,
  MARK_ENTRIES,
  z,
  type CallCommand,
  type Manifest,
  type Permission,
} from './manifest.ts'
import { isIconName } from './icon-names.ts'
import type { PluginContentTransform, PluginScreen, PluginToolbarItem } from './parts.ts'
import type { PluginSearchSource } from './search.ts'
import { missingForSignIn } from './sign-in.ts'
import { pluginTheme, type PluginTheme } from './theme.ts'

/** What a plugin has registered when it has started. */
export type Registrations = {
  readonly commands: readonly PluginCommand[]
  readonly toolbarItems: readonly PluginToolbarItem[]
  readonly contentTransforms: readonly PluginContentTransform[]
  readonly screens: readonly PluginScreen[]
  readonly searchSources: readonly PluginSearchSource[]
  readonly themes: readonly PluginTheme[]
  readonly dialogs: readonly string[]
  /** It saves entries to a service. */
  readonly saves: boolean
  /** Everything that it adds, by the function of the host that adds it. */
  readonly added: Added
  /** The same without what the manifest alone declares. */
  readonly byCode: Added
  /** Parts of the host that it takes, by name: what it does not take while it starts it never has. */
  readonly uses: ReadonlySet<string>
}

type Added = { readonly [Name in keyof Contributions]?: readonly Parameters<Contributions[Name]>[0][] }

/**
 * Starts a browser half without a reader, and stops it. No entry is open, no setting is set, and every request is without
 * a response. What the manifest declares and no code adds is registered as it is declared.
 * @param client absent: the plugin is what its manifest declares
 * @throws what the plugin throws while it starts or stops
 */
export function registrationsOf(manifest: Manifest, client?: ClientHalf): Registrations {
  const { id, permissions } = manifest
  const region = createNode()
  const added: Record<string, unknown[]> = {}
  const undos: (() => void)[] = []
  const uses = new Set<string>()
  withRegion(region, () => {
    const host = {
      ...withoutReader(),
      onStop: (undo: () => void) => void undos.push(undo),
      activity: { ...withoutReader().activity, version: permissions.includes('activity') ? '0.0.0' : '' },
    }
    const adder = (name: string) => (actual: unknown) => {
      ;(added[name] ??= []).push(actual)
      return name === 'exportFormat' ? createEffect(noResponse) : createEvent<unknown>()
    }
    client?.start(
      // What the reader does not have without a plugin is added by it.
      new Proxy(host as ClientHost, {
        get(target, name, receiver) {
          uses.add(String(name))
          return name in target ? (Reflect.get(target, name, receiver) as unknown) : adder(String(name))
        },
      }),
    )
  })
  try {
    for (const undo of undos.toReversed()) undo()
  } finally {
    clearNode(region)
  }
  const byCode: Added = Object.fromEntries(Object.entries(added).map(([name, list]) => [name, [...list]]))
  for (const { name, row, actual } of declaredBy(manifest, byCode))
    if (actual === undefined) (added[name] ??= []).push(row)
  const { command = [], toolbarItem = [], contentTransform = [], screen = [], dialog = [] }: Added = added
  const { searchSource = [], theme = [], saves = [] }: Added = added
  for (const { path } of screen)
    if (path !== `/${id}` && !path.startsWith(`/${id}/`)) throw new Error(`${path} is not below /${id}`)
  return {
    commands: command,
    toolbarItems: toolbarItem,
    contentTransforms: contentTransform,
    screens: screen,
    searchSources: searchSource,
    themes: theme.map((one) => pluginTheme.parse(one) as PluginTheme),
    dialogs: dialog.map(({ id: name }) => name),
    saves: saves.length > 0,
    added,
    byCode,
    uses,
  }
}

type Declared = { readonly name: string; readonly row: unknown; readonly actual: unknown }

/** Each row of the manifest, with what the code adds for it; undefined: nothing. */
function declaredBy(
  { contributes = {} }: Manifest,
  added: Readonly<Record<string, readonly unknown[]>>,
): readonly Declared[] {
  return Object.entries(contributes).flatMap(([name, rows]: readonly [string, readonly unknown[]]) =>
    rows.map((row, at) => {
      const key = keyOfRow(row)
      const all = added[name] ?? []
      // One without a name is found by its place; saves() has no argument.
      const actual =
        key === undefined
          ? all.length > at
            ? (all[at] ?? {})
            : undefined
          : all.find((one) => keyOfRow(one) === key)
      return { name, row, actual }
    }),
  )
}

/** As the host finds it. */
function keyOfRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const { id, path, command, title } = row as Readonly<Record<string, unknown>>
  return id ?? path ?? command ?? title
}

/** What the reader does without the code of a plugin. */
const WITHOUT_CODE = ['saves', 'theme', 'ruleResult']

/** What of a manifest's rows its code does not add, or adds otherwise. */
const declarationFaults = (
  manifest: Manifest,
  added: Readonly<Record<string, readonly unknown[]>>,
): readonly string[] =>
  declaredBy(manifest, added).flatMap(({ name, row, actual }) => {
    const called = [name, keyOfRow(row)].join(' ').trim()
    if (actual === undefined)
      return WITHOUT_CODE.includes(name)
        ? []
        : [`The manifest declares ${called}, which the code does not add`]
    if (typeof row !== 'object' || row === null) return []
    return Object.entries(row)
      .filter(([field]) => field !== 'hasState' && field !== 'args')
      .filter(([field, value]) => {
        const other = (actual as Readonly<Record<string, unknown>>)[field]
        return JSON.stringify(other) !== JSON.stringify(value)
      })
      .map(([field]) => `The code adds ${called} with another ${field} than the manifest`)
  })

const noResponse = () => new Promise<never>(() => {})
const everyCall = new Proxy({}, { get: () => noResponse }) as never

const withoutReader = (): Omit<ClientHost, keyof Contributions | 'onStop'> => ({
  feeds: everyCall,
  wire: Object.assign(noResponse, { withCode: noResponse }),
  translations: () => {},
  contentBlocks: async () => [],
  contentOf: noResponse,
  listedEntries: noResponse,
  entryHeads: noResponse,
  entries: noResponse,
  markRead: noResponse,
  changeEntries: noResponse,
  fetch: noResponse,
  call: () => noResponse,
  model: { $isAvailable: createStore<boolean | null>(null) },
  texts: everyCall,
  storage: everyCall,
  reader: {
    $open: createStore(null),
    $openFeed: createStore(null),
    $user: createStore(null),
    $listed: createStore([]),
    $view: createStore(0),
    $language: createStore('en'),
    entryAddress: ({ view, entryId }) => `/timeline/view-${view}/all/${entryId}`,
    entryRequested: createEvent(),
    queryRequested: createEvent(),
    translationBesideToggled: createEvent(),
    passageHighlighted: createEvent(),
  },
  player: {
    plays: () => {},
    requested: createEvent(),
    queued: createEvent(),
    toggled: createEvent(),
    skipped: createEvent(),
    closed: createEvent(),
    $track: createStore(null),
  },
  $settings: createStore({}),
  readerSettingChanged: createEvent(),
  environment: {},
  activity: {
    happened: createEvent(),
    errorShown: createEvent(),
    $userId: createStore(null),
    version: '',
    hash: '',
  },
  started: createEvent(),
  notified: createEvent(),
  textCopied: createEvent(),
  downloadRequested: createEvent(),
  failed: createEvent(),
})

export type PluginParts = {
  readonly manifest: Manifest
  /** Absent: the plugin is what its manifest declares. */
  readonly client?: ClientHalf | undefined
  /** The plugin's translations by language. */
  readonly locales: Readonly<Record<string, unknown>>
}

/** What needs a permission, without which it refuses, or does nothing. */
const NEEDED: Readonly<Record<string, Permission>> = {
  ...contributionPermissions,
  contentOf: 'entries:read',
  listedEntries: 'entries:read',
  entryHeads: 'entries:read',
  entries: 'entries:read',
  markRead: MARK_ENTRIES,
  changeEntries: CHANGE_ENTRIES,
  model: 'model',
  texts: 'texts',
  storage: 'storage',
  feeds: 'feeds:export',
  wire: 'wire',
  activity: 'activity',
}

/** Groups of the reader's own commands whose ids plugins continue. */
const READER_GROUPS = ['integration', 'entry', 'global', 'go']

/**
 * What is wrong with a plugin, in sentences; empty where nothing is: texts that a language lacks (`settings.NAME` and
 * `settings.NAMEHint` of each setting and secret, `settings.NAMEChoices.CHOICE` of each choice, titles, …), parts of the host
 * without their permission, unknown icons, English sentences in another language, commands and buttons that do not fit each other.
 * @example
 * test('pinboard keeps the rules of plugins', () => {
 *   expect(pluginFaults({ manifest, client, locales: { en } })).toEqual([])
 * })
 */
export function pluginFaults({ manifest, client, locales }: PluginParts): readonly string[] {
  const {
    id,
    settings,
    readerSettings,
    secrets,
    enabledBy,
    permissions,
    jobs = {},
    conditions = {},
  } = manifest
  const { commands: declared = [] } = manifest
  const actions = actionsOf(manifest)
  const missing = manifest.signIn && missingForSignIn(manifest.signIn, permissions)
  let registered: Registrations
  try {
    registered = registrationsOf(manifest, client)
  } catch (error) {
    return [`It does not start: ${error instanceof Error ? error.message : String(error)}`]
  }
  const { toolbarItems, saves, uses, added } = registered
  const { statusItem: statusItems = [] } = added
  const contributed: readonly object[] = Object.values(added).flatMap(objectsOf)
  const fields: Readonly<Record<string, unknown>> = { ...settings.shape, ...readerSettings?.shape }
  const commands: readonly PluginCommand[] = [...registered.commands, ...declared.map(withoutCall)]
  const ids = commands.map((command) => command.id)
  const groups = [id, ...READER_GROUPS]
  const keys = [
    'name',
    'description',
    ...[...Object.keys(fields), ...secrets].flatMap((name) => [
      `settings.${name}`,
      `settings.${name}Hint`,
      ...choicesOf(fields[name]).map((choice) => `settings.${name}Choices.${choice}`),
    ]),
    ...(manifest.fields ?? []).flatMap((place) => (typeof place === 'string' ? [] : place.title)),
    ...[...contributed, ...declared].flatMap(textKeys),
    ...Object.keys(jobs).map((name) => `jobs.${name}`),
    ...Object.entries(conditions).flatMap(([name, operand]) => [
      `conditions.${name}`,
      ...(operand.type === 'choice' ? operand.choices : []).map((one) => `conditionChoices.${name}.${one}`),
    ]),
    ...[...actions].flatMap(([name, operand]) => [
      `actions.${name}`,
      ...(operand ? [`actionOperands.${name}`] : []),
      ...(operand?.type === 'choice' ? operand.choices : []).map((one) => `actionChoices.${name}.${one}`),
    ]),
    ...(saves ? ['save'] : []),
  ]
  const isKnown = (command: string) => ids.includes(command) || (saves && command.startsWith('integration:'))
  return [
    ...declarationFaults(manifest, registered.byCode),
    ...(enabledBy in settings.shape ? [] : [`${enabledBy}, which switches it on, is no setting`]),
    ...ids
      .filter((one) => !groups.includes(one.split(':')[0] ?? ''))
      .map((one) => `The command ${one} does not begin with ${id}:`),
    ...ids.filter((one, at) => ids.indexOf(one) !== at).map((one) => `Two commands are called ${one}`),
    ...Object.entries(NEEDED)
      .filter(([part, permission]) => (uses.has(part) || part in added) && !permissions.includes(permission))
      .map(([part, permission]) => `It uses ${part}, and has no permission ${permission}`),
    ...contributed
      .flatMap((one) => ('icon' in one && typeof one.icon === 'string' ? one.icon : []))
      .filter((icon) => !isIconName(icon))
      .map((icon) => `There is no icon ${icon}`),
    ...registered.commands
      .filter(({ inEntryMenu, target }) => inEntryMenu && target !== 'entries')
      .map((command) => `${command.id} stands in the menu of entries, and its target is not entries`),
    ...(Object.keys(jobs).length > 0 && !permissions.includes('jobs')
      ? ['It names jobs, and has no permission jobs']
      : []),
    ...(Object.keys(conditions).length > 0 && !permissions.includes('entries:read')
      ? ['It names conditions of rules, and has no permission entries:read']
      : []),
    ...(missing === undefined ? [] : [`It has a sign-in, and no permission ${missing}`]),
    ...(actions.size > 0 && !permissions.includes(CHANGE_ENTRIES)
      ? ['It names actions of rules, and has no permission entries:change']
      : []),
    ...toolbarItems
      .filter(({ command }) => !isKnown(command))
      .map(({ command }) => `A button runs ${command}, which is no command`),
    ...statusItems
      .filter(({ command }) => command !== undefined && !ids.includes(command))
      .map(({ command }) => `A status item runs ${command}, which is none of its commands`),
    ...Object.entries({ en: {}, ...locales }).flatMap(([language, texts]) =>
      keys.filter((key) => !hasText(texts, key)).map((key) => `${language} has no text ${key}`),
    ),
    ...Object.entries(locales)
      .filter(([language]) => language !== 'en')
      .flatMap(([language, texts]) =>
        keys
          .filter(
            (key) => isSentence(textOf(texts, key)) && textOf(texts, key) === textOf(locales['en'], key),
          )
          .map((key) => `${language} has the English text ${key}`),
      ),
  ]
}

/** Fields of a contribution that are keys of the plugin's locales. */
const TEXTS = ['title', 'keywords', 'intro', 'hint'] as const
/** Lists in a contribution of what has such fields, too. */
const PARTS = ['args', 'ways'] as const

/** The keys of the texts of a contribution, whatever kind it is. */
function textKeys(contribution: object): readonly string[] {
  const fields = contribution as { readonly [field: string]: unknown }
  return [
    ...TEXTS.flatMap((name) => (typeof fields[name] === 'string' ? fields[name] : [])),
    ...PARTS.flatMap((name) => objectsOf(fields[name])).flatMap(textKeys),
  ]
}

const objectsOf = (list: unknown): readonly object[] =>
  Array.isArray(list)
    ? list.filter((one: unknown): one is object => typeof one === 'object' && one !== null)
    : []

/** A command of the manifest, as the host registers it. */
const withoutCall = ({ id, title, keywords }: CallCommand): PluginCommand => ({
  id,
  title,
  ...(keywords && { keywords }),
  run: noResponse,
})

/** Of a setting that the pane shows as a list of choices. */
function choicesOf(schema: unknown): readonly string[] {
  if (!(schema instanceof z.ZodType)) return []
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).enum ?? []).map(String)
}

const hasText = (texts: unknown, key: string): boolean => textOf(texts, key) !== ''

/** Empty where there is none. */
function textOf(texts: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined,
      texts,
    )
  return typeof found === 'string' ? found : ''
}

/** Three words in small letters: names of products are the same in each language. */
const isSentence = (text: string): boolean => /\p{Ll} \p{Ll}+ \p{Ll}/u.test(text)
