/** Operators on entries: mark as read, star, open and save, each with a scope, an age or a search. */
import { attach, combine, createStore, scopeBind } from 'effector'
import {
  ageInMs,
  done,
  nothing,
  SAVE_PREFIX,
  type Argument,
  type Binding,
  type Choice,
  type Command,
  type CommandArgs,
  type CommandCall,
  type CommandResult,
} from '../src/core/index.ts'
import { registry } from '../src/model/app/index.ts'
import { $currentEntry, $statuses, entrySummariesLoaded } from '../src/model/entries/index.ts'
import { allMarked } from '../src/model/reads/index.ts'
import type { EntryHead, LocalSubscription } from '../src/model/rows.ts'
import { $services } from '../src/model/services.ts'
import type { EntryStatus } from '../src/model/entries/types.ts'
import {
  entriesInScope,
  operators,
  parameterizedObjects,
  scopes,
  type EntryScope,
  type Operator,
} from '../src/model/keys/index.ts'
import { $subscriptionIndex } from '../src/model/subscriptions/index.ts'
import { selectEntriesFx } from '../src/model/search/select-entries.ts'
import { startOfDay } from '../src/model/timeline/group-by-day.ts'
import { $timelineIds, idText } from '../src/model/timeline/index.ts'
import { fixedChoices } from './choices.ts'
import { commandGroup } from './define-command.ts'

const where = ['timeline', 'entry-render']

const $source = combine({
  services: $services,
  commands: registry.$commands,
  current: $currentEntry,
  statuses: $statuses,
  timeline: $timelineIds,
  index: $subscriptionIndex,
})
type Source = ReturnType<typeof $source.getState>
type Loaded = (summaries: readonly EntryHead[]) => void
type Dispatch = (...params: Parameters<typeof registry.dispatchFx>) => ReturnType<typeof registry.dispatchFx>

const saveChoices = registry.$commands.map(
  (commands) => (): readonly Choice[] =>
    [...commands.values()]
      .filter(({ id }) => id.startsWith(SAVE_PREFIX))
      .map(({ id, title }) => ({
        value: id,
        title: id.slice(SAVE_PREFIX.length),
        titleKey: title.includes(':') ? title : `shortcuts:${title}`,
      })),
)
const scopeArgument: Argument = {
  name: 'scope',
  title: 'ask.scope',
  type: 'enum',
  choices: fixedChoices(
    scopes.map(({ id }) => ({ value: id, title: id, titleKey: `shortcuts:scopes.${id}` })),
  ),
}
const ageArgument: Argument = {
  name: 'age',
  title: 'ask.age',
  type: 'age',
  initial: createStore(() => '3d', { serialize: 'ignore' }),
}
const queryArgument: Argument = { name: 'query', title: 'ask.query', type: 'query' }
const saveArgument: Argument = { name: 'to', title: 'ask.saveTo', type: 'enum', choices: saveChoices }

/** Runs the command for these entries: it confirms large numbers, and reports. */
async function act(
  operator: Operator,
  ids: readonly string[],
  { commands, statuses }: Source,
  call: CommandCall,
  dispatch: Dispatch,
): Promise<CommandResult> {
  if (ids.length === 0) return nothing({ key: 'app:operators.noEntries' })
  // Only the outer call is repeated and recorded.
  const step = { source: 'macro', group: call.group } as const
  if (operator !== 'save') {
    const acted = ids.filter((one) => isChanged(operator, statuses.get(one), ids.length))
    if (acted.length === 0) return nothing({ key: 'app:operators.noEntries' })
    const id = { read: 'entry:read', star: 'entry:star', open: 'entry:open-in-browser' }[operator]
    return (await dispatch({ id, args: { entries: [...acted] }, ...step })).result
  }
  const id = saverOf(commands, call.args)
  if (id === undefined) return nothing({ key: 'app:operators.noSaver' })
  return (await dispatch({ id, args: { entries: [...ids] }, ...step })).result
}

/** Excludes entries that are read already: the commands toggle. A single star is toggled. */
function isChanged(operator: Operator, status: EntryStatus | undefined, among: number): boolean {
  if (operator === 'read') return status?.read !== true
  return operator !== 'star' || among === 1 || status?.starredAt === null
}

/** The service that the user chose, else the only one. */
function saverOf(commands: Source['commands'], { to }: CommandArgs): string | undefined {
  if (typeof to === 'string') return to.startsWith(SAVE_PREFIX) ? to : `${SAVE_PREFIX}${to}`
  const all = [...commands.keys()].filter((id) => id.startsWith(SAVE_PREFIX))
  return all.length === 1 ? all[0] : undefined
}

const listedIds = ({ timeline }: Pick<Source, 'timeline'>): string[] => Array.from(timeline.ids, idText)
const categoryOf = ({ index }: Source, feedId: string): string | null =>
  index.subscriptions.get(`feed/${feedId}`)?.category || null

/** Loads listed entries that are not loaded: commands act on loaded entries only. */
async function withLoaded(source: Source, ids: readonly string[], loaded: Loaded): Promise<Source> {
  const missing = ids.filter((id) => !source.statuses.has(id))
  if (missing.length === 0) return source
  const summaries = await source.services.local.call('entries.heads', missing)
  loaded(summaries)
  return {
    ...source,
    statuses: new Map([...summaries.map((one) => [one.id, one] as const), ...source.statuses]),
  }
}

