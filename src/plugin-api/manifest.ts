/** A plugin's manifest, read by both halves: plugin.ts and contract.ts import this file alone. */
import { z } from 'zod'
import type { ActionOperand, ConditionOperand } from '../contract/plugin-bundle.ts'
import { pluginMessage } from '../contract/plugins.ts'
import { generalDefaults } from '../contract/setting-defaults.ts'
import { SAVE_CALL, tokenScopes, type TokenScope } from '../contract/token-scopes.ts'
import type { PluginEventName } from '../contract/plugin-events.ts'
import type { QueryRanking } from '../contract/query/ast.ts'
import type { Contributes } from './contributes.ts'
import type { Permission } from './permission.ts'
import { signInProblem, type SignIn } from './sign-in.ts'
import { PLUGIN_API } from './version.ts'

export type { Permission } from './permission.ts'
export { addressOfSignIn, type SignIn } from './sign-in.ts'
export { z }

/** The general settings that hide a function of the reader. */
export type HidingSetting = 'hideAi' | 'hidePower'

/** The permission to mark entries as read or unread. */
export const MARK_ENTRIES = 'entries:mark'
/** The permission to mark and to star entries. */
export const CHANGE_ENTRIES = 'entries:change'
/** The permission to save entries to a service. */
export const SAVE_ENTRIES = 'entries:save'

/** Style sheets of a plugin, as CSS. */
export type PluginStyles = {
  /** For the content of entries: `:scope` is the content as a whole. */
  readonly content?: string | undefined
  /** For the panels, pages and dialogs that the plugin shows as data: `:scope` is each of them. */
  readonly parts?: string | undefined
}

/** What the user enters for a condition of rules. A boolean one holds or not, without anything to enter. */
export type { ActionOperand, ConditionOperand }
/** Conditions of one plugin. */
export const MAX_CONDITIONS = 10
/** Actions of rules of one plugin. */
export const MAX_ACTIONS = 10

/** How often a job may run at most and at least, in minutes. */
export const JOB_MINUTES = { shortest: 15, longest: 10_080 }
/** Jobs of one plugin. */
export const MAX_JOBS = 5

/** Commands of one manifest. */
export const MAX_COMMANDS = 20

/**
 * What runs the code of a plugin, beside the use of what it contributes. `start`: the start of the reader, once it is idle.
 * `entryOpened`: an entry is opened. `setting:NAME`: this setting of its own, or of `readerSettings`, is on. `player`: the player
 * plays one of its tracks, also one of the last visit.
 */
export type Activation = 'start' | 'entryOpened' | 'player' | `setting:${string}`

/** A command that calls the server half, with a screen or without, and shows the message that this returns. */
export type CallCommand = {
  /** `ID:name`, with the id of the plugin. */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
  /** Key of the plugin's locales: further words by which the palette finds it, separated by commas. */
  readonly keywords?: string | undefined
  /** The name of the call: {@link commandCall}. No other command has it. */
  readonly call: string
  /** What a token needs to run it: `read` for one that changes nothing, here or elsewhere. */
  readonly scope: TokenScope
}

/** `each`: several of one entry are several calls, with what is known of each; otherwise the last one stands for all. */
export type SendWhen = Partial<
  Record<
    PluginEventName,
    { readonly setting: string; readonly call: string; readonly each?: boolean | undefined }
  >
>

/** The name of a field, or a group of fields. */
export type FieldPlace = string | { readonly title: string; readonly fields: readonly string[] }

/** When a field is shown: see {@link Manifest.showWhen}. */
export type FieldCondition = {
  readonly setting: string
  readonly is: readonly (string | number | boolean)[] | 'filled'
}

/** The call of a command that tries the connection to the service: the pane has a button for it. */
export const CHECK_CALL = 'check'

