import type { TFunction } from 'i18next'
import { searchable } from './match.ts'
import { rank } from './rank.ts'
import type { PaletteRow, PaletteSection, RowAction } from './rows.ts'

/** The actions of a row, in its place. */
export type ActionPage = {
  readonly row: PaletteRow
  readonly actions: readonly RowAction[]
  /** The text of the list, for the way back. */
  readonly listText: string
  /** Lines that an action shows. */
  readonly lines: readonly string[] | null
  readonly show: (lines: readonly string[]) => void
}

/** @param typed selects among the actions */
export function actionSections(
  { actions, show }: ActionPage,
  typed: string,
  t: TFunction,
): readonly PaletteSection[] {
  const candidates = actions.map((of) => ({ title: searchable(of.title), use: 0, of }))
  const rows = rank(candidates, typed.trim()).map(({ of, ranges }): PaletteRow => {
    const { lines } = of
    return {
      key: `action ${of.key}`,
      title: of.title,
      ranges,
      icon: of.icon,
      keys: of.keys,
      missing: of.missing,
      choose: lines ? () => show(lines) : of.choose,
    }
  })
  return rows.length > 0 ? [{ key: 'actions', title: t('palette.actions.title'), rows }] : []
}