function inScope(source: Source, call: CommandCall): readonly string[] {
  const id = source.current?.summary.id
  if (id === undefined) return []
  return entriesInScope(call.args['scope'] as EntryScope, id, {
    ids: listedIds(source),
    statuses: source.statuses,
    categoryOf: (feedId) => categoryOf(source, feedId),
    dayOf: startOfDay,
  })
}

/** Marks a whole scope as read, entries that are not loaded included. */
function markScope(source: Source, scope: EntryScope): CommandResult | null {
  const { current, index } = source
  if (!current) return nothing()
  const { id, feedId, publishedAt } = current.summary
  switch (scope) {
    case 'entry':
      return null
    case 'above':
    case 'below':
      allMarked({ scope, id })
      return done()
    case 'day':
      allMarked({ scope, day: publishedAt })
      return done()
    case 'view':
      allMarked({ scope })
      return done()
    case 'feed':
    case 'category': {
      const category = categoryOf(source, feedId)
      const isMember = (one: LocalSubscription) =>
        scope === 'feed' || category === null ? one.feedId === feedId : one.category === category
      const ids = [...index.subscriptions.values()].filter(isMember).map((one) => one.id)
      if (ids.length === 0) return nothing()
      allMarked({ scope: 'subscription', ids })
      return done()
    }
  }
}

/** Acts on some of the listed entries, once all of them are loaded. */
async function actListed(
  operator: Operator,
  source: Source,
  call: CommandCall,
  select: (source: Source) => readonly string[],
): Promise<CommandResult> {
  const dispatch = scopeBind(registry.dispatchFx)
  const loaded = scopeBind(entrySummariesLoaded)
  const all = await withLoaded(source, listedIds(source), loaded)
  return act(operator, select(all), all, call, dispatch)
}

const runScope = (operator: Operator): Command['run'] =>
  attach({
    source: $source,
    effect: (source: Source, call: CommandCall) => {
      const marked = operator === 'read' ? markScope(source, call.args['scope'] as EntryScope) : null
      return marked ?? actListed(operator, source, call, (all) => inScope(all, call))
    },
  })

const runOlder = (operator: Operator): Command['run'] =>
  attach({
    source: $source,
    effect: (source: Source, call: CommandCall) => {
      const before = source.services.clock.now() - ageInMs(String(call.args['age']))
      if (operator === 'read') {
        allMarked({ scope: 'older', before })
        return done()
      }
      return actListed(operator, source, call, ({ statuses, timeline }) =>
        listedIds({ timeline }).filter((id) => (statuses.get(id)?.publishedAt ?? before) < before),
      )
    },
  })

const runMatching = (operator: Operator): Command['run'] =>
  attach({
    source: $source,
    effect: async (source: Source, call: CommandCall) => {
      const dispatch = scopeBind(registry.dispatchFx)
      const loaded = scopeBind(entrySummariesLoaded)
      const select = scopeBind(selectEntriesFx)
      const { parseQuery } = await import('../src/contract/query/parse.ts')
      const query = String(call.args['query'] ?? '')
      const parsed = parseQuery(query)
      if (!parsed.ok)
        return nothing({ key: `app:query.errors.${parsed.error.code}`, values: parsed.error.values })
      const hits = await select(query)
      const ids = hits.map(({ id }) => id)
      return act(operator, ids, await withLoaded(source, ids, loaded), call, dispatch)
    },
  })

type EntriesCommand = Parameters<typeof commandGroup>[1][string]
/** `d a`: marks the entries above as read. */
const bindingsOf = (key: string): readonly Binding[] => [
  ...scopes.map((scope) => ({ keys: `${key} ${scope.key}`, where, args: { scope: scope.id } })),
  { keys: `${key} ${key}`, where, args: { scope: 'entry' } },
]
const objectKeys = (key: string, object: 'older' | 'matching'): readonly Binding[] => [
  { keys: `${key} ${parameterizedObjects.find(({ id }) => id === object)?.key ?? ''}`, where },
]
const kinds = { read: 'change', star: 'change', open: 'view', save: 'change' } as const
const icons = { read: 'mark-all-read', star: 'star', open: 'open', save: 'save' } as const

export const entriesCommands = commandGroup(
  'entries',
  Object.fromEntries(
    operators.flatMap(({ command, key }): [string, EntriesCommand][] => {
      const common = { kind: kinds[command], icon: icons[command] }
      const more = command === 'save' ? [{ ...saveArgument, optional: true }] : []
      return [
        [
          command,
          {
            ...common,
            needs: 'entry',
            bindings: bindingsOf(key),
            args: [scopeArgument, ...more],
            run: runScope(command),
          },
        ],
        [
          `${command}-older`,
          {
            ...common,
            bindings: objectKeys(key, 'older'),
            args: [ageArgument, ...more],
            run: runOlder(command),
          },
        ],
        [
          `${command}-matching`,
          {
            ...common,
            bindings: objectKeys(key, 'matching'),
            args: [queryArgument, ...more],
            run: runMatching(command),
          },
        ],
      ]
    }),
  ),
)
