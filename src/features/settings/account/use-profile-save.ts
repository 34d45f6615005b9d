import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { storeUserFx, userEdited } from '../../../model/account/index.ts'
import { $services, type Services } from '../../../model/services.ts'
import { useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'

type ProfileFields = Parameters<Services['api']['auth']['updateUser']>[0]

/** Saves a part of the user's profile, and says how that ended. */
export function useProfileSave(user: SessionUser) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const { services, edited, store } = useUnit({ services: $services, edited: userEdited, store: storeUserFx })
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const save = async (next: ProfileFields): Promise<void> => {
    setBusy(true)
    // Optimistic; rolled back when the server rejects it (spec 4).
    edited(next)
    try {
      await services.api.auth.updateUser(next)
      await store()
      setNotice({ tone: 'success', text: t('account.saved') })
    } catch (failure) {
      edited(user)
      setNotice({ tone: 'danger', text: t('account.error.save', { reason: errorMessage(failure, t) }) })
    }
    setBusy(false)
  }
  return { busy, notice, save }
}