export type Manifest = {
  /** a-z, digits, dashes; the name of the plugin's folder */
  readonly id: string
  readonly version: string
  readonly api: string
  /**
   * The settings pane is rendered from it: booleans as switches, strings as text fields, enums as selects.
   */
  readonly settings: z.ZodObject
  /** General settings of the reader that the plugin follows: they travel with the account, and its pane shows them. */
  readonly readerSettings?: z.ZodObject
  /** The boolean setting that switches the plugin on. */
  readonly enabledBy: string
  /** The browser half adds screens: while it is off, their addresses say so. */
  readonly hasScreens?: boolean
  /** For those who write plugins: the settings show it while it is on, and in development. */
  readonly example?: boolean
  /** Names of strings that the server stores and never returns. */
  readonly secrets: readonly string[]
  /** What a secret has to be, by its name: {@link checkedText}. The pane says what is wrong, and the server refuses it. Of built-in plugins alone. */
  readonly secretChecks?: Readonly<Record<string, z.ZodType<string>>>
  /**
   * Order of the fields in the pane, by names of settings (also of the reader) and secrets, and groups of them below a heading,
   * whose `title` is a key of the locales. The switch is the first field anyway; what is not named follows. Absent: secrets,
   * settings, settings of the reader.
   * @example fields: ['endpoint', 'clientId', 'clientSecret', { title: 'fields.saving', fields: ['tags', 'folder'] }]
   */
  readonly fields?: readonly FieldPlace[]
  /**
   * Settings and secrets that have a field only while a setting of the plugin has one of some values, or with `filled` any text. That setting
   * has a field at all times.
   * @example showWhen: { azureKey: { setting: 'service', is: ['azure'] }, anyCertificate: { setting: 'endpoint', is: 'filled' } }
   */
  readonly showWhen?: Readonly<Record<string, FieldCondition>>
  /** Its mark in the settings: one of `icon-names.ts`. Absent: the first letters of its name. */
  readonly icon?: string | undefined
  /**
   * Settings and secrets without which it does nothing: while one is empty, the settings say that it is not set up. Of a list
   * one is enough.
   * @example requires: ['outlineToken', ['vaultPath', 'endpoint']]
   */
  readonly requires?: readonly (string | readonly string[])[]
  /**
   * How the user signs in to the service, by OAuth 2: the page of the plugin has a button for it, and the server half the access
   * token ({@link Caller.accessToken} of server.ts). `signIn` can stand in `requires` beside a token that is entered.
   */
  readonly signIn?: SignIn | undefined
  /** An https address where the service or the plugin is explained: the pane links to it. */
  readonly help?: string
  /** Names of settings and secrets whose fields take several lines. */
  readonly multiline?: readonly string[]
  /**
   * Environment variables of the server, with which its administrator sets the plugin up for all users. Only the server
   * half reads them. Each may be given as a file, NAME_FILE; a wrong value stops the server's start.
   */
  readonly environment?: z.ZodObject
  readonly permissions: readonly Permission[]
  /**
   * Settings with the address of a service of the user's own, which may have signed its certificate itself; for each the
   * boolean setting by which the user allows that. While it is on, the certificate of that host is not checked. Of built-in
   * plugins alone.
   * @example anyCertificate: { obsidianEndpoint: 'obsidianAnyCertificate' }
   */
  readonly anyCertificate?: Readonly<Record<string, string>>
  /**
   * What the server half does by itself for each user who has the plugin on, by name: `jobs.NAME` of the locales says what.
   * Minutes between two runs: {@link JOB_MINUTES}. Needs the permission `jobs`.
   */
  readonly jobs?: Readonly<Record<string, { readonly everyMinutes: number }>>
  /**
   * They apply while the plugin is on, in their part of the page alone. Rules are style rules, also in `@media`, `@supports`
   * and `@container`; declarations set how text and boxes look, not where they are: no `position`, no animation. `url()` takes
   * pictures as `data:`. One that breaks a rule stops the plugin's start and is named. Needs the permission `styles`.
   * @example styles: { content: 'p { text-align: justify; hyphens: auto } h2 { color: var(--accent-ink) }' }
   */
  readonly styles?: PluginStyles
  /**
   * Conditions of rules, by name, with what is entered for each; `conditions.NAME` of the locales is what the editor of rules
   * calls it, `conditionChoices.NAME.CHOICE` what it calls a choice. The server half evaluates them. Needs the permission
   * `entries:read`.
   * @example conditions: { 'reading-time': { type: 'number', minimum: 1 } }
   */
  readonly conditions?: Readonly<Record<string, ConditionOperand>>
  /**
   * Actions of rules, by name; `actions.NAME` of the locales is what the editor of rules calls it. The server half does them.
   * Needs the permission `entries:change`. One for which the user enters a text, or chooses, has an operand:
   * `actionOperands.NAME` is its label, `actionChoices.NAME.CHOICE` what the editor calls a choice.
   * @example actions: ['pin', { name: 'tag', operand: { type: 'text', maxLength: 40 } }]
   */
  readonly actions?: readonly (string | { readonly name: string; readonly operand: ActionOperand })[]
  /**
   * Fields of the query language that the server half answers: `like` ranks entries near to one, `about` near to words. Needs the
   * permission `entries:read`. Of built-in plugins alone.
   */
  readonly rankings?: readonly QueryRanking[]
  /**
   * Default keys by command that the reader knows while the plugin is off: a press of them says whose they are. Of built-in plugins
   * alone.
   */
  readonly keysWhileOff?: Readonly<Record<string, string>>
  /** The general setting by which a user hides the plugin without a trace. Of built-in plugins alone. */
  readonly hiddenBy?: HidingSetting
  /** What users pay with on this server; at most one plugin has it. Of built-in plugins alone. */
  readonly currency?: string
  /** What the server half wants to know of; it handles each. Needs the permission `events`. */
  readonly events?: readonly PluginEventName[]
  /**
   * Events at which the server half is called by itself while a boolean setting is on, which is off at first: with `save` the entry is
   * saved as a rule does it; any other call gets `{ entryId }`, with `each` also the label or the id of the highlight, and needs the
   * permission `events`.
   * @example sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, highlighted: { setting: 'sendHighlights', call: 'highlights' } }
   */
  readonly sendWhen?: SendWhen
  /**
   * Commands that call the server half without an input. The palette has them while the plugin is on; the command line
   * (`lectern run ID:name`) and other programs run them by a token with their scope, and no other call but `save`.
   * @example commands: [{ id: 'hello:greet', title: 'greet', keywords: 'greetKeywords', call: 'greet', scope: 'read' }]
   */
  readonly commands?: readonly CallCommand[]
  /**
   * Variables of the server's environment by which its operator sets the plugin up: strings, empty by default, whose names
   * begin with the id in capitals (`HELLO_HOST`). Browsers read them, so that they hold no secrets. Where none is set, the
   * plugin is not offered; a wrong one stops the start of the server.
   */
  readonly browserEnvironment?: z.ZodObject
  /**
   * What the browser half adds, as data: {@link Contributes}. The reader shows it, and loads the code at the first use of it. What is not named here the code adds when it runs. A plugin without `contributes` and `activation` runs from the start, once the reader is idle.
   */
  readonly contributes?: Contributes
  /** What else runs the code: {@link Activation}. With `start`, its settings say that it runs from the start. */
  readonly activation?: readonly Activation[]
}

