/** The file in which a plugin is shared: its manifest, translations and code as one JSON text. */
import { z } from 'zod'
import { pluginEventName, pluginEventNames } from './plugin-events.ts'
import type { ParsedAddress } from './story-keys.ts'
import { tokenScopes } from './token-scopes.ts'

/** Characters of a bundle. */
export const MAX_BUNDLE = 1_000_000

/** Characters of one style sheet of a plugin. */
const MAX_STYLES = 20_000

/** Permissions that a plugin from elsewhere can have, without those that name a host. */
export const namedPermission = z.enum([
  'entries:read',
  'entries:mark',
  'entries:change',
  'entries:save',
  'highlights:read',
  'history:read',
  'search',
  'storage',
  'jobs',
  'events',
  'values',
  'feeds:export',
  'styles',
])

const hostPermission = z.string().regex(/^net:[a-z0-9.-]{1,200}(:[0-9]{1,5})?$/)

/** Permissions that a plugin from elsewhere can have: also requests to a host, or to that of the address in a text setting of its own. */
export const permissionOfPlugin = z.union([
  namedPermission,
  hostPermission,
  z.string().regex(/^net:\{[a-zA-Z][a-zA-Z0-9]{0,59}\}$/),
])

/**
 * A granted permission; one that names a setting with the host that it was granted for, as
 * `net:{endpoint}=example.org`. With another host in the setting it is not granted.
 */
export const permissionGrant = z.union([
  namedPermission,
  hostPermission,
  z.string().regex(/^net:\{[a-zA-Z][a-zA-Z0-9]{0,59}\}=[a-z0-9._:[\]-]{1,260}$/),
])

/** The setting that a permission names; null for one that names none. */
export const addressSettingOf = (permission: string): string | null =>
  /^net:\{(.+)\}$/.exec(permission)?.[1] ?? null

/** The host of a web address, with its port unless it is the default; null for anything else. */
export const hostOf = (url: Pick<ParsedAddress, 'protocol' | 'host'> | null): string | null =>
  url && /^https?:$/.test(url.protocol) ? url.host : null

/** Whether it grants the permission, for any host. */
export const isGrantOf = (grant: string, permission: string): boolean =>
  addressSettingOf(permission) === null ? grant === permission : grant.startsWith(`${permission}=`)

/** Those of some grants that a plugin can have, in the order of its permissions. */
export const grantsOf = (
  { permissions }: Pick<SharedManifest, 'permissions'>,
  granted: readonly string[],
): readonly string[] => permissions.flatMap((one) => granted.filter((grant) => isGrantOf(grant, one)))

const name = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,59}$/)

