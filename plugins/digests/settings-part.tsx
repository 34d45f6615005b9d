import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { EventCallable } from 'effector'
import type { ComponentType } from 'react'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import {
  Button,
  Icon,
  IconButton,
  Notice,
  RelativeTime,
  SkeletonText,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { Digest } from './contract.ts'
import type { DigestsModel } from './model.ts'
import { useDigests } from './queries.ts'
import './digests.css'

type Dialogs = {
  readonly openEdit: EventCallable<{ id?: string | undefined }>
  readonly openPreview: EventCallable<{ id: string }>
  readonly openDelete: EventCallable<{ id: string }>
  readonly openPodcast: EventCallable<{ id: string }>
}

/** The user's digests, in the pane of the plugin. */
export const createSettingsPart = (model: DigestsModel, dialogs: Dialogs): ComponentType =>
  function SettingsPart() {
    const { t } = useTranslation('digests')
    const failure = useFailure('digests')
    const { data: digests, error, isPending } = useDigests(model)
    return (
      <div className="digests">
        {!digests && error && <Notice tone="warning">{failure(error)}</Notice>}
        {isPending && <SkeletonText lines={3} />}
        {digests?.length === 0 && <p className="ui-field-hint">{t('none')}</p>}
        {digests && digests.length > 0 && (
          <ul className="ui-cards" aria-label={t('digests')}>
            {digests.map((digest) => (
              <Card key={digest.id} digest={digest} model={model} dialogs={dialogs} />
            ))}
          </ul>
        )}
        <Button icon={<Icon name="add" />} commandId="digests:make">
          {t('makeTitle')}
        </Button>
      </div>
    )
  }

type CardProps = { readonly digest: Digest; readonly model: DigestsModel; readonly dialogs: Dialogs }

function Card({ digest, model, dialogs }: CardProps) {
  const { t } = useTranslation('digests')
  const failure = useFailure('digests')
  const { openEdit, openPreview, openDelete, openPodcast } = useUnit(dialogs)
  // The model shows failures.
  const sending = useMutation({ mutationFn: useUnit(model.sendFx) })
  const { id, name, query, lastAt, lastCount, problem } = digest
  return (
    <li aria-label={name}>
      <div className="ui-card-text">
        <strong>{name}</strong>
        <code>{query || t('everything')}</code>
        <p className="ui-field-hint">
          <When digest={digest} />
        </p>
        {lastAt !== null && (
          <p className="ui-field-hint">
            {t('lastSent', { count: lastCount })} <RelativeTime at={lastAt} />
          </p>
        )}
        {problem && (
          <Notice tone="warning">
            {failure(new PluginRefusal(problem.key, problem.values, problem.reason))}
          </Notice>
        )}
      </div>
      <div className="ui-card-actions">
        <Button size="small" onClick={() => openPreview({ id })}>
          {t('preview')}
        </Button>
        <IconButton
          label={t('sendOne', { name })}
          icon={<Icon name="share" />}
          disabled={sending.isPending}
          onClick={() => sending.mutate(id)}
        />
        <IconButton
          label={t('podcastOne', { name })}
          icon={<Icon name="audio" />}
          onClick={() => openPodcast({ id })}
        />
        <IconButton
          label={t('editOne', { name })}
          icon={<Icon name="edit" />}
          onClick={() => openEdit({ id })}
        />
        <IconButton
          label={t('deleteOne', { name })}
          icon={<Icon name="delete" />}
          onClick={() => openDelete({ id })}
        />
      </div>
    </li>
  )
}

/** When it is sent next, in its own time zone. */
function When({ digest: { nextAt, timeZone, frequency } }: { readonly digest: Digest }) {
  const { t, i18n } = useTranslation('digests')
  if (nextAt === null) return t('notByItself')
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${t(frequency)} · ${t('nextSent', { when: when.format(nextAt) })}`
}
