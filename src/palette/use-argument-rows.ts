import { createStore, type Store } from 'effector'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import {
  foldCase,
  isFreeType,
  isListType,
  parseArgument,
  type Argument,
  type ArgumentValue,
  type Choice,
  type CommandArgs,
} from '../core/index.ts'
import { argumentEntered, optionalArgumentRequested, type PalettePage } from '../model/palette/index.ts'
import { $lastPane } from '../model/layout/index.ts'
import { $recentCommands, answerId } from '../model/recents/index.ts'
import { $services } from '../model/services.ts'
import { $subscriptions } from '../model/subscriptions/index.ts'
import { useTranslation } from '../ui/index.ts'
import { frecency } from './frecency.ts'
import { withLayouts } from './keyboard-layouts.ts'
import type { PreviewSubject } from './preview/preview-subject.ts'
import { useSubjectOfCall } from './preview/use-subject-of-call.ts'
import { useReadStore } from './use-read-store.ts'
import { searchable } from './match.ts'
import { isNamed, rank, type Candidate } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useQueryCompletions } from './use-query-completions.ts'
import { useReadings } from './use-readings.ts'
import { problemText } from './problem-text.ts'
import { localDay } from './local-day.ts'

const $noChoices: Store<(earlier: CommandArgs) => readonly Choice[]> = createStore<
  (earlier: CommandArgs) => readonly Choice[]
>(() => [], { serialize: 'ignore' })
const $noInitialValue: Store<(earlier: CommandArgs) => ArgumentValue | undefined> = createStore<
  (earlier: CommandArgs) => ArgumentValue | undefined
>(() => undefined, { serialize: 'ignore' })
const NONE: readonly Choice[] = []

/**
 * Rows for the current argument of a command: its choices, then the typed text where free text is allowed, then the
 * optional arguments that can be added.
 */
export function useArgumentRows(
  page: PalettePage | null,
  typed: string,
  setTyped: (typed: string) => void,
): readonly PaletteSection[] {
  const { t } = useTranslation()
  const argument = page?.command.args?.[page.argumentIndex]
  const choicesOf = useUnit(argument?.choices ?? $noChoices)
  const initialOf = useUnit(argument?.initial ?? $noInitialValue)
  const { clock } = useUnit($services)
  const { recents, area } = useUnit({ recents: $recentCommands, area: $lastPane })
  const subjectOf = useSubjectOfCall()
  const read = useReadStore()
  const { enter, add } = useUnit({ enter: argumentEntered, add: optionalArgumentRequested })
  const choices = useMemo(
    () =>
      page && argument
        ? choicesOf(page.args).map((choice) =>
            choice.titleKey ? { ...choice, title: t(choice.titleKey) } : choice,
          )
        : NONE,
    [page, argument, choicesOf, t],
  )
  const titles = useMemo(() => choices.map(({ title }) => title), [choices])
  const { readingOf, latinOf } = useReadings(titles, typed)
  const candidates = useMemo(() => {
    if (!page || !argument) return []
    const initial = page.invocation.args?.[argument.name] ?? initialOf(page.args)
    const used = new Map(recents.map((one) => [one.id, one]))
    const useOf = ({ value }: Choice): number => {
      const answer = isListType(argument.type) ? [String(value)] : value
      return frecency(used.get(answerId(page.command.id, argument.name, answer)), clock.now(), area)
    }
    return choices.map((choice): Candidate<Choice> => ({
      title: searchable(choice.title),
      reading: readingOf(choice.title),
      others: [choice.detail ?? '', ...(choice.keywords ?? [])].map(searchable),
      // The current value sorts first, then what was chosen before.
      use: isValue(choice.value, initial) ? 1 : useOf(choice),
      of: choice,
    }))
  }, [page, argument, choices, initialOf, readingOf, recents, area, clock])

  const completions = useQueryCompletions({
    query: typed,
    offered: argument?.type === 'query' ? 'all' : 'none',
    prefix: '',
    setTyped,
  })

  return useMemo(() => {
    if (!page || !argument) return []
    const text = typed.trim()
    const matching = withLayouts(text, (query) => rank(candidates, query), latinOf(text))
    // Where the text itself is a value, strewn letters do not come before it.
    const choiceRows = (argument.open ? matching.filter(({ parts }) => isNamed(parts)) : matching).map(
      ({ of, ranges, parts }): PaletteRow => ({
        key: `choice ${of.value}`,
        title: of.title,
        ranges,
        detail: of.detailKey ? t(of.detailKey) : of.detail,
        parts,
        preview: () => previewOf(of),
        choose: () => enter(isListType(argument.type) ? [String(of.value)] : of.value),
      }),
    )
    const previewOf = ({ value, sample }: Choice): PreviewSubject | undefined => {
      if (sample) return { kind: 'sample', sample }
      if (argument.type === 'subscription' || argument.type === 'subscriptions')
        return { kind: 'subscription', id: String(value) }
      if (argument.type === 'category') return folderNamed(String(value))
      return subjectOf(page.command, { ...page.args, [argument.name]: value })
    }
    const folderNamed = (name: string): PreviewSubject => {
      const all = [...read($subscriptions).values()].filter(({ category }) => category === name)
      return { kind: 'folder', subscriptions: all.map(({ id }) => id) }
    }
    const today = localDay(clock.now())
    const typedRows = typedRow({ argument, text, choices, today }, enter, t).map((row) =>
      argument.type === 'query'
        ? { ...row, preview: (): PreviewSubject => ({ kind: 'selection', query: text }) }
        : row,
    )
    const heading = t(argument.title, { ns: 'shortcuts' })
    const rows = [...choiceRows, ...typedRows, ...completions]
    const more = optionalRows(page, argument, add, t)
    return [
      ...(rows.length > 0 ? [{ key: 'answers', title: heading, rows }] : []),
      ...(more.length > 0 && text === '' ? [{ key: 'more', title: t('palette.more'), rows: more }] : []),
    ]
  }, [
    page,
    argument,
    choices,
    candidates,
    latinOf,
    typed,
    completions,
    clock,
    enter,
    add,
    subjectOf,
    read,
    t,
  ])
}

