import { useParams } from 'react-router'
import { useTranslation } from '../../ui/index.ts'
import { Page } from '../shared/page/index.ts'
import { ProfileFrame } from './profile-frame.tsx'

/** The page /share/users/{id or handle}. */
export function ProfilePage() {
  const { t } = useTranslation(['people'])
  const { name = '' } = useParams()
  return (
    <Page className="share-page" title={t('profile.title')}>
      <ProfileFrame key={name} name={name} />
    </Page>
  )
}
