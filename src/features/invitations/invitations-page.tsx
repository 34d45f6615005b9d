import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { toBrowserPath } from '../../core/base-path.ts'
import type { Invitation } from '../../contract/invitations.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { pluginTextsRequested } from '../../model/plugins/index.ts'
import { $services } from '../../model/services.ts'
import { createInvitationFx } from '../../model/session/index.ts'
import { $currency } from '../../model/plugins/currency.ts'
import { Avatar, Button, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { useConfigs } from '../session/index.ts'
import { Section, SettingRow } from '../settings/index.ts'

/** The server allows admins this many codes, without a price: any number. */
const ADMIN_LIMIT = 10_000

/** The user's invitation codes: how many there may be, their price, and who used them. */
export function InvitationsPage() {
  const { t } = useTranslation(['settings', 'errors'])
  const configs = useConfigs()
  const currency = useUnit($currency)
  const requestTexts = useUnit(pluginTextsRequested)
  // Of the refusals of who lets pay.
  useEffect(() => requestTexts(), [requestTexts])
  const { services, create, busy } = useUnit({
    services: $services,
    create: createInvitationFx,
    busy: createInvitationFx.pending,
  })
  const { api } = services
  const list = useQuery({
    queryKey: ['invitations'],
    queryFn: async () => ({
      codes: (await api.invitations.list({})).data,
      limit: (await api.invitations.limitation({})).data,
    }),
    staleTime: 0,
    retry: false,
  })
  if (list.isPending) return <SkeletonText lines={4} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('invitations.failed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  const { codes, limit } = list.data
  const price = configs?.INVITATION_PRICE ?? 0
  const isUnlimited = limit >= ADMIN_LIMIT
  const isReached = codes.length >= limit
  const rule = isUnlimited
    ? t('invitations.unlimited')
    : [
        t('invitations.limit', { made: codes.length, limit }),
        t('invitations.interval', { count: configs?.INVITATION_INTERVAL_DAYS ?? 7 }),
        // Even who hides prices must know what is paid.
        price > 0 && t('invitations.price', { price, currency }),
      ]
        .filter(Boolean)
        .join(' ')
  return (
    <>
      <Section>
        <SettingRow label={t('invitations.create')} hint={rule}>
          {/* The model notifies the user of failures, and asks for the code of the second factor. */}
          <Button
            variant="primary"
            busy={busy}
            disabled={isReached}
            onClick={() => void create({}).catch(() => undefined)}
          >
            {t('invitations.createButton')}
          </Button>
        </SettingRow>
      </Section>
      <Section title={t('invitations.codes')}>
        {codes.length === 0 && <p className="ui-field-hint">{t('invitations.none')}</p>}
        <ul className="settings-rows">
          {codes.map((invitation) => (
            <InvitationRow key={invitation.code} invitation={invitation} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { t, i18n } = useTranslation('settings')
  const copied = useUnit(textCopied)
  const { code, createdAt, usedAt, users } = invitation
  const day = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
  // The page takes the code with and without a session.
  const link = location.origin + toBrowserPath(`/invitation?code=${encodeURIComponent(code)}`)
  return (
    <li data-used={usedAt !== null || undefined}>
      <span>
        <code>{code}</code>
        <span className="ui-field-hint">
          {usedAt === null
            ? t('invitations.unused', { when: day(createdAt) })
            : t('invitations.used', { when: day(usedAt), name: users?.name ?? t('invitations.someone') })}
        </span>
      </span>
      {usedAt === null ? (
        <span className="ui-buttons">
          <Button size="small" onClick={() => copied(code)}>
            {t('invitations.copyCode')}
          </Button>
          <Button size="small" onClick={() => copied(link)}>
            {t('invitations.copyLink')}
          </Button>
        </span>
      ) : (
        <Avatar src={users?.image ?? null} name={users?.name ?? code} shape="person" />
      )}
    </li>
  )
}
