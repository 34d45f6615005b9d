import type { ReactNode } from 'react'
import { useUnit } from 'effector-react'
import { useTranslation, Avatar, Menu } from '../../ui/index.ts'
import { StateNotices } from './state-notices.tsx'
import { StatusItems } from './status-items.tsx'
import { Tree } from './tree.tsx'
import { ViewTabs } from './view-tabs.tsx'
import type { Command } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $session } from '../../model/session/index.ts'
import {
  CommandButton,
  commandMenu,
  SignInButton,
  useCommandPresentation,
} from '../shared/command-presentation/index.ts'

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

/** @param commands that are registered, some of which add themselves */
const accountMenu = (commands: ReadonlyMap<string, Command>): readonly string[] => [
  'profile:own',
  'go:highlights',
  'settings:open',
  'global:show-shortcuts',
  '-',
  'follow:change-color-mode-to-auto',
  'follow:change-color-mode-to-light',
  'follow:change-color-mode-to-dark',
  '-',
  ...[...commands.values()].filter(({ inAccountMenu }) => inAccountMenu).map(({ id }) => id),
  '-',
  'session:sign-out',
]

/** Whose library it is, and the way to follow more. */
function AccountFoot() {
  const { t } = useTranslation()
  const { session, commands } = useUnit({ session: $session, commands: registry.$commands })
  const faceOf = useCommandPresentation()
  const name = session.user?.name || session.user?.email
  return (
    <footer className="account-foot">
      {name ? (
        <Menu
          side="top"
          label={t('tree.account')}
          items={() => commandMenu(accountMenu(commands), faceOf)}
          trigger={
            <button type="button" className="ui-button account-name" data-variant="quiet">
              <Avatar src={session.user?.image} name={name} shape="person" />
              <span className="ui-button-label">{name}</span>
            </button>
          }
        />
      ) : (
        session.status === 'unauthenticated' && <SignInButton variant="quiet" />
      )}
      <span className="bar-gap" />
      <CommandButton id="palette:open" icon="search" />
      <CommandButton id="global:quick-add" icon="add" />
    </footer>
  )
}
