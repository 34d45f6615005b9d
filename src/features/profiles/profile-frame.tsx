import { useState } from 'react'
import { Button, ErrorState, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { FollowFormDialog, type FoundFeed } from '../follow/index.ts'
import { ProfileView } from './profile-view.tsx'
import { useProfileDetails } from './use-profile-details.ts'

/** A profile by id or handle, with its loading and error states; a feed of it is followed in a dialog. */
export function ProfileFrame({ name }: { readonly name: string }) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const [chosen, setChosen] = useState<FoundFeed | null>(null)
  const query = useProfileDetails(name)
  if (query.isError)
    return (
      <ErrorState
        title={t('profile.failed')}
        description={errorMessage(query.error, t)}
        actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
      />
    )
  if (!query.data) return <SkeletonText lines={5} />
  return (
    <>
      <ProfileView profile={query.data} onChoose={setChosen} />
      {chosen && <FollowFormDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
