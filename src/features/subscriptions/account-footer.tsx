import { useUnit } from 'effector-react'
import { $session } from '../../model/index.ts'
import { Avatar, Menu, useTranslation } from '../../ui/index.ts'
import { CommandButton, commandMenu, useCommandPresentation } from '../command-presentation/index.ts'

const ACCOUNT_MENU = [
  'profile:own',
  'settings:open',
  'global:show-shortcuts',
  '-',
  'follow:change-color-mode-to-auto',
  'follow:change-color-mode-to-light',
  'follow:change-color-mode-to-dark',
  '-',
  'global:import-opml',
  'global:export-opml',
  '-',
  'session:sign-out',
]

/** Whose library it is, and the way to follow more. */
export function AccountFoot() {
  const { t } = useTranslation()
  const session = useUnit($session)
  const faceOf = useCommandPresentation()
  const name = session.user?.name || session.user?.email
  return (
    <footer className="account-foot">
      {name ? (
        <Menu
          side="top"
          label={t('tree.account')}
          items={() => commandMenu(ACCOUNT_MENU, faceOf)}
          trigger={
            <button type="button" className="ui-button account-name" data-variant="quiet">
              <Avatar src={session.user?.image} name={name} shape="person" />
              <span className="ui-button-label">{name}</span>
            </button>
          }
        />
      ) : (
        <a
          className="ui-button account-name"
          data-variant="quiet"
          href="/login"
          hidden={session.status !== 'unauthenticated'}
        >
          {t('common:action.signIn')}
        </a>
      )}
      <span className="bar-gap" />
      <CommandButton id="palette:open" icon="search" />
      <CommandButton id="global:quick-add" icon="add" />
    </footer>
  )
}