/** Its code waits until it is used. */
export const isLazy = ({ contributes, activation }: Pick<Manifest, 'contributes' | 'activation'>): boolean =>
  (contributes !== undefined || activation !== undefined) && !activation?.includes('start')

/**
 * Checks and freezes a manifest.
 * @example
 * export default definePlugin({ id: 'hello', version: '1.0.0', api: '1.0', enabledBy: 'enableHello',
 *   settings: z.object({ enableHello: z.boolean().default(false) }), secrets: [], permissions: [] })
 * @throws for a bad id, another API version, an `enabledBy` that is no setting, a secret that is also a setting, a setting
 *   of the reader that does not exist, a variable that is not written in capitals or, of
 *   `browserEnvironment`, without the id in front, `connect:` to another variable, a job that runs too often,
 *   an `anyCertificate` without its permission or switch, `fields` or `requires` that name what there is not, or fields twice, a `showWhen` whose field or setting there is not, or by a setting that depends itself, `help` elsewhere than at https, a `signIn` that names what there is not, styles without their permission, too many conditions, actions or commands, two actions of one name, a command whose id
 *   is not below the plugin's, whose call another one has, or whose scope is none, an `activation` by a setting that there is not
 */
export function definePlugin<const M extends Manifest>(manifest: M): M {
  const { id, api, settings, readerSettings, enabledBy, secrets, environment, permissions } = manifest
  const refuse = (why: string): never => {
    throw new Error(`Plugin ${id}: ${why}`)
  }
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(id)) refuse('the id takes a-z, digits and dashes')
  if (api.split('.')[0] !== PLUGIN_API.split('.')[0])
    refuse(`written for API ${api}, this Lectern offers ${PLUGIN_API}`)
  if (!(enabledBy in settings.shape)) refuse(`enabledBy names no setting: ${enabledBy}`)
  const both = secrets.find((secret) => secret in settings.shape)
  if (both) refuse(`${both} is a secret and a setting`)
  const unchecked = Object.keys(manifest.secretChecks ?? {}).find((name) => !secrets.includes(name))
  if (unchecked !== undefined) refuse(`secretChecks names no secret: ${unchecked}`)
  const unknown = Object.keys(readerSettings?.shape ?? {}).find((name) => !(name in generalDefaults))
  if (unknown) refuse(`the reader has no setting ${unknown}`)
  const small = Object.keys(environment?.shape ?? {}).find((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))
  if (small) refuse(`a variable is written in capitals: ${small}`)
  const variables = Object.keys(manifest.browserEnvironment?.shape ?? {})
  const prefix = `${id.toUpperCase().replaceAll('-', '_')}_`
  const foreign = variables.find((name) => !name.startsWith(prefix))
  if (foreign) refuse(`${foreign} does not begin with ${prefix}`)
  const placed = (manifest.fields ?? []).flatMap((place) =>
    typeof place === 'string' ? place : place.fields,
  )
  const known = [...Object.keys(settings.shape), ...Object.keys(readerSettings?.shape ?? {}), ...secrets]
  const nowhere = placed.find((name) => !known.includes(name))
  if (nowhere !== undefined) refuse(`fields names no setting or secret: ${nowhere}`)
  const again = placed.find((name, at) => placed.indexOf(name) !== at)
  if (again !== undefined) refuse(`fields names ${again} twice`)
  for (const [name, { setting, is }] of Object.entries(manifest.showWhen ?? {})) {
    if (!known.includes(name) || name === enabledBy) refuse(`showWhen names no field: ${name}`)
    const schema = settings.shape[setting]
    if (!schema || manifest.showWhen?.[setting])
      refuse(`showWhen: ${setting} is no setting that is always shown`)
    const impossible =
      is === 'filled' ? undefined : is.find((value) => schema?.safeParse(value).success !== true)
    if (impossible !== undefined) refuse(`showWhen: ${setting} is never ${impossible}`)
  }
  const signInIssue = signInProblem(manifest)
  if (signInIssue !== null) refuse(`signIn: ${signInIssue}`)
  const requirable = manifest.signIn ? [...known, 'signIn'] : known
  const unnamed = (manifest.requires ?? []).flat().find((name) => !requirable.includes(name))
  if (unnamed !== undefined) refuse(`requires names no setting or secret: ${unnamed}`)
  if (manifest.help !== undefined && URL.parse(manifest.help)?.protocol !== 'https:')
    refuse(`help is no https address: ${manifest.help}`)
  for (const [address, allowed] of Object.entries(manifest.anyCertificate ?? {})) {
    if (!permissions.includes(`net:{${address}}`)) refuse(`anyCertificate: no permission names ${address}`)
    if (settings.shape[allowed]?.safeParse(false).data !== false)
      refuse(`anyCertificate: ${allowed} is no boolean setting`)
  }
  const unset = permissions.find((one) => one.startsWith('connect:') && !variables.includes(one.slice(8)))
  if (unset) refuse(`${unset} names no variable of browserEnvironment`)
  if (manifest.styles && !permissions.includes('styles')) refuse('styles need the permission styles')
  const jobs = Object.entries(manifest.jobs ?? {})
  if (jobs.length > MAX_JOBS) refuse(`more than ${MAX_JOBS} jobs`)
  for (const [name, { everyMinutes }] of jobs) {
    if (!partName.test(name)) refuse(`the name of a job takes a-z, digits and dashes: ${name}`)
    const { shortest, longest } = JOB_MINUTES
    if (!Number.isInteger(everyMinutes) || everyMinutes < shortest || everyMinutes > longest)
      refuse(`the job ${name} runs every ${shortest} to ${longest} minutes`)
  }
  const conditions = Object.keys(manifest.conditions ?? {})
  if (conditions.length > MAX_CONDITIONS) refuse(`more than ${MAX_CONDITIONS} conditions`)
  const odd = conditions.find((name) => !partName.test(name))
  if (odd !== undefined) refuse(`the name of a condition takes a-z, digits and dashes: ${odd}`)
  const actions = (manifest.actions ?? []).map(nameOfAction)
  if (actions.length > MAX_ACTIONS) refuse(`more than ${MAX_ACTIONS} actions`)
  const twice = actions.find((name, at) => actions.indexOf(name) !== at)
  if (twice !== undefined) refuse(`two actions are called ${twice}`)
  const wrong = actions.find((name) => !partName.test(name))
  if (wrong !== undefined) refuse(`the name of an action takes a-z, digits and dashes: ${wrong}`)
  if (manifest.rankings?.length && !permissions.includes('entries:read'))
    refuse('rankings need the permission entries:read')
  if (manifest.events?.length && !permissions.includes('events')) refuse('events need the permission events')
  for (const { setting } of Object.values(manifest.sendWhen ?? {}))
    if (settings.shape[setting]?.safeParse(undefined).data !== false)
      refuse(`sendWhen: ${setting} is no boolean setting that is off at first`)
  const settingNames = [...Object.keys(settings.shape), ...Object.keys(readerSettings?.shape ?? {})]
  const noSetting = (manifest.activation ?? []).find(
    (one) => one.startsWith('setting:') && !settingNames.includes(one.slice('setting:'.length)),
  )
  if (noSetting !== undefined) refuse(`activation names no setting: ${noSetting}`)
  const problem = commandProblem(id, manifest.commands ?? [])
  if (problem !== null) refuse(problem)
  return Object.freeze(manifest)
}

