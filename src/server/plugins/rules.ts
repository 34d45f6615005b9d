/** What rules do by plugins. */
import type { RuleProvider } from '../../contract/plugins.ts'
import { PluginRefusal, type Manifest, type PluginText } from '../../plugin-api/manifest.ts'
import type { PluginOutcome, RulePlugins } from '../actions/rule-plugins.ts'
import type { Services } from '../http/routes.ts'
import { lastSavesByPlugin } from '../storage/actions.ts'
import type { Storage } from '../storage/open.ts'
import { savesOf } from '../storage/saves.ts'
import { storedSettings } from './stored-settings.ts'

/** A plugin that rules can name. */
export type RulePlugin = { readonly manifest: Manifest; readonly saves: boolean }

type RuleParts = Pick<Services, 'storage' | 'log'> & {
  readonly builtIn: ReadonlyMap<string, RulePlugin>
  /** Calls `save` of a built-in plugin. @throws PluginRefusal, or what the plugin throws */
  readonly save: (target: Parameters<RulePlugins['save']>[0]) => Promise<void>
}

/** Refusals of the moment: of a service that does not respond, or not now. */
const transient = new Set([
  'outside.unreachable',
  'outside.down',
  'outside.tooOften',
  'outside.tooOftenWait',
  'plugin.tooSlow',
  'plugin.mailTooOften',
])

export const rulePluginsOf = ({ storage, log, builtIn, save }: RuleParts): RulePlugins => ({
  async save(target) {
    const { userId, plugin, entryId } = target
    if (!builtIn.get(plugin)?.saves)
      return { ok: false, words: { key: 'plugin.missing' }, isTransient: false }
    const before = await savesOf(storage, userId, entryId)
    if (before.some((one) => one.plugin === plugin)) return { ok: true, output: null }
    return outcomeOf(
      async () => {
        await save(target)
        return null
      },
      (cause) => log.warn('A plugin failed to save an entry for a rule', { plugin, cause }),
    )
  },
})

/** @param failed receives what is no refusal */
async function outcomeOf<T>(
  run: () => Promise<T>,
  failed: (error: unknown) => void,
): Promise<PluginOutcome<T>> {
  try {
    return { ok: true, output: await run() }
  } catch (error) {
    if (error instanceof PluginRefusal)
      return { ok: false, words: error.text, isTransient: transient.has(error.text.key) }
    failed(error)
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, words: { key: 'plugin.jobFailed', values: { reason } }, isTransient: true }
  }
}

/** The plugins that a user's rules can name, with those that are off. */
export async function ruleProvidersOf(
  storage: Storage,
  userId: string,
  plugins: readonly RulePlugin[],
): Promise<RuleProvider[]> {
  const last = await lastSavesByPlugin(storage, userId)
  return Promise.all(
    plugins
      .filter(({ saves }) => saves)
      .map(async ({ manifest, saves }) => {
        const { values } = await storedSettings(storage, userId, manifest)
        const words = last.get(manifest.id)?.words ?? null
        return {
          plugin: manifest.id,
          isOn: values[manifest.enabledBy] === true,
          saves,
          saveProblem: words === null ? null : (JSON.parse(words) as PluginText),
        }
      }),
  )
}
