import { z } from 'zod'
import { done, envelope, epochMs, webAddress } from './shapes.ts'
import type { Call } from './call.ts'
import { pluginCatalogue } from './plugin-catalogue.ts'
import {
  actionOperand,
  conditionOperand,
  MAX_BUNDLE,
  permissionGrant,
  sharedManifest,
} from './plugin-bundle.ts'

const plugin = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)

/** An entry was saved by a plugin. */
const entrySave = z.object({
  plugin,
  /** When last, ms since 1970. */
  at: epochMs,
  /** Address of the saved entry, where the service returns one. */
  url: z.string().nullable(),
})
export type EntrySave = z.infer<typeof entrySave>

/** A save in the list of all entries. */
const recentSave = entrySave.extend({
  entryId: z.string(),
  feedId: z.string(),
  title: z.string().nullable(),
  /** Of the entry's page. */
  entryUrl: z.string().nullable(),
})
export type RecentSave = z.infer<typeof recentSave>

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const granted = z.array(permissionGrant).max(20)
/** Where a plugin comes from: an address, or the bundle itself, from a file. */
const origin = {
  address: webAddress.max(2000).optional(),
  bundle: z.string().max(MAX_BUNDLE).optional(),
  /** A version that one of the user's catalogues lists, the newest by default. */
  listed: z
    .object({
      /** Its key. */
      catalogue: z.string().max(100),
      plugin: z.string().max(64),
      version: z.string().max(40).optional(),
    })
    .optional(),
}

export const installedPlugin = z.object({
  manifest: sharedManifest,
  /** Of the bundle, SHA-256. */
  hash,
  /** Of the bundle, in bytes. */
  size: z.number(),
  /** Null: from a file. */
  address: z.string().nullable(),
  granted,
  installedAt: epochMs,
  /** Key of the catalogue that listed it; null: none. */
  catalogue: z.string().nullable().default(null),
  /** The version before, which the user can have again; null: there is none. */
  previousVersion: z.string().nullable().default(null),
})
export type InstalledPlugin = z.infer<typeof installedPlugin>

/** What an installation would bring. */
const pluginPreview = z.object({
  manifest: sharedManifest,
  hash,
  address: z.string().nullable(),
  catalogue: z.string().nullable().default(null),
  /** Of the bundle, in bytes. */
  size: z.number(),
  /** Name and description in the languages of the bundle. */
  texts: z.record(z.string(), z.object({ name: z.string(), description: z.string() })),
  /** Whether it has a server half, which runs where the administrator permits those of users' plugins. */
  serverHalf: z.enum(['none', 'runs', 'off']),
  /** Of both halves. */
  code: z.string(),
  /**
   * The installed plugin of this id. From another address or file, it may have another author: its settings,
   * secrets and data in browsers are then deleted with it.
   */
  replaces: z
    .object({ version: z.string(), address: z.string().nullable(), keepsSettings: z.boolean() })
    .nullable()
    .default(null),
})
export type PluginPreview = z.infer<typeof pluginPreview>

/** The response to a plugin's request, or why there is none. */
const pluginFetched = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    output: z.object({
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      text: z.string(),
    }),
  }),
  z.object({
    ok: z.literal(false),
    words: z.object({
      key: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  }),
])
export type PluginFetched = z.infer<typeof pluginFetched>

/** Plugins that one user can install. */
export const MAX_INSTALLED = 30

/** A message of a plugin or its host: a key of the translations, with values. */
export const pluginMessage = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reason: z.string().optional(),
})
/** A job of a plugin's server half, or what it does at events, and how its last run ended. */
const pluginJob = z.object({
  name: z.string(),
  /** Null: at events. */
  everyMinutes: z.number().nullable(),
  /** ms since 1970; null: it has not run yet. */
  at: epochMs.nullable(),
  /** Why it failed; null where it did not. */
  words: pluginMessage.nullable(),
})
export type PluginJob = z.infer<typeof pluginJob>

/** How the last delivery of a plugin to its service went. */
const pluginOutcome = z.object({
  /** ms since 1970. */
  at: epochMs,
  /** An entry was saved, by the user or a rule; a test entry was; a command of the manifest called the service; or the user signed in to it. */
  kind: z.enum(['save', 'test', 'command', 'signIn']),
  /** Why it failed; null where it did not. */
  words: pluginMessage.nullable(),
})
export type PluginOutcome = z.infer<typeof pluginOutcome>

/** The user's sign-in to the service of a plugin. Its tokens never leave the server. */
const signInState = z.object({
  isConnected: z.boolean(),
  /** The name of the account, where the service returns one. */
  account: z.string().nullable(),
  /** The service returns the user here: it is entered where this reader is registered. */
  returnAddress: z.string(),
  /** The user registers this reader with the service; otherwise the administrator has, or the reader does it itself. */
  needsClient: z.boolean(),
})
export type SignInState = z.infer<typeof signInState>

/** What a plugin's server half did by itself, in its jobs and by rules. */
const doneByItself = z.object({
  /** Its requests by host, the latest last; `at` of the last one, ms since 1970. */
  contacted: z.array(z.object({ host: z.string(), count: z.number(), at: epochMs })),
  /** It crashed too often within a day and is off until the user changes its settings. */
  isSwitchedOff: z.boolean(),
})
export type DoneByItself = z.infer<typeof doneByItself>