/** Actions of a plugin by name, with what the user enters for each; null: nothing. */
export const actionsOf = ({
  actions = [],
}: Pick<Manifest, 'actions'>): ReadonlyMap<string, ActionOperand | null> =>
  new Map(actions.map((one) => (typeof one === 'string' ? [one, null] : [one.name, one.operand])))

const nameOfAction = (one: NonNullable<Manifest['actions']>[number]): string =>
  typeof one === 'string' ? one : one.name

/** Of a job, a condition or an action. */
const partName = /^[a-z][a-z0-9-]{0,39}$/

/** @returns what is wrong with the commands of a plugin; null where nothing is */
function commandProblem(plugin: string, commands: readonly CallCommand[]): string | null {
  if (commands.length > MAX_COMMANDS) return `more than ${MAX_COMMANDS} commands`
  for (const [at, { id, title, call, scope }] of commands.entries()) {
    const others = commands.slice(0, at)
    if (!id.startsWith(`${plugin}:`) || !partName.test(id.slice(plugin.length + 1)))
      return `the id of a command is ${plugin}: and a name of a-z, digits and dashes: ${id}`
    if (others.some((other) => other.id === id)) return `two commands are called ${id}`
    if (title === '') return `the command ${id} has no title`
    if (!/^[a-zA-Z][a-zA-Z0-9-]{0,59}$/.test(call))
      return `the command ${id} names no call of the server half: ${call}`
    if (call === SAVE_CALL) return `the command ${id} calls ${SAVE_CALL}, which takes an entry`
    if (others.some((other) => other.call === call)) return `two commands call ${call}`
    if (!tokenScopes.includes(scope))
      return `the scope of the command ${id} is one of ${tokenScopes.join(', ')}: ${scope}`
  }
  return null
}

