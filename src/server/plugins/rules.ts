/** The rules' interface to plugins: saving entries, actions, and conditions. */
import PQueue from 'p-queue'
import type { RuleProvider } from '../../contract/plugins.ts'
import { fitsAction, operandOf } from '../../contract/rule-conditions.ts'
import { actionsOf, PluginRefusal, z, type Manifest, type PluginText } from '../../plugin-api/manifest.ts'
import { RULE_TEXT, type ConditionInput, type RuleEntry } from '../../plugin-api/server.ts'
import type { RuleInput } from '../actions/rule-input.ts'
import type { PluginOutcome, RulePlugins } from '../actions/rule-plugins.ts'
import type { Services } from '../http/routes.ts'
import { lastDeliveriesByPlugin } from '../storage/actions/actions.ts'
import type { Storage } from '../storage/open.ts'
import { conditionProblemsOf } from '../storage/actions/rule-problems.ts'
import { savesOf } from '../storage/plugins/saves.ts'
import { isSave, SAVE } from './save.ts'
import { createSideEffects, type SideEffects } from './outbound.ts'
import { storedSettings } from './stored-settings.ts'

/** A condition of a user's plugin for some entries. */
type Question = {
  readonly userId: string
  readonly manifest: Manifest
  readonly name: string
  readonly input: ConditionInput
}
type Done = { readonly manifest: Manifest; readonly sideEffects: SideEffects }
type RuleParts = Pick<Services, 'storage' | 'log'> & {
  /** Built in, or installed by the user; null where there is no such plugin. */
  readonly manifestFor: (userId: string, plugin: string) => Promise<Manifest | null>
  /** Calls `save` of a plugin. @throws PluginRefusal, or the plugin's error */
  readonly save: (target: Parameters<RulePlugins['save']>[0], how: Done) => Promise<void>
  /** Runs an action of a plugin. @throws PluginRefusal, or the plugin's error */
  readonly act: (target: Parameters<RulePlugins['act']>[0], how: Done) => Promise<void>
  /** @returns the plugin's result. @throws PluginRefusal, or the plugin's error */
  readonly evaluate: (question: Question) => Promise<unknown>
}

/** Maximum of entries, and characters of their texts, that a plugin receives at once. */
const BATCH = { entries: 50, characters: 300_000 }

/** Temporary refusals: of a service that does not respond, or not now. */
const transient = new Set([
  'outside.unreachable',
  'outside.down',
  'outside.tooOften',
  'outside.tooOftenWait',
  'plugin.tooSlow',
  'plugin.mailTooOften',
])

export function rulePluginsOf({ storage, log, manifestFor, save, act, evaluate }: RuleParts): RulePlugins {
  const runInOrder = createUserQueues()
  const outcomeOf = async <T>(
    plugin: string,
    run: (sideEffects: SideEffects) => Promise<T>,
  ): Promise<PluginOutcome<T>> => {
    const sideEffects = createSideEffects()
    try {
      return { ok: true, output: await run(sideEffects) }
    } catch (error) {
      const mayHaveHappened = sideEffects.mayHaveHappened()
      if (error instanceof PluginRefusal) {
        const isTransient = transient.has(error.text.key) && !mayHaveHappened
        return { ok: false, words: error.text, isTransient, mayHaveHappened }
      }
      log.warn('A plugin failed in a rule', { plugin, cause: error })
      const reason = error instanceof Error ? error.message : String(error)
      // A retry would hit the same bug.
      const words = { key: 'plugin.jobFailed', values: { reason } }
      return { ok: false, words, isTransient: false, mayHaveHappened }
    }
  }
  return {
    save: (target) =>
      outcomeOf(target.plugin, async (sideEffects) => {
        const { userId, plugin, entryId } = target
        const manifest = await manifestFor(userId, plugin)
        if (!manifest || !isSave(manifest, SAVE)) throw new PluginRefusal('plugin.missing')
        const before = await savesOf(storage, userId, entryId)
        if (!before.some((one) => one.plugin === plugin)) await save(target, { manifest, sideEffects })
        return null
      }),
    act: (target) =>
      outcomeOf(target.plugin, async (sideEffects) => {
        const manifest = await manifestFor(target.userId, target.plugin)
        if (!manifest) throw new PluginRefusal('plugin.missing')
        const { name, value } = target
        const operand = actionsOf(manifest).get(name)
        if (operand === undefined) throw new PluginRefusal('plugin.noAction')
        if (!fitsAction(value, operand))
          throw new PluginRefusal('plugin.badActionOperand', { value: value ?? '' })
        await act(target, { manifest, sideEffects })
        return null
      }),
    evaluate: ({ userId, plugin, name, value, entries }) =>
      outcomeOf(plugin, async () => {
        const manifest = await manifestFor(userId, plugin)
        if (!manifest) throw new PluginRefusal('plugin.missing')
        const operand = operandFor(manifest, name, value)
        return runInOrder(userId, async () => {
          const results: boolean[] = []
          for (const batch of batchesOf(entries.map(ruleEntryOf))) {
            const question = { userId, manifest, name, input: { entries: batch, operand } }
            // One call of a user's plugins at a time.
            results.push(...answersOf(await evaluate(question), batch.length))
          }
          return results
        })
      }),
  }
}