/** What rules can use of one of the user's plugins. */
const ruleProvider = z.object({
  plugin,
  isOn: z.boolean(),
  /** Rules save entries by it. */
  saves: z.boolean(),
  /** Why the last save by a rule failed; null where it did not, or there was none. */
  saveProblem: pluginMessage.nullable(),
  /** Its conditions by name, with their operand; `problem`: why the last evaluation failed, null where it did not. */
  conditions: z.record(
    z.string(),
    z.object({ operand: conditionOperand, problem: pluginMessage.nullable() }),
  ),
  /**
   * Its actions by name, with their operand; null: none. `problem`: why the last one failed, null where it did not, or
   * there was none.
   */
  actions: z.record(
    z.string(),
    z.object({ operand: actionOperand.nullable(), problem: pluginMessage.nullable() }),
  ),
})
export type RuleProvider = z.infer<typeof ruleProvider>

export const pluginsCalls = {
  /** Of every plugin that the user has set up, in any browser. */
  'plugins.stored': {
    input: z.object({}),
    output: envelope(
      z.object({
        plugins: z.array(
          z.object({
            plugin,
            on: z.boolean(),
            values: z.record(z.string(), z.unknown()),
            secretsSet: z.array(z.string()),
          }),
        ),
      }),
    ),
  },
  'plugins.settings': {
    input: z.object({ plugin }),
    output: envelope(
      z.object({
        values: z.record(z.string(), z.unknown()),
        /** Which secrets are set; their text never leaves the server. */
        secretsSet: z.array(z.string()),
        /** What the server's environment configures of the plugin; null: nothing, so it is not offered; absent: it declares nothing. */
        environment: z.record(z.string(), z.string()).nullable().optional(),
        /** What its server half does by itself; absent: it declares nothing. */
        jobs: z.array(pluginJob).optional(),
        /** Absent: nothing. */
        byItself: doneByItself.optional(),
        /** Absent: nothing was delivered since its settings were changed. */
        outcome: pluginOutcome.optional(),
        /** Absent: it declares none. */
        signIn: signInState.optional(),
      }),
    ),
  },
  'plugins.updateSettings': {
    input: z.object({
      plugin,
      values: z.record(z.string(), z.unknown()).optional(),
      /** An empty text removes the secret. */
      secrets: z.record(z.string(), z.string().max(4096)).optional(),
    }),
    output: done,
  },
  /** A token may send `save`, and the calls of the manifest's commands without an input. */
  'plugins.call': {
    input: z.object({ plugin, call: z.string(), input: z.unknown().optional() }),
    output: envelope(z.unknown()),
  },
  /** Saves an entry of this title by the plugin's call `save`, with its real requests. Answers as that call. */
  'plugins.test': {
    broadcast: false,
    input: z.object({
      plugin,
      /** In the user's language. */
      title: z.string().min(1).max(200),
      /** For services that save pictures. */
      picture: webAddress.max(2000).optional(),
    }),
    output: envelope(z.unknown()),
  },
  /** Begins a sign-in to the service. Answers as a call of the plugin, with the `address` where the user agrees to it. */
  'plugins.signIn': { broadcast: false, input: z.object({ plugin }), output: envelope(z.unknown()) },
  /** Forgets the sign-in, and revokes it at the service. */
  'plugins.signOut': { input: z.object({ plugin }), output: done },
  /** Newest first. */
  'plugins.saves': { input: z.object({ entryId: z.string() }), output: envelope(z.array(entrySave)) },
  /** Of all entries that are still there, the newest first. */
  'plugins.recentSaves': { input: z.object({}), output: envelope(z.array(recentSave)) },
  /** The plugins that rules can name, with those that are off. */
  'plugins.rules': { input: z.object({}), output: envelope(z.array(ruleProvider)) },
  'plugins.preview': {
    broadcast: false,
    input: z.object(origin),
    output: envelope(pluginPreview),
  },
  /** Refused where the bundle is not the one of the preview. */
  'plugins.install': { input: z.object({ ...origin, hash, granted }), output: envelope(installedPlugin) },
  'plugins.installed': { input: z.object({}), output: envelope(z.array(installedPlugin)) },
  'plugins.bundle': {
    input: z.object({ plugin }),
    output: envelope(z.object({ bundle: z.string(), hash })),
  },
  'plugins.change': {
    input: z.object({ plugin, granted }),
    output: envelope(installedPlugin),
  },
  /** With its settings. */
  'plugins.remove': { input: z.object({ plugin }), output: done },
  /** The version before takes the place of the present one, with what was granted to it. */
  'plugins.revert': { input: z.object({ plugin }), output: envelope(installedPlugin) },
  'plugins.catalogues': { input: z.object({}), output: envelope(z.array(pluginCatalogue)) },
  'plugins.previewCatalogue': {
    broadcast: false,
    input: z.object({ address: webAddress.max(2000) }),
    output: envelope(pluginCatalogue),
  },
  /** Adds a catalogue, or fetches it again. Refused where it is not signed with this key, or is older than before. */
  'plugins.addCatalogue': {
    input: z.object({ address: webAddress.max(2000), key: z.string().max(100) }),
    output: envelope(pluginCatalogue),
  },
  'plugins.removeCatalogue': { input: z.object({ address: z.string().max(2000) }), output: done },
  /** A request of a plugin's browser half, to the hosts that it was granted. */
  'plugins.fetch': {
    broadcast: false,
    input: z.object({
      plugin,
      url: z.string().max(4000),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
      headers: z.record(z.string().max(100), z.string().max(4000)).optional(),
      body: z.string().max(500_000).optional(),
    }),
    output: envelope(pluginFetched),
  },
} as const satisfies Record<string, Call>
