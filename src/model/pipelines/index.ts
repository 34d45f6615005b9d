/** Pipelines: a selection of entries and commands on it, `is:unread older:3d | star | mark-read`. */
import { attach, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import {
  deepEqual,
  done,
  nothing,
  type Command,
  type CommandArgs,
  type CommandResult,
} from '../../core/index.ts'
import { provideCommands } from '../app/provide-commands.ts'
import { registry } from '../app/registry.ts'
import { labelKey } from '../../contract/label-names.ts'
import { entrySummariesLoaded } from '../entries/index.ts'
import type { EntryStatus } from '../entries/types.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { labelQuery } from '../labels/tables.ts'
import { persist } from '../persist.ts'
import { selectEntriesFx } from '../search/select-entries.ts'
import { $services } from '../services.ts'

/** A command on entries, and its arguments besides the entries. */
export type PipelineStep = { readonly id: string; readonly args: CommandArgs }
export type Pipeline = { readonly query: string; readonly steps: readonly PipelineStep[] }
/** A pipeline that the user saved as a command. */
export type SavedPipeline = Pipeline & { readonly title: string }

/** More entries are confirmed once. */
export const PIPELINE_CONFIRM_ABOVE = 500
const SUMMARY_CHUNK = 500

/** One of the same title is replaced. */
export const pipelineSaved = createEvent<SavedPipeline>()
/** @param title of the pipeline */
export const pipelineDeleted = createEvent<string>()
export const $pipelines = createStore<readonly SavedPipeline[]>([], { serialize: 'ignore' })
const change = defineLocalChange({
  name: 'pipelines.change',
  source: $pipelines,
  inverse: (pipelines: readonly SavedPipeline[], before) => (deepEqual(pipelines, before) ? null : before),
  describe: () => ({ key: 'app:undo.pipelines', values: {} }),
})
sample({
  clock: pipelineSaved,
  source: $pipelines,
  fn: (all, saved) => [...all.filter(({ title }) => title !== saved.title), saved],
  target: change.requested,
})
sample({
  clock: pipelineDeleted,
  source: $pipelines,
  fn: (all, title) => all.filter((one) => one.title !== title),
  target: change.requested,
})
$pipelines.on(change.applied, (_, pipelines) => pipelines)
persist($pipelines, { key: 'lectern:pipelines', parse: parsePipelines, changed: change.applied })

/** Selects the entries, then dispatches `pipeline:apply` for them. */
export const runPipelineFx = createEffect(
  async ({ query, steps, group }: Pipeline & { readonly group?: string }): Promise<CommandResult> => {
    const dispatch = scopeBind(registry.dispatchFx, { safe: true })
    const select = scopeBind(selectEntriesFx, { safe: true })
    const { parseQuery } = await import('../../contract/query/parse.ts')
    const parsed = parseQuery(query)
    if (!parsed.ok)
      return nothing({ key: `app:query.errors.${parsed.error.code}`, values: parsed.error.values })
    const hits = await select(query)
    if (hits.length === 0) return nothing({ key: 'app:operators.noEntries' })
    const args = { entries: hits.map(({ id }) => id), steps: { steps } }
    const { result } = await dispatch({
      id: 'pipeline:apply',
      source: 'macro',
      args,
      ...(group !== undefined && { group }),
    })
    // Its message has been shown.
    return result.status === 'failed' ? result : { status: result.status }
  },
)

/** Runs the steps over the entries, in order. All changes share the group: one undo takes them back. */
export const applyPipelineFx = attach({
  source: $services,
  effect: async (
    { local },
    { ids, steps, group }: { ids: readonly string[]; steps: readonly PipelineStep[]; group: string },
  ): Promise<CommandResult> => {
    const dispatch = scopeBind(registry.dispatchFx, { safe: true })
    const loaded = scopeBind(entrySummariesLoaded, { safe: true })
    // Commands act on loaded entries only, and some toggle: entries that have the state already are left out.
    const summaries: Awaited<ReturnType<typeof local.call<'entries.heads'>>> = []
    for (let from = 0; from < ids.length; from += SUMMARY_CHUNK)
      summaries.push(...(await local.call('entries.heads', ids.slice(from, from + SUMMARY_CHUNK))))
    loaded(summaries)
    let isJournaled = false
    for (const { id, args } of steps) {
      const entries = summaries
        .filter((summary) => !settingSteps[id]?.isDone(summary, args))
        .map((summary) => summary.id)
      if (entries.length === 0) continue
      const { result } = await dispatch({
        id,
        source: 'macro',
        group,
        confirmed: true,
        args: { ...args, entries },
      })
      if (result.status === 'failed') return result
      isJournaled ||= id in settingSteps
    }
    // A journaled change is announced with its undo.
    if (isJournaled) return done()
    return done({ key: 'app:palette.pipeline.done', values: { count: summaries.length } })
  },
})

type SettingStep = {
  /** Describes what it does in a pipeline. */
  readonly title: string
  /** A condition on the entries that it changes. */
  readonly undone: (args: CommandArgs) => string
  readonly isDone: (entry: EntryStatus, args: CommandArgs) => boolean
}
/** Commands that toggle; in a pipeline they only set. */
export const settingSteps: Readonly<Record<string, SettingStep>> = {
  'entry:read': {
    title: 'shortcuts:entries.read',
    undone: () => 'is:unread',
    isDone: ({ read }) => read,
  },
  'entry:star': {
    title: 'shortcuts:entries.star',
    undone: () => '-is:starred',
    isDone: ({ starredAt }) => starredAt !== null,
  },
  'entry:label': {
    title: 'shortcuts:entries.label',
    undone: ({ label }) => `-${labelQuery(String(label))}`,
    isDone: ({ labels = [] }, { label }) => labels.some((name) => labelKey(name) === labelKey(String(label))),
  },
}

/** The id of its command. */
export const commandIdOf = ({ title }: Pick<SavedPipeline, 'title'>): string =>
  `pipeline:saved-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`

/** Each saved pipeline is a command, so that it can have an alias and keys. */
const commandOf = ({ title, query, steps }: SavedPipeline): Command => ({
  id: commandIdOf({ title }),
  group: 'pipeline',
  title: title.replaceAll(/[.:]/g, ' '),
  kind: 'change',
  icon: 'filter',
  run: ({ group }) => runPipelineFx({ query, steps, group }),
})
provideCommands($pipelines.map((pipelines) => pipelines.map(commandOf)))

/** Downloads the saved pipelines as JSON. */
export const exportPipelinesFx = attach({
  source: { services: $services, pipelines: $pipelines },
  effect: ({ services, pipelines }) =>
    services.platform.download('pipelines.json', JSON.stringify(pipelines, null, 2)),
})

/** The stored text may be invalid: another version or the user wrote it. */
function parsePipelines(text: string | null): readonly SavedPipeline[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(pipelineOf) : []
  } catch {
    return []
  }
}

function pipelineOf(json: unknown): SavedPipeline[] {
  const { title, query, steps } = (json ?? {}) as Record<string, unknown>
  if (typeof title !== 'string' || title === '' || typeof query !== 'string') return []
  return [{ title, query, steps: stepsOf(steps) }]
}

/** Reads steps from JSON; invalid ones are left out. */
export function stepsOf(json: unknown): readonly PipelineStep[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((one: unknown): PipelineStep[] => {
    const { id, args } = (one ?? {}) as Record<string, unknown>
    if (typeof id !== 'string') return []
    return [{ id, args: typeof args === 'object' && args !== null ? (args as CommandArgs) : {} }]
  })
}
