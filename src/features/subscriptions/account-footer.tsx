import { useUnit } from 'effector-react'
import type { Command } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $session } from '../../model/session/index.ts'
import { Avatar, Menu, useTranslation } from '../../ui/index.ts'
import {
  CommandButton,
  commandMenu,
  SignInButton,
  useCommandPresentation,
} from '../shared/command-presentation/index.ts'

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
export function AccountFoot() {
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
