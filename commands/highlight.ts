/** Highlights in the open entry, and notes. */
import { attach } from 'effector'
import { highlightColors, type HighlightColor } from '../src/contract/limits.ts'
import { done, nothing, type Argument, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import {
  $highlights,
  $meantHighlight,
  excerptOf,
  highlightDeleted,
  highlightRequested,
  highlightsExportRequested,
  highlightStepped,
  highlightUpdated,
  noteRequested,
  $sentences,
  sentencesRequested,
} from '../src/model/highlights/index.ts'
import { screenRequested } from '../src/model/location/index.ts'
import { readingRequested, selectionUsed, type SelectionUse } from '../src/model/reading/index.ts'
import { fixedChoices } from './choices.ts'
import { entryIdsOf, textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const inEntry = ['entry-render']
const where = ['timeline', 'entry-render']
const [firstColor] = highlightColors

/** Default: the current highlight of the open entry, or the only one. */
const highlight: Argument = {
  name: 'highlight',
  title: 'ask.highlight',
  type: 'enum',
  choices: $highlights.map(
    (all) => () =>
      all.map((one) => ({
        value: one.id,
        title: excerptOf(one),
        detail: one.entry.title ?? '',
        ...(one.note !== null && { keywords: [one.note] }),
      })),
  ),
  optional: true,
}
const color: Argument = {
  name: 'color',
  title: 'ask.accent',
  type: 'enum',
  choices: fixedChoices(
    highlightColors.map((value) => ({ value, title: value, titleKey: `shortcuts:accents.${value}` })),
  ),
}
/** Sentences of the open entry. */
const text: Argument = {
  name: 'text',
  title: 'ask.sentence',
  type: 'enum',
  choices: $sentences.map((sentences) => () => sentences.map((one) => ({ value: one, title: one }))),
  choicesRequested: sentencesRequested,
}

const colorOf = ({ color: value }: CommandArgs): HighlightColor =>
  highlightColors.find((one) => one === value) ?? firstColor

const use = (what: SelectionUse) => trigger(selectionUsed, () => what)

/** As `run`, with the highlight of the call or its default. */
const onHighlight = (run: (id: string, args: CommandArgs) => void) =>
  attach({
    source: { meant: $meantHighlight, all: $highlights },
    effect: ({ meant, all }, { args }: CommandCall) => {
      const id = textOf(args, 'highlight') ?? meant
      if (id === null || !all.some((one) => one.id === id))
        return nothing({ key: 'app:highlights.chooseFirst' })
      run(id, args)
      return done()
    },
  })

export const highlightCommands = [
  ...commandGroup('entry', {
    note: {
      kind: 'dialog',
      target: 'entries',
      targetNeeds: 'entry',
      icon: 'note',
      run: trigger(noteRequested, ({ args }) => ({ entryId: entryIdsOf(args)[0] ?? '' })),
    },
    'export-highlights': {
      kind: 'view',
      target: 'entries',
      targetNeeds: 'entry',
      icon: 'export',
      run: trigger(highlightsExportRequested, ({ args }) => ({
        entryIds: entryIdsOf(args),
        format: 'file' as const,
      })),
    },
    'copy-highlights': {
      kind: 'view',
      target: 'entries',
      targetNeeds: 'entry',
      icon: 'copy',
      run: trigger(highlightsExportRequested, ({ args }) => ({
        entryIds: entryIdsOf(args),
        format: 'copy' as const,
      })),
    },
  }),
  ...commandGroup('selection-text', {
    /** As a quotation in Markdown, with its source. */
    copy: {
      kind: 'view',
      bindings: [{ keys: 'c q', where: inEntry }],
      needs: 'entry',
      icon: 'copy',
      run: use('copy'),
    },
    search: {
      kind: 'view',
      bindings: [{ keys: 'c s', where: inEntry }],
      needs: 'entry',
      icon: 'search',
      run: use('search'),
    },
    share: { kind: 'dialog', needs: 'entry && entryUrl', icon: 'share', run: use('share') },
  }),
  ...commandGroup('highlight', {
    create: {
      kind: 'change',
      bindings: [{ keys: 'Shift+u', where: inEntry }],
      needs: 'entry',
      icon: 'highlight',
      run: trigger(highlightRequested, () => ({ text: null, color: firstColor, note: false })),
    },
    'create-with-note': {
      kind: 'change',
      bindings: [{ keys: 'Shift+n', where: inEntry }],
      needs: 'entry',
      icon: 'note',
      run: trigger(highlightRequested, () => ({ text: null, color: firstColor, note: true })),
    },
    'create-in': {
      kind: 'change',
      needs: 'entry',
      icon: 'highlight',
      args: [color],
      run: trigger(highlightRequested, ({ args }) => ({ text: null, color: colorOf(args), note: false })),
    },
    sentence: {
      kind: 'change',
      needs: 'entry',
      icon: 'highlight',
      args: [text],
      run: trigger(highlightRequested, ({ args }) => ({
        text: textOf(args, 'text') ?? '',
        color: firstColor,
        note: false,
      })),
    },
    next: {
      kind: 'motion',
      bindings: [{ keys: '[Shift]+)', where: inEntry }],
      needs: 'entry && highlights > 0',
      takesCount: true,
      repeats: true,
      icon: 'highlight',
      run: trigger(highlightStepped, ({ count }) => ({ by: count })),
    },
    previous: {
      kind: 'motion',
      bindings: [{ keys: '[Shift]+(', where: inEntry }],
      needs: 'entry && highlights > 0',
      takesCount: true,
      repeats: true,
      icon: 'highlight',
      run: trigger(highlightStepped, ({ count }) => ({ by: -count })),
    },
    list: {
      kind: 'view',
      bindings: [{ keys: '$mod+Alt+n', where }],
      needs: 'entry && highlights > 0',
      icon: 'list',
      run: trigger(readingRequested, () => 'notes' as const),
    },
    note: {
      kind: 'dialog',
      bindings: [{ keys: 'Shift+e', where: inEntry }],
      icon: 'edit',
      args: [highlight],
      run: onHighlight((id) => noteRequested({ id })),
    },
    recolor: {
      kind: 'change',
      icon: 'appearance',
      args: [color, highlight],
      run: onHighlight((id, args) => highlightUpdated({ id, color: colorOf(args) })),
    },
    delete: {
      kind: 'change',
      icon: 'delete',
      args: [highlight],
      run: onHighlight((id) => highlightDeleted({ id })),
    },
    /** Five of earlier days. */
    review: {
      kind: 'view',
      bindings: [{ keys: 'g b' }],
      icon: 'highlight',
      run: trigger(screenRequested, () => ({ path: '/highlights?review' })),
    },
    export: {
      kind: 'view',
      icon: 'export',
      run: trigger(highlightsExportRequested, () => ({ entryIds: null, format: 'file' as const })),
    },
  }),
]