/** One call from a plugin's browser half to its server half. */
export type PluginCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly name: string
  readonly input: I
  readonly output: O
}

/**
 * Names the calls between the two halves, with their input and output schemas.
 * @example export const calls = defineCalls({ save: { input: z.object({ entryId: z.string() }), output: z.object({ url: z.url() }) } })
 */
export function defineCalls<const T extends Record<string, { input: z.ZodType; output: z.ZodType }>>(
  table: T,
) {
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, { ...call, name }])) as {
    readonly [N in keyof T]: PluginCall<T[N]['input'], T[N]['output']>
  }
}

/** Characters of selected text that a plugin is sent. */
export const MAX_SELECTION = 20_000

/**
 * The call of every plugin that saves entries to a service, by the name `save`; it has the permission `entries:save`. `selection`
 * is there with `entries:read` alone.
 * Output: `url` opens what was saved, where the service names it; with `openAtOnce` opening it is what saves the entry, of
 * which nothing is known then; before that `clipboard` is copied, for an application that takes long texts from there alone;
 * `again` says that it had been saved before; `remark` says what of it was not, after the message that it was. A plugin from elsewhere names web addresses alone, and none to be opened at once.
 */
export const saveCall = {
  input: z.object({
    entryId: z.string(),
    /** Text that the user has selected in the entry. */
    selection: z.string().max(MAX_SELECTION).optional(),
  }),
  output: z.object({
    url: z.string().optional(),
    openAtOnce: z.boolean().default(false),
    clipboard: z.string().optional(),
    again: z.boolean().default(false),
    remark: pluginMessage.optional(),
  }),
}

