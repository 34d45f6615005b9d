import { useTranslation } from '../../ui/index.ts'
import { AccountFoot } from './account-foot.tsx'
import { StateNotices } from './state-notices.tsx'
import { Tree } from './tree.tsx'
import { ViewTabs } from './view-tabs.tsx'

/**
 * What the person follows: kinds of view, then folders and feeds, then how things stand and whose library it is.
 * @param props.empty its place only, while the first list is drawn
 */
export function Subscriptions({ empty }: { readonly empty: boolean }) {
  const { t } = useTranslation()
  return (
    <nav
      className="pane subscriptions"
      // Who asks for the keys before there is anything waits for it, as for a pane that is not there.
      data-focus-area={empty ? undefined : 'subscription-list'}
      aria-label={t('tree.label')}
    >
      {!empty && (
        <>
          <ViewTabs />
          <Tree />
          <StateNotices />
          <AccountFoot />
        </>
      )}
    </nav>
  )
}
