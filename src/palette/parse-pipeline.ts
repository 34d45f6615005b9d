import { splitPipeline } from '../contract/query/split-pipeline.ts'
import type { Command } from '../core/index.ts'
import type { PipelineStep } from '../model/pipelines/index.ts'
import { isCalled, parseCommandLine, type CommandLineInput } from './command-line.ts'
import { fold } from './match.ts'
import type { Candidate } from './rank.ts'

type ParsedStep = {
  readonly step: PipelineStep
  readonly title: string
  /** As it stands in the line. */
  readonly text: string
}
export type ParsedPipeline = {
  readonly query: string
  readonly steps: readonly ParsedStep[]
  /** The first part that names no command on entries. */
  readonly unknown: string | undefined
}

/** Everyday verbs of pipelines, by the commands that set rather than toggle there. */
const VERBS: Readonly<Record<string, string>> = {
  'mark-read': 'entry:read',
  read: 'entry:read',
  star: 'entry:star',
  open: 'entry:open-in-browser',
}

/** Reads each command of `query | command | command`. */
export function parsePipeline(text: string, input: CommandLineInput): ParsedPipeline {
  const { query, steps: parts } = splitPipeline(text)
  const steps: ParsedStep[] = []
  for (const part of parts) {
    const step = stepOf(part, input)
    if (!step) return { query, steps, unknown: part }
    steps.push({ ...step, text: part })
  }
  return { query, steps, unknown: undefined }
}

const actsOnEntries = ({ target, args = [] }: Command): boolean =>
  target === 'entries' && args.every(({ type }) => type !== 'json')

function stepOf(part: string, input: CommandLineInput) {
  const candidates = input.candidates.filter(({ of }) => actsOnEntries(of))
  const verb = VERBS[fold(part)]
  const called =
    candidates.find(({ of }) => of.id === verb) ?? candidates.find((one) => isCalled(one, fold(part)))
  if (called) return isCallable(called) ? named(called, {}) : undefined
  const [reading] = parseCommandLine(part, {
    ...input,
    candidates,
    // The entries are those of the selection.
    targetOf: () => [],
  }).filter(({ missing, problem, args }) => !missing && !problem && Array.isArray(args['entries']))
  if (!reading) return undefined
  const { entries: _, ...args } = reading.args
  return named(reading.candidate, args)
}

const isCallable = ({ of }: Candidate<Command>): boolean =>
  (of.args ?? []).every(({ name, optional }) => optional || name === 'entries')
const named = ({ of, title }: Candidate<Command>, args: PipelineStep['args']) => ({
  step: { id: of.id, args },
  title: title.text,
})
