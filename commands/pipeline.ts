/** A selection of entries and commands on it, in one line. */
import { done, nothing, type Choice, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import {
  $pipelines,
  PIPELINE_CONFIRM_ABOVE,
  applyPipelineFx,
  exportPipelinesFx,
  pipelineDeleted,
  pipelineSaved,
  runPipelineFx,
  stepsOf,
} from '../src/model/pipelines/index.ts'
import { entryIdsOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const queryOf = ({ query }: CommandArgs): string => String(query ?? '')
const stepsIn = ({ steps }: CommandArgs) => stepsOf((steps as { steps?: unknown } | undefined)?.steps)
const $choices = $pipelines.map(
  (pipelines) => (): readonly Choice[] =>
    pipelines.map(({ title, query }) => ({ value: title, title, detail: query })),
)

export const pipelineCommands = commandGroup('pipeline', {
  run: {
    kind: 'view',
    keysOnly: true,
    args: [
      { name: 'query', title: 'ask.query', type: 'query' },
      { name: 'steps', title: 'ask.steps', type: 'json' },
    ],
    run: ({ args, group }: CommandCall) =>
      runPipelineFx({ query: queryOf(args), steps: stepsIn(args), group }),
  },
  apply: {
    kind: 'change',
    keysOnly: true,
    target: 'entries',
    confirmAbove: PIPELINE_CONFIRM_ABOVE,
    args: [{ name: 'steps', title: 'ask.steps', type: 'json' }],
    run: ({ args, group }: CommandCall) =>
      applyPipelineFx({
        ids: entryIdsOf(args),
        steps: stepsIn(args),
        group,
      }),
  },
  save: {
    kind: 'view',
    keysOnly: true,
    icon: 'save',
    args: [
      { name: 'query', title: 'ask.query', type: 'query' },
      { name: 'steps', title: 'ask.steps', type: 'json' },
      { name: 'title', title: 'ask.pipelineTitle', type: 'text' },
    ],
    run: ({ args }: CommandCall) => {
      const title = String(args['title'] ?? '').trim()
      if (title === '') return nothing()
      pipelineSaved({ title, query: queryOf(args), steps: stepsIn(args) })
      return done({ key: 'app:palette.pipeline.saved', values: { title } })
    },
  },
  delete: {
    kind: 'view',
    icon: 'delete',
    args: [{ name: 'pipeline', title: 'ask.pipeline', type: 'enum', choices: $choices }],
    run: trigger(pipelineDeleted, ({ args }) => String(args['pipeline'] ?? '')),
  },
  export: { kind: 'view', icon: 'export', run: () => exportPipelinesFx() },
})
