/** Reading the open entry: its headings, finding in it, its pictures, its page, and exporting it. */
import { attach, type EventCallable } from 'effector'
import { MAX_READING_MINUTES } from '../src/contract/reading-list.ts'
import { done, nothing, type CommandCall } from '../src/core/index.ts'
import { $currentEntry } from '../src/model/entries/index.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import { readForFx } from '../src/model/reading-list/index.ts'
import {
  $split,
  commentCollapsed,
  exportEntriesRequested,
  headingStepped,
  readingRequested,
  sourceViewToggled,
  splitRequested,
  threadStepped,
  type ExportRequest,
  type ReadingRequest,
} from '../src/model/reading/index.ts'
import { fixedChoices } from './choices.ts'
import { entryIdsOf } from './command-args.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const READING_MINUTES = [5, 10, 15, 25, 45, 60]
const inEntry = ['entry-render']
const where = ['timeline', 'entry-render']

const reading = (request: ReadingRequest) => trigger(readingRequested, () => request)
/** In the comments, while they are open. */
const inThread = <Target>(target: EventCallable<Target>, params: (call: CommandCall) => Target) =>
  attach({
    source: $split,
    effect: ({ beside }, call: CommandCall) => {
      if (beside !== 'thread') return nothing({ key: 'app:thread.notOpen' })
      target(params(call))
      return done()
    },
  })
const stepInThread = (of: 'top' | 'new', by: number, keys: string) => ({
  kind: 'motion' as const,
  bindings: [{ keys, where }],
  needs: 'entry',
  takesCount: true,
  repeats: true,
  run: inThread(threadStepped, ({ count }) => ({ of, by: by * count })),
})
const exportAs = (format: ExportRequest['format']) => ({
  kind: 'view' as const,
  target: 'entries' as const,
  targetNeeds: 'entry',
  icon: 'export',
  run: trigger(exportEntriesRequested, ({ args }) => ({ ids: entryIdsOf(args), format })),
})

export const readingCommands = [
  ...commandGroup('reading', {
    'read-for': {
      kind: 'view',
      bindings: [{ keys: 'g z' }],
      icon: 'time',
      args: [
        {
          name: 'minutes',
          title: 'ask.minutes',
          type: 'number',
          min: 1,
          max: MAX_READING_MINUTES,
          open: true,
          choices: fixedChoices(
            READING_MINUTES.map((minutes) => ({ value: minutes, title: String(minutes) })),
          ),
        },
      ],
      run: attach({ effect: readForFx, mapParams: ({ args }: CommandCall) => Number(args['minutes']) }),
    },
    /** The latest reading list, with what was read of it. */
    'reading-list': {
      kind: 'view',
      icon: 'time',
      run: trigger(navigationRequested, () => ({ source: { kind: 'reading-list' } as const })),
    },
    contents: {
      kind: 'view',
      bindings: [{ keys: '$mod+Alt+c', where }],
      needs: 'entry',
      icon: 'list',
      run: reading('contents'),
    },
    /** Appearance of the text: font size, line length and height, typeface. */
    text: {
      kind: 'view',
      bindings: [{ keys: '$mod+Alt+a', where }],
      needs: 'entry',
      icon: 'text',
      run: reading('text'),
    },
    find: {
      kind: 'view',
      bindings: [{ keys: '$mod+Alt+f', where }],
      needs: 'entry',
      icon: 'search',
      run: reading('find'),
    },
    'next-heading': {
      kind: 'motion',
      bindings: [{ keys: '[Shift]+}', where: inEntry }],
      needs: 'entry',
      takesCount: true,
      repeats: true,
      run: trigger(headingStepped, ({ count }) => ({ by: count })),
    },
    'previous-heading': {
      kind: 'motion',
      bindings: [{ keys: '[Shift]+{', where: inEntry }],
      needs: 'entry',
      takesCount: true,
      repeats: true,
      run: trigger(headingStepped, ({ count }) => ({ by: -count })),
    },
    comments: {
      kind: 'view',
      bindings: [{ keys: 'Shift+c', where }],
      needs: 'entry',
      icon: 'social',
      run: trigger(splitRequested, () => ({ beside: 'thread' as const })),
    },
    'next-comment': stepInThread('top', 1, ']'),
    'previous-comment': stepInThread('top', -1, '['),
    'next-new-comment': stepInThread('new', 1, 'Alt+j'),
    'previous-new-comment': stepInThread('new', -1, 'Alt+k'),
    'fold-comment': {
      kind: 'view',
      bindings: [{ keys: '-', where }],
      needs: 'entry',
      run: inThread(commentCollapsed, () => {}),
    },
  }),
  ...commandGroup('entry', {
    'image-gallery': {
      kind: 'dialog',
      bindings: [{ keys: 'Shift+v', where }],
      needs: 'entry',
      icon: 'gallery',
      run: reading('pictures'),
    },
    'export-as-markdown': exportAs('markdown'),
    'export-as-html': exportAs('html'),
    'copy-as-markdown': { ...exportAs('copy-markdown'), icon: 'copy' },
    /** The print dialog of the browser writes the PDF. */
    'export-as-pdf': { kind: 'dialog', needs: 'entry', icon: 'export', run: reading('print') },
    'view-source-content': {
      kind: 'view',
      needs: 'entry && entryUrl',
      icon: 'source',
      run: trigger(sourceViewToggled, () => {}),
    },
  }),
  ...commandGroup('layout', {
    split: {
      kind: 'view',
      bindings: [{ keys: '$mod+\\' }],
      needs: 'entry && entryUrl',
      run: trigger(splitRequested, () => ({ beside: 'source' as const })),
    },
    'split-entry': {
      kind: 'view',
      bindings: [{ keys: '$mod+Alt+\\' }],
      needs: 'entry',
      run: triggerFrom($currentEntry, splitRequested, (entry) =>
        entry ? { beside: 'entry' as const, entryId: entry.summary.id } : undefined,
      ),
    },
  }),
]
