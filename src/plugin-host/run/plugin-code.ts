/** The code of a plugin: its browser half, and what it is started with. */
import { combine, type StoreValue } from 'effector'
import type { Command } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $outbox } from '../../model/outbox/index.ts'
import { $services, type Services } from '../../model/services.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { settingsChange } from '../settings/setting-changes.ts'
import type { Trigger } from './app-scope.ts'
import type { PluginSource } from './catalogue.ts'
import type { PluginCode } from './start.ts'

/** What loading it needs of the reader. */
export const $forCode = combine({ services: $services, known: registry.$commands, outbox: $outbox })

type Loading = {
  readonly forCode: StoreValue<typeof $forCode>
  readonly trigger: Trigger
  /** Ends it, also while it starts. */
  readonly signal?: AbortSignal
}

/** Loads it. Without an environment that its manifest needs, there is none. */
export async function codeOf(
  plugin: PluginSource,
  manifest: Manifest,
  { forCode: { services, outbox }, trigger, signal }: Loading,
): Promise<PluginCode> {
  const isUnsent = outbox.some(
    ({ name, args }) => name === settingsChange.name && (args as { id: string }).id === plugin.id,
  )
  const environment = manifest.browserEnvironment ? await environmentOf(services.api, manifest, isUnsent) : {}
  if (environment === null) return { client: null, environment: {} }
  return { client: (await plugin.client?.(trigger, signal)) ?? null, environment }
}

/** Requested at each start: null where the server no longer sets the plugin up, the user has switched it off elsewhere, or offline. */
async function environmentOf(
  api: Services['api'],
  { id, enabledBy }: Manifest,
  /** The server may not know yet that the user has switched it on. */
  isUnsent: boolean,
): Promise<Readonly<Record<string, string>> | null> {
  const response = await api.plugins.settings({ plugin: id }).catch(() => null)
  return response && (isUnsent || response.data.values[enabledBy] === true)
    ? (response.data.environment ?? null)
    : null
}

/** @throws where a plugin from elsewhere would replace a command */
export function refuseTaken(
  { installed }: PluginSource,
  commands: readonly Command[],
  known: ReadonlyMap<string, Command>,
): void {
  const taken = installed && commands.find(({ id }) => known.has(id))
  if (taken) throw new Error(`${taken.id} is a command of the reader`)
}
