/** Helpers for writing command records. */
import { attach, scopeBind, type EventCallable, type Store, combine } from 'effector'
import {
  done,
  nothing,
  type Argument,
  type Command,
  type CommandCall,
  type TargetKind,
  type Choice,
} from '../src/core/index.ts'
import { $services } from '../src/model/services.ts'
import { dialogOpened, type DialogRequest } from '../src/model/layout/index.ts'
import { keywordsOf, titleOf } from './rows.ts'
import { $currentEntry, $entrySummaries } from '../src/model/entries/index.ts'
import { $timelineIds, idText } from '../src/model/timeline/index.ts'
import { $categoryChoices, $subscriptionChoices, $viewChoices } from './choices.ts'

// The prompt for each kind of target, where there is no current one.

/** Listed entries whose summaries are loaded. */
const $entryChoices = combine(
  { timeline: $timelineIds, summaries: $entrySummaries },
  ({ timeline, summaries }) =>
    (): readonly Choice[] =>
      Array.from(timeline.ids, idText).flatMap((id) => {
        const summary = summaries.get(id)
        return summary ? [{ value: id, title: summary.title || summary.url || id }] : []
      }),
)

const targetArguments: Readonly<Record<TargetKind, Argument>> = {
  entries: { name: 'entries', type: 'entries', title: 'ask.entry', choices: $entryChoices },
  subscriptions: {
    name: 'subscriptions',
    type: 'subscriptions',
    title: 'ask.subscription',
    choices: $subscriptionChoices,
    initial: $currentEntry.map((entry) => () => (entry ? `feed/${entry.summary.feedId}` : undefined)),
  },
  category: { name: 'category', type: 'category', title: 'ask.folder', choices: $categoryChoices },
  view: { name: 'view', type: 'view', title: 'ask.view', choices: $viewChoices },
}

/** A command's `run`: triggers `target` with the payload that `fn` makes of the call. */
export function trigger<T>(
  target: EventCallable<T>,
  fn: (call: CommandCall) => NoInfer<T>,
): EventCallable<CommandCall> {
  return target.prepend(fn)
}

/** A command's `run`: opens a dialog. */
export const openDialog = (fn: (call: CommandCall) => DialogRequest): EventCallable<CommandCall> =>
  dialogOpened.prepend(fn)

/** As {@link trigger}, with the value of a store at the time of the call. `fn` returns undefined when there is nothing to do. */
export function triggerFrom<S, T>(
  $source: Store<S>,
  target: EventCallable<T>,
  fn: (source: S, call: CommandCall) => NoInfer<T> | undefined,
): Command['run'] {
  return attach({
    source: $source,
    effect: (source: S, call: CommandCall) => {
      const payload = fn(source, call)
      if (payload === undefined) return nothing()
      target(payload)
      return done()
    },
  })
}

/**
 * A command's `run`: triggers an event of a module that loads with the first call.
 * @param load e.g. `async () => (await import('…')).backupRequested`
 */
export const triggerLoaded = (load: () => Promise<EventCallable<void>>): Command['run'] =>
  attach({
    source: $services,
    effect: async (_, _call: CommandCall) => {
      // Bound before the first await, which leaves the scope.
      const run = scopeBind((event: EventCallable<void>) => event(), { safe: true })
      run(await load())
    },
  })

type CommandRecord = Omit<Command, 'id' | 'group' | 'title' | 'keywords'> & {
  readonly title?: string
  /** Under which it is listed, where that is not the group of its id. */
  readonly group?: string
}

/**
 * The commands of one group: `toggle-zen-mode` of `layout` is titled `layout.toggleZenMode` in the shortcuts namespace,
 * with its keywords in the keywords namespace. The argument of a command's target is put first.
 */
export function commandGroup(
  name: string,
  commands: Readonly<Record<string, CommandRecord>>,
): readonly Command[] {
  return Object.entries(commands).map(([action, record]) => {
    const title = record.title ?? titleOf(name, action)
    const args = withTarget(record.target, record.args)
    return {
      group: name,
      ...record,
      ...(args.length > 0 && { args }),
      title,
      keywords: keywordsOf(title),
      id: `${name}:${action}`,
    }
  })
}

const withTarget = (target: TargetKind | undefined, args: readonly Argument[] = []): readonly Argument[] =>
  target ? [targetArguments[target], ...args] : args
