import './profiles.css'
import { z } from 'zod'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { ProfileFrame } from './profile-frame.tsx'

export const propsSchema = z.object({
  /** An id, or a handle with or without its @. */
  name: z.string().min(1),
})
export type ProfileProps = z.infer<typeof propsSchema>

/** A user, over what is open. */
export default function ProfileDialog({ name, onClose }: ProfileProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  return (
    <Dialog
      open
      size="large"
      title={t('profile.title')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      <ProfileFrame name={name} />
    </Dialog>
  )
}
