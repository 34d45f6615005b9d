import { useParams } from 'react-router'
import { useTranslation } from '../../ui/index.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { SharePage } from './share-page.tsx'

/** The page /share/users/{id or handle}. */
export function ProfilePage() {
  const { t } = useTranslation(['people'])
  const { name = '' } = useParams()
  return (
    <SharePage title={t('profile.title')}>
      <ProfileFrame key={name} name={name} />
    </SharePage>
  )
}
