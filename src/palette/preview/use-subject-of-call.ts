import { useCallback } from 'react'
import { narrowQuery } from '../../contract/query/narrow-query.ts'
import type { ArgumentValue, ChoiceSample, Command, CommandArgs } from '../../core/index.ts'
import { $targets } from '../../model/app/index.ts'
import { home, $location } from '../../model/location/index.ts'
import { $pipelines, commandIdOf } from '../../model/pipelines/index.ts'
import { $appearance, $general } from '../../model/settings/index.ts'
import { $subscriptionIndex, countedIds } from '../../model/subscriptions/index.ts'
import { feedIdsOf } from '../../model/timeline/sources.ts'
import { fontFamily } from '../../ui/index.ts'
import { useReadStore } from '../use-read-store.ts'
import type { PreviewSubject } from './preview-subject.ts'
import { touchedQuery } from './touched-query.ts'

type SubjectOfCall = (command: Command, args?: CommandArgs) => PreviewSubject | undefined
type Read = ReturnType<typeof useReadStore>

/** What a command with these arguments would act on, with the current targets where none is given. It subscribes to nothing. */
export function useSubjectOfCall(): SubjectOfCall {
  const read = useReadStore()
  return useCallback(
    (command, args = {}) => {
      const sample = sampleOf(command, args, read) ?? samples[command.id]?.(read)
      if (sample) return { kind: 'sample', sample }
      const { query } = args
      if (typeof query === 'string' && query.trim() !== '') return { kind: 'selection', query }
      const saved = read($pipelines).find((one) => commandIdOf(one) === command.id)
      if (saved) return { kind: 'selection', query: touchedQuery(saved.query, saved.steps) }
      if (command.id === 'subscription:mark-all-as-read') return unreadHere(read)
      if (command.id === 'subscription:mark-view-as-read') return unreadOf(home.source, read)
      const { target } = command
      if (target !== 'entries' && target !== 'subscriptions') return undefined
      const ids = idsOf(args[target] ?? read($targets)[target](1))
      const [first] = ids
      if (first === undefined) return undefined
      if (target === 'entries') return { kind: 'entries', ids }
      if (command.id === 'subscription:mark-as-read')
        return { kind: 'unread', feedIds: feedIdsFrom(ids, read) }
      return ids.length === 1 ? { kind: 'subscription', id: first } : { kind: 'folder', subscriptions: ids }
    },
    [read],
  )
}

/** Of commands that have no options to choose from. */
const samples: Readonly<Record<string, (read: Read) => ChoiceSample>> = {
  'follow:change-color-mode-to-light': () => ({ mode: 'light' }),
  'follow:change-color-mode-to-dark': () => ({ mode: 'dark' }),
  'settings:show-ui-font-family': (read) => ({ fontFamily: fontFamily(read($appearance).uiFontFamily) }),
  'settings:show-reader-font-family': (read) => ({
    fontFamily: fontFamily(read($appearance).readerFontFamily),
  }),
}

/** How the page looks with the option that was chosen. */
function sampleOf({ args: declared = [] }: Command, args: CommandArgs, read: Read): ChoiceSample | undefined {
  const chosen = declared.flatMap(({ name, choices }) =>
    choices && args[name] !== undefined
      ? (read(choices)(args).find(({ value }) => value === args[name]) ?? [])
      : [],
  )
  return chosen.find(({ sample }) => sample)?.sample
}

/** What marking all of the current list would mark. Stars and a list for some minutes are not marked as a whole. */
function unreadHere(read: Read): PreviewSubject | undefined {
  const { source } = read($location)
  if (source.kind === 'search') return { kind: 'selection', query: narrowQuery(source.query, 'is:unread') }
  return source.kind === 'collections' || source.kind === 'reading-list' ? undefined : unreadOf(source, read)
}

function unreadOf(source: typeof home.source, read: Read): PreviewSubject {
  const { view } = read($location)
  const { hidePrivateSubscriptionsInTimeline: excludePrivate, autoGroup } = read($general)
  return {
    kind: 'unread',
    feedIds: feedIdsOf({ view, source }, read($subscriptionIndex), { excludePrivate, autoGroup }),
  }
}

function feedIdsFrom(subscriptionIds: readonly string[], read: Read): readonly string[] {
  const { subscriptions, lists } = read($subscriptionIndex)
  return subscriptionIds.flatMap((id) => {
    const subscription = subscriptions.get(id)
    return subscription ? countedIds(subscription, lists) : []
  })
}

const idsOf = (value: ArgumentValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : []
