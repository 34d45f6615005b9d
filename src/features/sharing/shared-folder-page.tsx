import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { Link, useParams } from 'react-router'
import { asApiError } from '../../model/api-errors.ts'
import { $services } from '../../model/services.ts'
import { $sharedFoldersBusy, sharedFolderChanged } from '../../model/sharing/shared-folders.ts'
import { Button, EmptyState, FolderIcon, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { mainField, Page } from '../shared/page/index.ts'

/** The page /shared-folder/:token, to which the link of an invitation leads. */
export default function SharedFolderPage() {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const { token = '' } = useParams()
  const { services, busy, change } = useUnit({
    services: $services,
    busy: $sharedFoldersBusy,
    change: sharedFolderChanged,
  })
  const invitation = useQuery({
    queryKey: ['shared-folder-invitation', token],
    queryFn: async () => (await services.api.sharedFolders.invitation({ token })).data,
    staleTime: 0,
    retry: false,
  })
  const failure = asApiError(invitation.error)
  const isOver = failure?.kind === 'refused' && failure.key === 'sharedInvitationOver'
  const respond = (accept: boolean) => change({ call: 'respond', input: { token, accept } })
  return (
    <Page title={t('together.invitation')}>
      {invitation.isPending ? (
        <SkeletonText lines={3} />
      ) : isOver ? (
        <EmptyState
          icon={<FolderIcon />}
          title={errorMessage(failure, t)}
          description={t('together.overAbout')}
          actions={
            <>
              <Button {...mainField} variant="primary" commandId="go:settings-sharing">
                {t('together.manage')}
              </Button>
              <Link className="ui-button" to="/">
                <span className="ui-button-label">{t('notFound.home')}</span>
              </Link>
            </>
          }
        />
      ) : invitation.isError ? (
        <RetryNotice onRetry={() => invitation.refetch()}>{errorMessage(invitation.error, t)}</RetryNotice>
      ) : (
        <EmptyState
          icon={<FolderIcon />}
          title={t('together.invites', { name: invitation.data.by, title: invitation.data.title })}
          description={t('together.invitesAbout')}
          actions={
            <>
              <Button {...mainField} variant="primary" busy={busy} onClick={() => respond(true)}>
                {t('together.accept')}
              </Button>
              <Button busy={busy} onClick={() => respond(false)}>
                {t('together.decline')}
              </Button>
            </>
          }
        />
      )}
    </Page>
  )
}
