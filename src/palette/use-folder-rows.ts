import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { compareNames } from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { focusRequested } from '../model/layout/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { $subscriptionIndex, $visibleCounts, countedIds } from '../model/subscriptions/index.ts'
import { menuOfSource } from '../model/menus/index.ts'
import { useTranslation } from '../ui/index.ts'
import { withLayouts } from './keyboard-layouts.ts'
import { searchable } from './match.ts'
import { isNamed, rank } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useMenuActions } from './use-menu-actions.ts'
import { useReadings } from './use-readings.ts'

/** Folders by name, with the number of their subscriptions. */
export function useFolderRows(text: string, limit: number): readonly PaletteSection[] {
  const { t } = useTranslation()
  const { subscriptions, lists } = useUnit($subscriptionIndex)
  const counts = useUnit($visibleCounts)
  const { invoke, focus, close } = useUnit({
    invoke: registry.commandInvoked,
    focus: focusRequested,
    close: paletteClosed,
  })
  const menuActions = useMenuActions()
  const enabled = limit > 0
  const folders = useMemo(() => {
    if (!enabled) return []
    const members = Map.groupBy(subscriptions.values(), ({ category }) => category || '')
    return [...members]
      .filter(([name]) => name !== '')
      .map(([name, all]) => ({
        name,
        ids: all.map(({ id }) => id),
        unread: all
          .flatMap((one) => countedIds(one, lists))
          .reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
      }))
      .toSorted((a, b) => compareNames(a.name, b.name))
  }, [enabled, subscriptions, lists, counts])
  const names = useMemo(() => folders.map(({ name }) => name), [folders])
  const { readingOf, latinOf } = useReadings(names, text)
  return useMemo(() => {
    if (!enabled) return []
    const candidates = folders.map((of) => ({
      title: searchable(of.name),
      reading: readingOf(of.name),
      use: 0,
      fresh: of.unread > 0,
      of,
    }))
    const ranked = withLayouts(text, (query) => rank(candidates, query, limit), latinOf(text))
    const rows = ranked.map(({ of, ranges, parts }): PaletteRow => ({
      key: `folder ${of.name}`,
      title: of.name,
      ranges,
      icon: 'folder',
      detail: t('palette.feeds', { count: of.ids.length }),
      count: of.unread,
      preview: () => ({ kind: 'folder', subscriptions: of.ids }),
      parts: text === '' ? undefined : parts,
      byHandOnly: text !== '' && !isNamed(parts) && limit < Infinity,
      choose: () => {
        close()
        invoke({ id: 'go:folder', source: 'palette', args: { category: of.name } })
        focus('timeline')
      },
      actions: () => menuActions(menuOfSource('folder'), { subscriptions: of.ids, category: of.name }),
    }))
    return rows.length > 0 ? [{ key: 'labels', title: t('palette.folders'), rows }] : []
  }, [enabled, folders, text, limit, readingOf, latinOf, menuActions, t, invoke, focus, close])
}