type TypedText = {
  readonly argument: Argument
  readonly text: string
  readonly choices: readonly Choice[]
  readonly today: string
}

/** The typed text as the value, or why it cannot be. It comes after the choices that match. */
function typedRow(
  { argument, text, choices, today }: TypedText,
  enter: (value: ArgumentValue) => void,
  t: ReturnType<typeof useTranslation>['t'],
): PaletteRow[] {
  const isFree = (isFreeType(argument.type) && argument.type !== 'boolean') || argument.open === true
  if (text === '' || !isFree || choices.some(({ title }) => foldCase(title) === foldCase(text))) return []
  // The options are not looked up: the row means the text itself.
  const parsed = parseArgument(argument, text, [], today)
  return [
    {
      key: 'typed',
      title: argument.type === 'category' ? t('palette.useAsFolder', { text }) : t('palette.use', { text }),
      ranges: [],
      icon: 'edit',
      ...(parsed.ok
        ? { choose: () => enter(parsed.value) }
        : { missing: problemText(parsed, t), choose: () => {} }),
    },
  ]
}

/** `More: view…`, on the page of the last required argument. */
function optionalRows(
  { command, args }: PalettePage,
  argument: Argument,
  add: (name: string) => void,
  t: ReturnType<typeof useTranslation>['t'],
): PaletteRow[] {
  const all = command.args ?? []
  const isLast = !all.some((one) => one !== argument && one.optional !== true && args[one.name] === undefined)
  if (argument.optional || !isLast) return []
  return all
    .filter(({ name, optional }) => optional && args[name] === undefined)
    .map(({ name, title }) => ({
      key: `more ${name}`,
      title: t('palette.moreArgument', { question: t(title, { ns: 'shortcuts' }) }),
      ranges: [],
      icon: 'next',
      byHandOnly: true,
      choose: () => add(name),
    }))
}

const isValue = (value: Choice['value'], initial: ArgumentValue | undefined): boolean =>
  Array.isArray(initial) ? initial.includes(String(value)) : value === initial
