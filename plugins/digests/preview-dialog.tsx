import { useMutation, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import {
  Button,
  Dialog,
  EmptyState,
  Icon,
  Notice,
  SkeletonText,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { digestProps } from './dialog-props.ts'
import type { DigestsModel } from './model.ts'
import { useDigests } from './queries.ts'
import './digests.css'

type PreviewProps = z.output<typeof digestProps> & { readonly onClose: () => void }

/** What the next digest has. */
export const createPreviewDialog = (model: DigestsModel): ComponentType<PreviewProps> =>
  function PreviewDialog({ id, onClose }) {
    const { t } = useTranslation('digests')
    const digest = useDigests(model).data?.find((one) => one.id === id)
    // The model shows failures.
    const sending = useMutation({ mutationFn: useUnit(model.sendFx), onSuccess: onClose })
    const download = useMutation({ mutationFn: useUnit(model.epubFx) })
    return (
      <Dialog open title={digest?.name ?? t('previewTitle')} closeLabel={t('close')} onClose={onClose}>
        <div className="ui-stack">
          <PreviewList model={model} id={id} />
          <footer className="ui-buttons" data-align="end">
            <Button
              icon={<Icon name="export" />}
              busy={download.isPending}
              onClick={() => download.mutate(id)}
            >
              {t('downloadEpub')}
            </Button>
            <Button icon={<Icon name="share" />} busy={sending.isPending} onClick={() => sending.mutate(id)}>
              {t('sendNow')}
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }

function PreviewList({ model, id }: { readonly model: DigestsModel; readonly id: string }) {
  const { t, i18n } = useTranslation('digests')
  const failure = useFailure('digests')
  const preview = useUnit(model.previewFx)
  const { data, error } = useQuery({
    queryKey: ['digests', 'preview', id],
    queryFn: () => preview(id),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (error) return <Notice tone="danger">{failure(error)}</Notice>
  if (!data) return <SkeletonText lines={5} />
  if (data.entries.length === 0)
    return <EmptyState icon={<Icon name="list" />} title={t('empty')} description={t('emptyText')} />
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  return (
    <>
      <p className="ui-field-hint">
        {data.isLast
          ? t('lastEntries', { count: data.entries.length })
          : t('nextEntries', { count: data.entries.length })}{' '}
        {data.more > 0 && t('moreEntries', { count: data.more })}
      </p>
      <ol className="digests-entries">
        {data.entries.map((entry) => (
          <li key={entry.id}>
            <span>{entry.title}</span>
            <span className="ui-field-hint">
              {[entry.feed, day.format(new Date(entry.publishedAt))].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
