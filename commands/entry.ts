/** Commands on entries: the selected ones, or the open one and those after it. */
import { textCopied, addressOpened } from '../src/model/browser-actions/index.ts'
import { $hasCode, codeCopyRequested } from '../src/model/browser-actions/code.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { $view } from '../src/model/location/index.ts'
import { allMarked, readToggled } from '../src/model/reads/index.ts'
import type { EntryHead } from '../src/model/rows.ts'
import { $services } from '../src/model/services.ts'
import { starToggled } from '../src/model/stars/index.ts'
import { attach, combine } from 'effector'
import { done, nothing, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import {
  $readerView,
  $currentEntry,
  $currentEntryId,
  $statuses,
  $transcriptView,
  readerViewToggled,
  transcriptToggled,
} from '../src/model/entries/index.ts'
import type { EntryStatus } from '../src/model/entries/types.ts'
import {
  $entriesOfRows,
  $separated,
  $storyEntries,
  storyEntriesOf,
  storySeparated,
} from '../src/model/timeline/index.ts'
import { $loadedEntries, entriesOf, entryIdsOf } from './command-args.ts'
import { commandGroup, openDialog, trigger, triggerFrom } from './define-command.ts'

const where = ['timeline', 'entry-render']
const withUrl = 'entry && entryUrl'
const urlsOf = (heads: readonly EntryHead[]) => heads.flatMap(({ url }) => url ?? [])

const $storyState = combine({ known: $storyEntries, separated: $separated })
/** One title while any of the targets is in the state, else the other; null while none is loaded. */
const titleByState = (title: string, otherTitle: string, isIn: (status: EntryStatus) => boolean) =>
  combine($statuses, $entriesOfRows, (statuses, entriesOfRows) => (args: CommandArgs) => {
    const targets = entriesOfRows(entryIdsOf(args)).flatMap(({ id }) => statuses.get(id) ?? [])
    return targets.length === 0 ? null : `app:${targets.some(isIn) ? title : otherTitle}`
  })

export const entryCommands = commandGroup('entry', {
  read: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 'm', where }],
    targetNeeds: 'entry || selected > 0',
    icon: 'read',
    titleFor: titleByState('entry.markRead', 'entry.markUnread', ({ read }) => !read),
    run: triggerFrom($statuses, readToggled, (statuses, { args }) => {
      const ids = entryIdsOf(args).filter((id) => statuses.has(id))
      return ids.length === 0 ? undefined : { ids }
    }),
  },
  /** Several entries become starred unless all of them are. */
  star: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 's', where }],
    targetNeeds: 'entry || selected > 0',
    icon: 'star',
    titleFor: titleByState('entry.star', 'entry.unstar', ({ starredAt }) => starredAt === null),
    run: attach({
      source: $statuses,
      effect: (statuses, { args }: CommandCall) => {
        const ids = entryIdsOf(args).filter((id) => statuses.has(id))
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
      source: $loadedEntries,
      effect: (source, { args }: CommandCall) => {
        const urls = urlsOf(entriesOf(source, args))
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
      $loadedEntries,
      textCopied,
      (source, { args }) => urlsOf(entriesOf(source, args)).join('\n') || undefined,
    ),
  },
  'copy-code': {
    kind: 'view',
    bindings: [{ keys: 'c c', where }],
    needs: 'entry',
    icon: 'copy',
    run: attach({
      source: $hasCode,
      effect: (hasCode, _call: CommandCall) => {
        if (!hasCode) return nothing({ key: 'app:entry.noCode' })
        codeCopyRequested()
        return done()
      },
    }),
  },
  'copy-title': {
    kind: 'view',
    target: 'entries',
    bindings: ['$mod+Shift+b', 'c t'].map((keys) => ({ keys, where })),
    targetNeeds: 'entry',
    icon: 'copy',
    run: triggerFrom(
      $loadedEntries,
      textCopied,
      (source, { args }) =>
        entriesOf(source, args)
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
      source: { targets: $loadedEntries, services: $services, view: $view },
      effect: async ({ targets, services, view }, { args }: CommandCall) => {
        const [summary] = entriesOf(targets, args)
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
    currentTitle: $readerView.map((isOn) => ({
      key: isOn ? 'app:toggles.readerViewOff' : 'app:toggles.readerViewOn',
    })),
    run: trigger(readerViewToggled, () => {}),
  },
  transcript: {
    kind: 'view',
    bindings: [{ keys: 'Shift+s', where }],
    needs: 'entry',
    icon: 'article',
    currentTitle: $transcriptView.map((isOn) => ({
      key: isOn ? 'app:toggles.transcriptOff' : 'app:toggles.transcriptOn',
    })),
    run: attach({
      source: $currentEntry,
      effect: (entry, _: CommandCall) => {
        if (!entry?.summary.extra?.podcast?.transcripts) return nothing({ key: 'app:player.noTranscript' })
        transcriptToggled()
        return done()
      },
    }),
  },
  /** Its entries are shown as separate rows, or as one row again. */
  'separate-story': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'anyStory',
    icon: 'list',
    titleFor: $storyState.map(({ known, separated }) => ({ entries }: CommandArgs) => {
      const [first] = Array.isArray(entries) ? storyEntriesOf(known, String(entries[0])) : []
      if (!first) return null
      return separated.has(first.id) ? 'app:entry.groupStory' : 'app:entry.separateStory'
    }),
    run: triggerFrom($storyState, storySeparated, ({ known, separated }, { args }) => {
      const ids = storyEntriesOf(known, entryIdsOf(args)[0] ?? '').map(({ id }) => id)
      return ids.length === 0 ? undefined : { ids, separated: !ids.some((id) => separated.has(id)) }
    }),
  },
  why: {
    kind: 'dialog',
    target: 'entries',
    bindings: [{ keys: 'Shift+w', where }],
    targetNeeds: 'entry',
    icon: 'help',
    run: openDialog(({ args }) => ({ id: 'explain-entry', props: { entryId: entryIdsOf(args)[0] ?? '' } })),
  },
  'read-above': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($currentEntryId, allMarked, (_, { args }) => marking('above', entryIdsOf(args))),
  },
  'read-below': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($currentEntryId, allMarked, (_, { args }) => marking('below', entryIdsOf(args))),
  },
  'read-day': {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry',
    icon: 'mark-all-read',
    run: triggerFrom($loadedEntries, allMarked, (source, { args }) => {
      const [summary] = entriesOf(source, args)
      return summary ? { scope: 'day' as const, day: summary.publishedAt } : undefined
    }),
  },
})

function marking(scope: 'above' | 'below', [id]: readonly string[]) {
  return id === undefined ? undefined : { scope, id }
}
