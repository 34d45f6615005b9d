import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { textCopied } from '../../model/browser-actions/index.ts'
import { $services } from '../../model/services.ts'
import { Button, ConfirmDialog, EmptyState, TicketIcon, useTranslation } from '../../ui/index.ts'
import { FigureLine, useAges, type FigureText } from './ages.tsx'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.tsx'

/** The invitation codes of all users. */
export function Invitations() {
  const { t } = useTranslation(['sources', 'common'])
  const { services, copied } = useUnit({ services: $services, copied: textCopied })
  const { api } = services
  const { change, busy, notice } = useChange()
  const [withdrawing, setWithdrawing] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['admin', 'invitations'],
    queryFn: async () => (await api.admin.invitations({})).data,
    staleTime: 0,
    retry: false,
  })
  const ageOf = useAges()
  const dated = (key: string, name: string | null, iso: string): FigureText => {
    const { when, full } = ageOf(iso)
    return { text: t(`admin.invitation.${key}`, { name: name ?? t('admin.invitation.nobody'), when }), full }
  }
  const create = () =>
    change('create', async () => {
      const { data: code } = await api.invitations.create({})
      return t('admin.invitation.created', { code })
    })
  const withdraw = (code: string) =>
    change(code, async () => {
      await api.admin.deleteInvitation({ code })
      return t('admin.invitation.withdrawn', { code })
    })
  return (
    <>
      <div className="ui-buttons">
        <Button variant="primary" busy={busy === 'create'} onClick={() => create()}>
          {t('admin.invitation.create')}
        </Button>
      </div>
      {notice}
      {!query.data && <QueryState query={query} />}
      {query.data?.length === 0 && <EmptyState icon={<TicketIcon />} title={t('admin.invitation.none')} />}
      <ul className="admin-list" aria-label={t('admin.tabs.invitations')}>
        {query.data?.map(({ code, createdAt, usedAt, from, to }) => (
          <li key={code}>
            <div className="admin-item">
              <p className="ui-buttons">
                <code>{code}</code>
              </p>
              <FigureLine
                figures={[
                  dated('made', from, createdAt),
                  usedAt === null ? t('admin.invitation.unused') : dated('used', to, usedAt),
                ]}
              />
            </div>
            {usedAt === null && (
              <div className="ui-buttons">
                <Button size="small" onClick={() => copied(code)}>
                  {t('common:action.copy')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('admin.invitation.withdrawOne', { code })}
                  busy={busy === code}
                  onClick={() => setWithdrawing(code)}
                >
                  {t('admin.invitation.withdraw')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {withdrawing !== null && (
        <ConfirmDialog
          open
          variant="warning"
          title={t('admin.invitation.withdraw')}
          description={t('admin.invitation.withdrawConfirm', { code: withdrawing })}
          confirmLabel={t('admin.invitation.withdraw')}
          cancelLabel={t('common:action.cancel')}
          onConfirm={() => {
            setWithdrawing(null)
            withdraw(withdrawing)
          }}
          onCancel={() => setWithdrawing(null)}
        />
      )}
    </>
  )
}