/** A setting as data; the plugin host makes a schema of it. */
const sharedSetting = z.discriminatedUnion('type', [
  z.object({ type: z.literal('boolean'), default: z.boolean() }),
  z.object({
    type: z.literal('string'),
    default: z.string().max(4000),
    maxLength: z.number().int().min(1).max(4000).optional(),
  }),
  z.object({
    type: z.literal('choice'),
    default: z.string(),
    choices: z.array(z.string().max(60)).min(1).max(50),
  }),
  z.object({
    type: z.literal('number'),
    default: z.number(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
])
export type SharedSetting = z.infer<typeof sharedSetting>

const styleSheet = z.string().max(MAX_STYLES)

const textOperand = z.object({
  type: z.literal('text'),
  maxLength: z.number().int().min(1).max(1000).optional(),
})
const choiceOperand = z.object({
  type: z.literal('choice'),
  choices: z.array(z.string().min(1).max(60)).min(1).max(50).readonly(),
})

/** What the user enters for a condition of rules. A boolean condition needs no input. */
export const conditionOperand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('boolean') }),
  textOperand,
  z.object({
    type: z.literal('number'),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
  choiceOperand,
])
export type ConditionOperand = z.infer<typeof conditionOperand>

/** What the user enters for an action of rules. */
export const actionOperand = z.discriminatedUnion('type', [textOperand, choiceOperand])
export type ActionOperand = z.infer<typeof actionOperand>

/** `https://HOST/…`, or `{SETTING}/…` below the address in that text setting. */
const signInAddress = z
  .string()
  .max(500)
  .regex(/^(https:\/\/[a-z0-9.-]{1,200}(:[0-9]{1,5})?|\{[a-zA-Z][a-zA-Z0-9]{0,59}\})\/[^\s#]*$/)

/** How users sign in to the service of a plugin: {@link Manifest.signIn} of the plugins' API. */
const pluginSignIn = z.object({
  authorize: signInAddress,
  token: signInAddress,
  revoke: signInAddress.optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .max(30)
    .readonly(),
  client: z.union([
    z.object({ setting: name, secret: name.optional() }),
    z.object({ register: signInAddress }),
  ]),
  body: z.enum(['form', 'json']).optional(),
  account: z.object({ url: signInAddress, field: z.string().regex(/^[\w.]{1,100}$/) }).optional(),
})

/** A command that calls the server half; `definePlugin` checks its name. */
const callCommand = z.object({
  id: z.string().max(110),
  title: z.string().max(100),
  keywords: z.string().max(100).optional(),
  call: z.string().max(60),
  /** The scope that a token needs to run it. */
  scope: z.enum(tokenScopes),
})

export const sharedManifest = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{2,63}$/),
    version: z.string().max(40),
    /** Major and minor version of the API. */
    api: z.string().regex(/^[0-9]+\.[0-9]+$/),
    enabledBy: name,
    settings: z.record(name, sharedSetting),
    permissions: z.array(permissionOfPlugin).max(20),
    /** Names of secrets, which only its server half can read. */
    secrets: z.array(name).max(10).optional(),
    /** Order of its fields, by name, and groups of them with a heading. */
    fields: z
      .array(z.union([name, z.object({ title: z.string().max(100), fields: z.array(name).max(50) })]))
      .max(50)
      .optional(),
    /** Fields that are shown only while a setting has one of some values. */
    showWhen: z
      .record(
        name,
        z.object({
          setting: name,
          is: z.union([
            z.literal('filled'),
            z
              .array(z.union([z.string().max(4000), z.number(), z.boolean()]))
              .min(1)
              .max(50),
          ]),
        }),
      )
      .optional(),
    /** Its mark in the settings. */
    icon: z.string().max(40).optional(),
    /** Settings and secrets without which it does nothing; of a list one is enough. */
    requires: z
      .array(z.union([name, z.array(name).min(1).max(10)]))
      .max(20)
      .optional(),
    /** How the user signs in to its service. */
    signIn: pluginSignIn.optional(),
    /** An https address where it is explained. */
    help: z
      .url({ protocol: /^https$/ })
      .max(500)
      .optional(),
    /** Its browser half adds pages. */
    hasScreens: z.boolean().optional(),
    /** What its server half does by itself. */
    jobs: z.record(z.string(), z.object({ everyMinutes: z.number() })).optional(),
    /** What its server half wants to know of. */
    events: z.array(pluginEventName).max(pluginEventNames.length).optional(),
    /** Calls of its server half while a setting is on. */
    sendWhen: z
      .partialRecord(
        pluginEventName,
        z.object({ setting: name, call: z.string().max(60), each: z.boolean().optional() }),
      )
      .optional(),
    /** CSS for the content of entries and for what it shows itself. */
    styles: z.object({ content: styleSheet.optional(), parts: styleSheet.optional() }).optional(),
    /** Conditions of rules that its server half evaluates. */
    conditions: z.record(z.string(), conditionOperand).optional(),
    /** Actions of rules that its server half does: by name, with an operand where the user enters something. */
    actions: z
      .array(z.union([z.string(), z.object({ name: z.string(), operand: actionOperand })]))
      .optional(),
    /** Commands that its server half does, also for the command line and other programs. */
    commands: z.array(callCommand).optional(),
    /** What its browser half adds, as data, by the function of the host: until one of it is used its code does not run. */
    contributes: z.record(name, z.array(z.unknown()).max(100)).optional(),
    /** What else runs its code. */
    activation: z
      .array(z.string().regex(/^(start|entryOpened|setting:[a-zA-Z][a-zA-Z0-9]{0,59})$/))
      .max(20)
      .optional(),
  })
  .refine(({ settings, enabledBy }) => settings[enabledBy]?.type === 'boolean', {
    path: ['enabledBy'],
    error: 'it names a setting of the type boolean',
  })
  .refine(
    ({ settings, permissions }) =>
      permissions.every((one) => {
        const setting = addressSettingOf(one)
        return setting === null || settings[setting]?.type === 'string'
      }),
    { path: ['permissions'], error: 'net:{SETTING} names a setting of the type string' },
  )
export type SharedManifest = z.infer<typeof sharedManifest>

const translation = z.record(z.string().max(100), z.unknown())

export const pluginBundle = z.object({
  format: z.literal('lectern-plugin-1'),
  manifest: sharedManifest,
  /** By language. */
  locales: z.object({ en: translation }).catchall(translation),
  /** A classic script that calls `lectern.start` with the plugin's browser half. */
  client: z.string(),
  /** A classic script that calls `lectern.start` with the plugin's server half. */
  server: z.string().optional(),
})
export type PluginBundle = z.infer<typeof pluginBundle>

/** All code of a plugin, to read it, with its style sheets. */
export const codeOf = ({ client, server, manifest: { styles = {} } }: PluginBundle): string =>
  [client, server, styles.content, styles.parts].filter((text) => text !== undefined).join('\n')

/** @returns null if the text is no bundle */
export function parseBundle(text: string): PluginBundle | null {
  if (text.length > MAX_BUNDLE) return null
  try {
    return pluginBundle.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