/**
 * A call of a command of the manifest ({@link CallCommand}). Its message, a key of the plugin's locales, is shown.
 * @example export const calls = defineCalls({ greet: commandCall })
 */
export const commandCall = {
  input: z.object({}),
  output: pluginMessage.nullish(),
}

/** A setting that is a web address, or empty at first. */
export const addressOrEmpty = z
  .string()
  .trim()
  .regex(/^(https?:\/\/\S+)?$/)
  .default('')

/** A plugin's message to the user: a key of its locales, with interpolated values, and the cause as it was reported. */
export type PluginText = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly reason?: string
}

/**
 * A setting of text that the plugin checks. The settings pane shows the message below the field.
 * @param longest in characters
 * @param wrong the message; null where the text is right
 */
export const checkedText = (longest: number, wrong: (text: string) => PluginText | null) =>
  z
    .string()
    .trim()
    .max(longest)
    .superRefine((text, context) => {
      const words = wrong(text)
      if (words) context.addIssue({ code: 'custom', message: textOf(words), params: { words } })
    })

/** For those who read no locales: `template.unknown (name: {{titel}}, line: 1)`. */
function textOf({ key, values = {} }: PluginText): string {
  const facts = Object.entries(values).map(([name, value]) => `${name}: ${value}`)
  return facts.length === 0 ? key : `${key} (${facts.join(', ')})`
}

/** An expected failure. The host shows the message; anything else that is thrown stops the plugin. */
export class PluginRefusal extends Error {
  readonly text: PluginText
  constructor(key: string, values?: PluginText['values'], reason?: string) {
    super(key)
    this.text = { key, ...(values && { values }), ...(reason && { reason }) }
  }
}

/** The response of a plugin's server half. */
export type PluginResponse = (
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false
      readonly words: PluginText
      /** It threw or did not end, in place of a refusal: only those of installed plugins, which run apart. */
      readonly crashed?: boolean
    }
) & {
  /** How many requests it sent to each host; absent: none. */
  readonly contacted?: Readonly<Record<string, number>>
}
