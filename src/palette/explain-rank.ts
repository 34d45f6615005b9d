import type { TFunction } from 'i18next'
import type { RecentCommand } from '../model/recents/index.ts'
import type { RankParts } from './rank.ts'

/**
 * Why a row is where it is, a sentence for each part of its rank.
 * @param parts null: the row was not ranked, as nothing was typed
 * @param area the pane that had the focus
 */
export function explainRank(
  parts: RankParts | null,
  recent: RecentCommand | undefined,
  area: string,
  t: TFunction,
): readonly string[] {
  const uses = recent
    ? t('palette.why.used', { count: recent.times, inPane: recent.areas?.[area] ?? 0 })
    : t('palette.why.neverUsed')
  if (!parts) return [t('palette.why.unranked'), uses]
  return [
    t(`palette.why.tier.${parts.tier}`),
    t('palette.why.match', { percent: Math.round(parts.match * 100) }),
    uses,
    t('palette.why.useWeight', { percent: Math.round(parts.use * 100) }),
    ...(parts.likely ? [t('palette.why.likely')] : []),
    ...(parts.fresh ? [t('palette.why.fresh')] : []),
    ...(parts.unavailable ? [t('palette.why.unavailable')] : []),
  ]
}
