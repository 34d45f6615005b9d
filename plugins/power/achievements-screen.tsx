import { useUnit } from 'effector-react'
import { useEffect, useState, type ComponentType, type FormEvent } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import {
  Button,
  Progress,
  safeHref,
  SkeletonText,
  Tag,
  TextField,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { PowerModel } from './model.ts'
import { Failure, Pages, useAmount } from './parts.tsx'
import { useAchievementChange, useAchievements } from './queries.ts'
import type { Achievement } from './wire.ts'

/** The vote that an admin decides on (wire-contract 17). */
const VOTE = 5
/** Those that this version has words for; number 6 is reserved. */
const known = [0, 1, 2, 3, 4, VOTE, 7, 8]

type Host = Pick<ClientHost, 'failed' | 'reader'>

export const createAchievementsScreen = (model: PowerModel, host: Host): ComponentType =>
  function AchievementsScreen() {
    const { t } = useTranslation('power')
    const { data, error, isPending, refetch } = useAchievements(model)
    const { overview, load } = useUnit({ overview: model.$overview, load: model.overviewRequested })
    useEffect(() => load(), [load])
    return (
      <div className="power">
        <Pages current="achievements" reader={host.reader} />
        {error !== null && <Failure error={error} onRetry={refetch} />}
        {isPending && <SkeletonText lines={6} />}
        {data && (
          <>
            <p className="power-note">{t('achievements.done', { count: data.done, total: data.total })}</p>
            <ul className="power-list">
              {data.data
                .filter(({ actionId }) => known.includes(actionId))
                .map((one) => (
                  <AchievementRow
                    key={one.id}
                    achievement={one}
                    model={model}
                    host={host}
                    voteUrl={overview?.rules.voteUrl ?? ''}
                  />
                ))}
            </ul>
          </>
        )}
      </div>
    )
  }

type RowProps = {
  readonly achievement: Achievement
  readonly model: PowerModel
  readonly host: Host
  readonly voteUrl: string
}

function AchievementRow({ achievement, model, host, voteUrl }: RowProps) {
  const { t, i18n } = useTranslation('power')
  const amount = useAmount()
  const { actionId, type, progress, progressMax, power } = achievement
  const name = t(`achievements.names.${actionId}`)
  const { achievement: calls } = model.power
  const changed = useUnit(model.changed)
  const receive = useAchievementChange(host, 'achievements', () =>
    calls.receive({ actionId }).finally(() => changed()),
  )
  const check = useAchievementChange(host, 'achievements', () => calls.check({ actionId }))
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  return (
    <li aria-label={name}>
      <div className="power-list-text">
        <p>
          {name} {type === 'received' && <Tag>{t('achievements.received')}</Tag>}
          {type === 'audit' && <Tag>{t('achievements.audit')}</Tag>}
        </p>
        <p className="power-note">{t(`achievements.hints.${actionId}`)}</p>
        {progressMax > 1 && type === 'incomplete' && (
          <Progress
            label={t('achievements.progress')}
            value={progress / progressMax}
            detail={t('achievements.of', { progress: number(progress), max: number(progressMax) })}
          />
        )}
        {actionId === VOTE && type === 'incomplete' && voteUrl !== '' && (
          <VoteForm model={model} host={host} voteUrl={voteUrl} />
        )}
      </div>
      <div className="power-reward">
        <strong className="power-change">{amount(power)}</strong>
        {type === 'completed' && (
          <Button
            size="small"
            variant="primary"
            busy={receive.isPending}
            aria-label={t('achievements.receiveOne', { name })}
            onClick={() => receive.mutate()}
          >
            {t('achievements.receive')}
          </Button>
        )}
        {(type === 'checking' || type === 'incomplete') && actionId !== VOTE && (
          <Button
            size="small"
            aria-label={t('achievements.checkOne', { name })}
            onClick={() => check.mutate()}
          >
            {t('achievements.check')}
          </Button>
        )}
      </div>
    </li>
  )
}

type VoteProps = { readonly model: PowerModel; readonly host: Host; readonly voteUrl: string }

/** The name under which the user has voted, for the admin who looks. */
function VoteForm({ model, host, voteUrl }: VoteProps) {
  const { t } = useTranslation('power')
  const audit = useAchievementChange(host, 'achievements', (name: string) =>
    model.power.achievement.audit({ actionId: VOTE, payload: { username: name } }),
  )
  const [username, setUsername] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() !== '') audit.mutate(username.trim())
  }
  return (
    <form className="power-vote" onSubmit={submit}>
      <a href={safeHref(voteUrl)} target="_blank" rel="noopener noreferrer">
        {t('achievements.vote')}
      </a>
      <TextField
        label={t('achievements.username')}
        autoComplete="off"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <Button type="submit" size="small" busy={audit.isPending} disabled={username.trim() === ''}>
        {t('achievements.handIn')}
      </Button>
    </form>
  )
}
