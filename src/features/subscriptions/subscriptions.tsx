import { useTranslation } from '../../ui/index.ts'
import { AccountFoot } from './account-footer.tsx'
import { StateNotices } from './state-notices.tsx'
import { StatusItems } from './status-items.tsx'
import { Tree } from './tree.tsx'
import { ViewTabs } from './view-tabs.tsx'

/** The subscription pane: views, folders and feeds, notices, what plugins say, account. */
export function Subscriptions() {
  const { t } = useTranslation()
  return (
    <nav className="pane subscriptions" data-focus-area="subscription-list" aria-label={t('tree.label')}>
      <ViewTabs />
      <Tree />
      <StateNotices />
      <StatusItems />
      <AccountFoot />
    </nav>
  )
}
