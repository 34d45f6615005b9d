/** Pipelines of the reader in the terminal: a query, and commands of the registry on the entries that it selects. */
import { allSettled, createEffect } from 'effector'
import { allCommands } from '../../../commands/index.ts'
import type { Api } from '../../api/types.ts'
import { queryErrorMessage } from '../../contract/query/errors.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import {
  done,
  evaluate,
  parseExpression,
  SAVE_PREFIX,
  type Command,
  type CommandCall,
} from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { settingSteps, type PipelineStep } from '../../model/pipelines/index.ts'
import { selectEntriesFx } from '../../model/search/select-entries.ts'
import { searchable } from '../../palette/match.ts'
import { parsePipeline, type ParsedPipeline } from '../../palette/parse-pipeline.ts'
import type { PipelineOptions, PipelineOutcome } from '../command.ts'
import { UsageError } from '../failures.ts'
import { saveEntries } from '../call-plugin.ts'
import { loadArgumentInput, titleOf } from './command-input.ts'
import { openReader, type Reader } from './open-reader.ts'

/** The commands on several entries that need no screen. */
export const stepCommands = allCommands.filter(
  ({ kind, keysOnly, isPermanent, target, targetNeeds }) =>
    kind === 'change' &&
    target === 'entries' &&
    keysOnly !== true &&
    isPermanent !== true &&
    targetNeeds !== undefined &&
    evaluate(parseExpression(targetNeeds), new Map([['selected', 2]])),
)

/** Whether a step begins with the id of a command of the reader. */
export const isStepOfReader = (words: string): boolean => {
  const [id = ''] = words.split(/\s/)
  return id.startsWith(SAVE_PREFIX) || allCommands.some((command) => command.id === id)
}

/**
 * @param line as the palette reads it
 * @throws UsageError, what `confirm` throws, and the error of a call that was refused
 */
export async function runEntryPipeline(
  api: Api,
  line: string,
  { isDry, confirm }: PipelineOptions,
): Promise<PipelineOutcome> {
  const reader = await openReader(api)
  try {
    const saves = saveCommandsIn(line, api)
    await allSettled(registry.registered, { scope: reader.scope, params: [...allCommands, ...saves] })
    const { query, steps } = await readPipeline(reader, [...stepCommands, ...saves], line)
    const entries = await select(reader, query)
    if (!isDry && entries.length > 0) {
      await confirm(entries.length)
      await apply(reader, { entries: entries.map(({ id }) => id), steps: steps.map(({ step }) => step) })
    }
    return {
      selected: entries.length,
      steps: steps.map(({ step: { id, args }, text }) => ({
        step: text,
        entries: entries.filter((entry) => !settingSteps[id]?.isDone(entry, args)).length,
      })),
    }
  } finally {
    reader.close()
  }
}

/** @throws UsageError */
async function readPipeline(
  { scope }: Reader,
  commands: readonly Command[],
  line: string,
): Promise<ParsedPipeline> {
  const input = await loadArgumentInput(scope, commands)
  const candidates = commands.map((of) => ({ title: searchable(titleOf(of)), use: 0, of }))
  const pipeline = parsePipeline(line, { ...input, candidates })
  if (pipeline.unknown !== undefined)
    throw new UsageError(
      `The step "${pipeline.unknown}" cannot be read. \`lectern run --list\` lists the steps with their arguments; those of the command line are not among commands by their ids.`,
    )
  const query = parseQuery(pipeline.query)
  if (!query.ok) throw new UsageError(`The query cannot be read: ${queryErrorMessage(query.error)}.`)
  return pipeline
}

/** @throws the error of a search that was refused */
async function select({ scope, local, failures }: Reader, query: string): Promise<readonly EntryHead[]> {
  const failedBefore = failures.length
  const { value } = await allSettled(selectEntriesFx, { scope, params: query })
  // Offline the reader selects from what it has; here that is nothing.
  const failure = failures[failedBefore]
  if (failure) throw failure.error
  return local.call(
    'entries.heads',
    (value as readonly { readonly id: string }[]).map(({ id }) => id),
  )
}

/** @throws the error of a command or a call */
async function apply(
  { scope, sent }: Reader,
  { entries, steps }: { readonly entries: string[]; readonly steps: readonly PipelineStep[] },
): Promise<void> {
  const settled = await allSettled(registry.dispatchFx, {
    scope,
    params: {
      id: 'pipeline:apply',
      source: 'palette',
      args: { entries, steps: { steps: [...steps] } },
      confirmed: true,
    },
  })
  if (settled.status === 'fail') throw settled.value
  if (settled.value.result.status === 'failed') throw settled.value.result.error
  await sent()
}

/** Of the plugins that the line names: the command that saves is in a plugin's browser half. */
const saveCommandsIn = (line: string, api: Api): readonly Command[] =>
  [
    ...new Set(
      [...line.matchAll(new RegExp(`\\b${SAVE_PREFIX}([a-z0-9-]+)`, 'g'))].map(([, plugin = '']) => plugin),
    ),
  ].map((plugin): Command => ({
    id: `${SAVE_PREFIX}${plugin}`,
    group: 'integration',
    title: plugin,
    kind: 'change',
    target: 'entries',
    args: [{ name: 'entries', type: 'entries', title: 'ask.entry' }],
    run: createEffect(async ({ args }: CommandCall) => {
      await saveEntries(api, plugin, args['entries'] as readonly string[])
      return done()
    }),
  }))
