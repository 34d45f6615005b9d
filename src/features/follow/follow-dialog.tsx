import { useUnit } from 'effector-react'
import { useState } from 'react'
import { z } from 'zod'
import { $location } from '../../model/location/index.ts'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { FollowForm } from './follow-form.tsx'
import { FollowSearch } from './follow-search.tsx'
import type { FeedResult } from './use-feed-search.ts'

export const propsSchema = z.object({
  /** Initial text: an address or a search. */
  url: z.string().optional(),
})
export type FollowProps = z.infer<typeof propsSchema>

/** Subscribes to a feed: search, preview, fields. */
export function FollowDialog({ url = '', onClose }: FollowProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { view } = useUnit($location)
  const [written, setWritten] = useState(url)
  const [chosen, setChosen] = useState<FeedResult | null>(null)
  return (
    <Dialog open title={t('follow.title')} closeLabel={t('common:action.close')} onClose={onClose}>
      {chosen ? (
        <FollowForm chosen={chosen} view={view} onBack={() => setChosen(null)} onClose={onClose} />
      ) : (
        <FollowSearch written={written} onWrite={setWritten} onChoose={setChosen} onOtherOpened={onClose} />
      )}
    </Dialog>
  )
}
