import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { Publication } from '../../contract/publications.ts'
import { safeHref } from '../../core/safe-href.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { $services } from '../../model/services.ts'
import {
  $publicationsBusy,
  addressOf,
  publicationChanged,
  publicationDeleted,
  publicationRenewed,
  PUBLICATIONS_KEY,
} from '../../model/sharing/index.ts'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ShareIcon,
  SkeletonText,
  Switch,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { Section } from '../settings/index.ts'
import { SharedFolders } from './shared-folders.tsx'
import './sharing.css'

type Question = { readonly about: 'renew' | 'delete'; readonly publication: Publication }

/** Everything of the user's that others can see, and how it is withdrawn. */
export const SharingPage = () => (
  <>
    <PublicPages />
    <SharedFolders />
  </>
)

function PublicPages() {
  const { t } = useTranslation(['settings', 'errors', 'common', 'shortcuts'])
  const { services, busy, renewed, deleted } = useUnit({
    services: $services,
    busy: $publicationsBusy,
    renewed: publicationRenewed,
    deleted: publicationDeleted,
  })
  const [question, setQuestion] = useState<Question | null>(null)
  const list = useQuery({
    queryKey: PUBLICATIONS_KEY,
    queryFn: async () => (await services.api.publications.list({})).data,
    staleTime: 0,
    retry: false,
  })
  if (list.isPending) return <SkeletonText lines={4} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('sharing.failed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  const confirmed = () => {
    if (question?.about === 'renew') renewed(question.publication.id)
    if (question?.about === 'delete') deleted(question.publication.id)
    setQuestion(null)
  }
  return (
    <>
      <p>{t('sharing.about')}</p>
      <div className="sharing-new">
        <Button commandId="sharing:publish-stars">{t('shortcuts:sharing.publishStars')}</Button>
        <Button commandId="sharing:publish-label">{t('shortcuts:sharing.publishLabel')}</Button>
        <Button commandId="sharing:publish-search">{t('shortcuts:sharing.publishSearch')}</Button>
      </div>
      {list.data.length === 0 ? (
        <EmptyState icon={<ShareIcon />} title={t('sharing.none')} description={t('sharing.noneAbout')} />
      ) : (
        list.data.map((publication) => (
          <PublicationSection
            key={publication.id}
            publication={publication}
            busy={busy}
            onAsk={(about) => setQuestion({ about, publication })}
          />
        ))
      )}
      <ConfirmDialog
        open={question !== null}
        variant={question?.about === 'delete' ? 'danger' : 'warning'}
        title={t(`sharing.${question?.about ?? 'renew'}.title`, { title: question?.publication.title })}
        description={t(`sharing.${question?.about ?? 'renew'}.words`)}
        confirmLabel={t(`sharing.${question?.about ?? 'renew'}.button`)}
        cancelLabel={t('common:action.cancel')}
        onConfirm={confirmed}
        onCancel={() => setQuestion(null)}
      />
    </>
  )
}

type PublicationProps = {
  readonly publication: Publication
  readonly busy: boolean
  readonly onAsk: (about: Question['about']) => void
}

function PublicationSection({ publication, busy, onAsk }: PublicationProps) {
  const { t } = useTranslation('settings')
  const { copied, changed } = useUnit({ copied: textCopied, changed: publicationChanged })
  const { id, kind, name, title, withNotes, withInboxes } = publication
  const address = addressOf(publication)
  return (
    <Section title={title} name={id}>
      <p className="ui-field-hint">{t(`sharing.of.${kind}`, { name })}</p>
      <p className="sharing-address">
        <a href={safeHref(address)} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <div className="sharing-actions">
        <Button size="small" onClick={() => copied(address)}>
          {t('sharing.copy')}
        </Button>
        <Button size="small" onClick={() => copied(`${address}/feed.xml`)}>
          {t('sharing.copyFeed')}
        </Button>
        <Button size="small" busy={busy} onClick={() => onAsk('renew')}>
          {t('sharing.renew.button')}
        </Button>
        <Button size="small" busy={busy} onClick={() => onAsk('delete')}>
          {t('sharing.delete.button')}
        </Button>
      </div>
      <Switch
        label={t('sharing.withNotes.label')}
        hint={t('sharing.withNotes.words')}
        checked={withNotes}
        disabled={busy}
        onChange={(checked) => changed({ id, withNotes: checked })}
      />
      <Switch
        label={t('sharing.withInboxes.label')}
        hint={t('sharing.withInboxes.words')}
        checked={withInboxes}
        disabled={busy}
        onChange={(checked) => changed({ id, withInboxes: checked })}
      />
    </Section>
  )
}
