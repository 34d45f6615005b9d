import { createStore, type Store } from 'effector'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import {
  isFreeType,
  isListType,
  parseArgument,
  type ArgumentValue,
  type Choice,
  type CommandArgs,
} from '../core/index.ts'
import { argumentEntered, type PalettePage } from '../model/index.ts'
import { useTranslation } from '../ui/index.ts'
import { searchable } from './match.ts'
import { rank } from './rank.ts'
import { MOST_ROWS, type PaletteRow, type PaletteSection } from './rows.ts'

const $noChoices: Store<(earlier: CommandArgs) => readonly Choice[]> = createStore<
  (earlier: CommandArgs) => readonly Choice[]
>(() => [], { serialize: 'ignore' })
const $noInitialValue: Store<(earlier: CommandArgs) => ArgumentValue | undefined> = createStore<
  (earlier: CommandArgs) => ArgumentValue | undefined
>(() => undefined, { serialize: 'ignore' })

/** Rows for the current argument of a command: its choices, the typed text where free text is allowed, and skipping it. */
export function useArgumentRows(page: PalettePage | null, typed: string): readonly PaletteSection[] {
  const { t } = useTranslation()
  const argument = page?.command.args?.[page.argumentIndex]
  const choicesOf = useUnit(argument?.choices ?? $noChoices)
  const initialOf = useUnit(argument?.initial ?? $noInitialValue)
  const enter = useUnit(argumentEntered)
  return useMemo(() => {
    if (!page || !argument) return []
    const choices = choicesOf(page.args)
    const initial = initialOf(page.args)
    const text = typed.trim()
    const titleOf = ({ title, titleKey }: Choice) => (titleKey ? t(titleKey) : title)
    const choiceRows = rank(
      choices.map((choice) => ({
        title: searchable(titleOf(choice)),
        others: searchable(`${choice.detail ?? ''} ${choice.keywords?.join(' ') ?? ''}`),
        // The initial value sorts first.
        use: initial !== undefined && choice.value === initial ? 1 : 0,
        last: false,
        of: choice,
      })),
      text,
      MOST_ROWS,
    ).map(({ of, ranges }): PaletteRow => ({
      key: `choice ${of.value}`,
      title: titleOf(of),
      ranges,
      detail: of.detail,
      choose: () => enter(isListType(argument.type) ? [String(of.value)] : of.value),
    }))
    const parsed = parseArgument(argument, text)
    const typedRow: PaletteRow[] =
      text !== '' &&
      (isFreeType(argument.type) || argument.open === true) &&
      parsed.ok &&
      !choices.some((choice) => choice.title === text)
        ? [
            {
              key: 'typed',
              title: t('palette.use', { text }),
              ranges: [],
              icon: 'edit',
              choose: () => enter(parsed.value),
            },
          ]
        : []
    const skipRow: PaletteRow[] =
      argument.optional && text === ''
        ? [{ key: 'skip', title: t('palette.leaveOut'), ranges: [], icon: 'next', choose: () => enter(null) }]
        : []
    // Skipping comes first, so that Enter alone leaves an optional argument out.
    const rows = [...skipRow, ...typedRow, ...choiceRows]
    return rows.length > 0 ? [{ key: 'answers', title: t(argument.title, { ns: 'shortcuts' }), rows }] : []
  }, [page, argument, choicesOf, initialOf, typed, enter, t])
}