/** Conditions of one user are evaluated one after another: feeds that arrive at once would exceed the limits of a user's calls. */
function createUserQueues() {
  const queues = new Map<string, PQueue>()
  return async <T>(userId: string, run: () => Promise<T>): Promise<T> => {
    const queue = queues.get(userId) ?? new PQueue({ concurrency: 1 })
    queues.set(userId, queue)
    try {
      return await queue.add(run)
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(userId)
    }
  }
}

/** @throws PluginRefusal for an unknown condition, without the permission, and for a value that does not fit */
function operandFor({ conditions = {}, permissions }: Manifest, name: string, value: string) {
  const operand = Object.hasOwn(conditions, name) ? conditions[name] : undefined
  if (!operand) throw new PluginRefusal('plugin.noCondition')
  if (!permissions.includes('entries:read')) throw new PluginRefusal('plugin.forbidden')
  const entered = operandOf(value, operand)
  if (entered === null) throw new PluginRefusal('plugin.badOperand', { value })
  return entered
}

const ruleEntryOf = (input: RuleInput): RuleEntry => ({
  title: input.title,
  text: input.content().slice(0, RULE_TEXT),
  url: input.url,
  author: input.author,
  language: input.language,
  publishedAt: input.publishedAt,
  media: input.media,
  duration: input.duration,
  feedTitle: input.feedTitle,
  feedUrl: input.feedUrl,
  siteUrl: input.siteUrl,
  folder: input.category,
})

function batchesOf(entries: readonly RuleEntry[]): RuleEntry[][] {
  const batches: RuleEntry[][] = []
  let characters = 0
  for (const entry of entries) {
    const batch = batches.at(-1)
    characters += entry.text.length
    if (batch && batch.length < BATCH.entries && characters <= BATCH.characters) batch.push(entry)
    else {
      batches.push([entry])
      characters = entry.text.length
    }
  }
  return batches
}

/** @throws PluginRefusal where a plugin did not return a result for each entry */
function answersOf(returned: unknown, count: number): readonly boolean[] {
  const { data } = z.array(z.boolean()).length(count).safeParse(returned)
  if (!data) throw new PluginRefusal('plugin.badAnswers')
  return data
}

/** The plugins that a user's rules can name, with those that are off. */
export async function ruleProvidersOf(
  storage: Storage,
  userId: string,
  manifests: readonly Manifest[],
): Promise<RuleProvider[]> {
  const [last, problems] = await Promise.all([
    lastDeliveriesByPlugin(storage, userId),
    conditionProblemsOf(storage, userId),
  ])
  return Promise.all(
    manifests
      .filter((manifest) => isSave(manifest, SAVE) || manifest.conditions || manifest.actions)
      .map(async (manifest) => {
        const { id, conditions = {} } = manifest
        const { values } = await storedSettings(storage, userId, manifest)
        const lastProblem = (key: string) => {
          const words = last.get(key)?.words ?? null
          return words === null ? null : (JSON.parse(words) as PluginText)
        }
        const problemOf = (name: string) =>
          problems.find((one) => one.plugin === id && one.name === name)?.words ?? null
        return {
          plugin: id,
          isOn: values[manifest.enabledBy] === true,
          saves: isSave(manifest, SAVE),
          saveProblem: lastProblem(id),
          actions: Object.fromEntries(
            [...actionsOf(manifest)].map(([name, operand]) => [
              name,
              { operand, problem: lastProblem(`${id}:${name}`) },
            ]),
          ),
          conditions: Object.fromEntries(
            Object.entries(conditions).map(([name, operand]) => [
              name,
              { operand, problem: problemOf(name) },
            ]),
          ),
        }
      }),
  )
}
