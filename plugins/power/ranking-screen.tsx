import { useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Avatar, EmptyState, Icon, SkeletonText, Tag, useTranslation } from '../../src/plugin-api/ui.ts'
import type { PowerModel } from './model.ts'
import { Failure, Pages, useAmount } from './parts.tsx'
import { useRanking } from './queries.ts'
import { activityOf } from './reward.ts'

export const createRankingScreen = (
  model: PowerModel,
  { reader }: Pick<ClientHost, 'reader'>,
): ComponentType =>
  function RankingScreen() {
    const { t, i18n } = useTranslation('power')
    const amount = useAmount()
    const user = useUnit(reader.$user)
    const { data, error, isPending, refetch } = useRanking(model)
    const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
    return (
      <div className="power">
        <Pages current="ranking" reader={reader} />
        {error !== null && <Failure error={error} onRetry={refetch} />}
        {isPending && <SkeletonText lines={6} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<Icon name="zap" />}
            title={t('ranking.none')}
            description={t('ranking.noneHint')}
          />
        )}
        {data && data.length > 0 && (
          <ol className="power-list">
            {data.map(({ userId, user: one, rank, level, activityPoints, powerToken }) => {
              const name = one.name || one.handle || userId
              return (
                <li key={userId} aria-current={userId === user?.id ? 'true' : undefined}>
                  <span className="power-rank">{number(rank ?? 0)}</span>
                  <Avatar src={one.image} name={name} shape="person" />
                  <div className="power-list-text">
                    <p>
                      {name} {userId === user?.id && <Tag tone="accent">{t('ranking.you')}</Tag>}
                    </p>
                    <p className="power-note">
                      {t('ranking.level', { level, activity: number(activityOf(activityPoints)) })}
                    </p>
                  </div>
                  <strong className="power-change">{amount(powerToken)}</strong>
                </li>
              )
            })}
          </ol>
        )}
      </div>
    )
  }
