import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/index.ts'
import { AccountFoot } from './account-footer.tsx'
import { StateNotices } from './state-notices.tsx'
import { StatusItems } from './status-items.tsx'
import { Tree } from './tree.tsx'
import { ViewTabs } from './view-tabs.tsx'

type SubscriptionsProps = {
  /** Rows of the pages, under the feeds. */
  readonly pages?: ReactNode
}

/** The subscription pane: views, folders and feeds, pages, notices, what plugins say, account. */
export function Subscriptions({ pages }: SubscriptionsProps) {
  const { t } = useTranslation()
  return (
    <nav className="pane subscriptions" data-focus-area="subscription-list" aria-label={t('tree.label')}>
      <ViewTabs />
      <Tree />
      {pages}
      <StateNotices />
      <StatusItems />
      <AccountFoot />
    </nav>
  )
}
