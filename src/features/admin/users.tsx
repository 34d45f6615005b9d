import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { AdminUser } from '../../contract/admin.ts'
import { $services } from '../../model/services.ts'
import { $session } from '../../model/session/index.ts'
import {
  Avatar,
  Button,
  ConfirmDialog,
  EmptyState,
  SearchField,
  Tag,
  useTranslation,
} from '../../ui/index.ts'
import { FigureLine, useAges, type FigureText } from './ages.tsx'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.tsx'

const PAGE = 100
const actions = ['promote', 'demote', 'disable', 'enable', 'endTrial', 'startTrial', 'delete'] as const
type Action = (typeof actions)[number]

const isOffered = (action: Action, { admin, role, disabled }: AdminUser): boolean =>
  ({
    promote: !admin && !disabled,
    demote: admin,
    disable: !disabled,
    enable: disabled,
    endTrial: role === 'trial',
    startTrial: role === 'user' && !admin,
    delete: true,
  })[action]

/** All users with what they use, and what an admin may do to their accounts. Each change is confirmed in words. */
export function Users() {
  const { t } = useTranslation(['sources', 'common'])
  const { services, session } = useUnit({ services: $services, session: $session })
  const { api } = services
  const { change, busy, notice } = useChange()
  const [text, setText] = useState('')
  const [offset, setOffset] = useState(0)
  const [confirming, setConfirming] = useState<{ user: AdminUser; action: Action } | null>(null)
  const query = useQuery({
    queryKey: ['admin', 'users', text, offset],
    queryFn: async () => (await api.admin.users({ q: text, offset })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const send = (user: AdminUser, action: Action) =>
    change(`${action} ${user.id}`, async () => {
      const { id, name } = user
      if (action === 'promote' || action === 'demote')
        await api.admin.updateUser({ id, admin: action === 'promote' })
      if (action === 'disable' || action === 'enable')
        await api.admin.updateUser({ id, disabled: action === 'disable' })
      if (action === 'endTrial' || action === 'startTrial')
        await api.admin.updateUser({ id, role: action === 'startTrial' ? 'trial' : 'user' })
      if (action === 'delete') await api.admin.deleteUser({ id })
      return t(`admin.user.${action}Done`, { name })
    })
  const total = query.data?.total ?? 0
  return (
    <>
      <SearchField
        label={t('admin.findUser')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setOffset(0)
        }}
      />
      {notice}
      {!query.data && <QueryState query={query} />}
      {query.data?.users.length === 0 && <EmptyState title={t('admin.noUser')} />}
      <ul className="admin-list" aria-label={t('admin.tabs.users')}>
        {query.data?.users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isOwn={user.id === session.user?.id}
            busy={busy}
            onAction={(action) => setConfirming({ user, action })}
          />
        ))}
      </ul>
      {total > PAGE && (
        <div className="ui-buttons">
          <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
            {t('admin.previousPage')}
          </Button>
          <Button disabled={offset + PAGE >= total} onClick={() => setOffset(offset + PAGE)}>
            {t('admin.nextPage')}
          </Button>
          <span className="admin-hint">{t('admin.userCount', { count: total })}</span>
        </div>
      )}
      {confirming && (
        <ConfirmDialog
          open
          variant={confirming.action === 'delete' ? 'danger' : 'warning'}
          title={t(`admin.user.${confirming.action}`)}
          description={t(`admin.user.${confirming.action}Confirm`, {
            name: confirming.user.name,
            email: confirming.user.email,
          })}
          confirmLabel={t(`admin.user.${confirming.action}`)}
          cancelLabel={t('common:action.cancel')}
          onConfirm={() => {
            setConfirming(null)
            send(confirming.user, confirming.action)
          }}
          onCancel={() => setConfirming(null)}
        />
      )}
    </>
  )
}

type UserRowProps = {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly busy: string | null
  readonly onAction: (action: Action) => void
}

function UserRow({ user, isOwn, busy, onAction }: UserRowProps) {
  const { t } = useTranslation('sources')
  const ageOf = useAges()
  const dated = (key: string, iso: string): FigureText => {
    const { when, full } = ageOf(iso)
    return { text: t(`admin.user.${key}`, { when }), full }
  }
  const figures = [
    user.email,
    dated('since', user.createdAt),
    user.lastSeenAt === null ? t('admin.user.notSeen') : dated('seen', user.lastSeenAt),
    t('admin.user.subscriptions', { count: user.subscriptions }),
    t('admin.user.sessions', { count: user.sessions }),
  ]
  return (
    <li data-user-id={user.id}>
      <Avatar src={user.image} name={user.name} shape="person" />
      <div className="admin-item">
        <p className="ui-buttons">
          <strong>{user.name}</strong>
          {isOwn && <Tag>{t('admin.user.you')}</Tag>}
          {user.admin && <Tag tone="accent">{t('admin.user.admin')}</Tag>}
          {user.role === 'trial' && <Tag>{t('admin.user.trial')}</Tag>}
          {user.disabled && <Tag tone="danger">{t('admin.user.disabled')}</Tag>}
        </p>
        <FigureLine figures={figures} />
        {!isOwn && (
          <div className="ui-buttons">
            {actions
              .filter((action) => isOffered(action, user))
              .map((action) => (
                <Button
                  key={action}
                  size="small"
                  aria-label={t('admin.user.of', { action: t(`admin.user.${action}`), name: user.name })}
                  busy={busy === `${action} ${user.id}`}
                  onClick={() => onAction(action)}
                >
                  {t(`admin.user.${action}`)}
                </Button>
              ))}
          </div>
        )}
      </div>
    </li>
  )
}
