/** Commands on entries: the selected ones, or the open one and those after it. */
import { combine } from 'effector'
import type { CommandArgs } from '../src/core/index.ts'
import {
  $entrySummaries,
  $currentEntry,
  $currentEntryId,
  $statuses,
  textCopied,
  addressOpened,
  allMarked,
  $services,
  $view,
  dialogOpened,
  readerViewToggled,
  readMarked,
  starToggled,
  type EntryHead,
} from '../src/model/index.ts'
import { attach } from 'effector'
import { done, nothing, type CommandCall } from '../src/core/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const where = ['timeline', 'entry-render']
const withUrl = 'entry && entryUrl'
const $targets = combine({ summaries: $entrySummaries, current: $currentEntry })

const idsOf = ({ entries }: CommandArgs): readonly string[] => (Array.isArray(entries) ? entries : [])
/** Summaries of the targets; the open entry keeps its own when the list scrolls far away. */
function summariesOf(
  {
    summaries,
    current,
  }: { summaries: ReadonlyMap<string, EntryHead>; current: { summary: EntryHead } | null },
  args: CommandArgs,
): EntryHead[] {
  return idsOf(args).flatMap((id) => summaries.get(id) ?? (current?.summary.id === id ? current.summary : []))
}
const urlsOf = (heads: readonly EntryHead[]) => heads.flatMap(({ url }) => url ?? [])

export const entryCommands = commandGroup('entry', {
  /** Several entries become read unless all of them are. */
  read: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 'm', where }],
    targetNeeds: 'entry || selected > 0',
    icon: 'read',
    run: triggerFrom($statuses, readMarked, (statuses, { args }) => {
      const ids = idsOf(args).filter((id) => statuses.has(id))
      return ids.length === 0 ? undefined : { ids, read: ids.some((id) => !statuses.get(id)?.read) }
    }),
  },
  /** Several entries become starred unless all of them are. */
  star: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 's', where }],
    targetNeeds: 'entry || selected > 0',
    icon: 'star',
    run: attach({
      source: $statuses,
      effect: (statuses, { args }: CommandCall) => {
        const ids = idsOf(args).filter((id) => statuses.has(id))
        const unstarred = ids.filter((id) => statuses.get(id)?.starredAt === null)
        for (const id of unstarred.length > 0 ? unstarred : ids) starToggled({ id })
        return ids.length > 0 ? done() : nothing()
      },
    }),
  },
  'open-in-browser': {
    kind: 'view',
    target: 'entries',
    bindings: [{ keys: 'b', where }],
    targetNeeds: withUrl,
    icon: 'open',
    run: attach({
      source: $targets,
      effect: (source, { args }: CommandCall) => {
        const urls = urlsOf(summariesOf(source, args))
        for (const url of urls) addressOpened(url)
        return urls.length > 0 ? done() : nothing()
      },
    }),
  },
  'copy-link': {
    kind: 'view',
    target: 'entries',
    bindings: ['$mod+Shift+c', 'c l'].map((keys) => ({ keys, where })),
    targetNeeds: withUrl,
    icon: 'link',
    run: triggerFrom(
      $targets,
      textCopied,
      (source, { args }) => urlsOf(summariesOf(source, args)).join('\n') || undefined,
    ),
  },
  'copy-title': {
    kind: 'view',
    target: 'entries',
    bindings: ['$mod+Shift+b', 'c t'].map((keys) => ({ keys, where })),
    targetNeeds: 'entry',
    icon: 'copy',
    run: triggerFrom(
      $targets,
      textCopied,
      (source, { args }) =>
        summariesOf(source, args)
          .flatMap(({ title }) => title ?? [])
          .join('\n') || undefined,
    ),
  },
  share: {
    kind: 'dialog',
    target: 'entries',
    bindings: [{ keys: '$mod+Alt+s', where }],
    targetNeeds: withUrl,
    icon: 'share',
    run: attach({
      source: { targets: $targets, services: $services, view: $view },
      effect: async ({ targets, services, view }, { args }: CommandCall) => {
        const [summary] = summariesOf(targets, args)
        if (!summary?.url) return nothing()
        const { id, feedId, url } = summary
        const title = summary.title ?? ''
        if (services.platform.share) await services.platform.share({ title, url })
        else dialogOpened({ id: 'share-entry', props: { id, feedId, view, title, url } })
        return done()
      },
    }),
  },
  ability: {
    kind: 'view',
    bindings: [{ keys: 'v', where }],
    needs: withUrl,
    icon: 'reader-view',
    run: trigger(readerViewToggled, () => {}),
  },
  'read-above': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($currentEntryId, allMarked, (_, { args }) => marking('above', idsOf(args))),
  },
  'read-below': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($currentEntryId, allMarked, (_, { args }) => marking('below', idsOf(args))),
  },
  'read-day': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($targets, allMarked, (source, { args }) => {
      const [summary] = summariesOf(source, args)
      return summary ? { scope: 'day' as const, day: summary.publishedAt } : undefined
    }),
  },
})

function marking(scope: 'above' | 'below', [id]: readonly string[]) {
  return id === undefined ? undefined : { scope, id }
}
