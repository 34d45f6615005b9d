import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { unreadDays } from '../../contract/unread-days.ts'
import { $services } from '../../model/services.ts'
import { Select, useTranslation } from '../../ui/index.ts'

export type UnreadDaysFieldProps = {
  /** null: as its folder has it; of a folder: always. 0: always. */
  readonly value: number | null
  readonly onChange: (days: number | null) => void
  /** The feeds that it is about. */
  readonly feedIds: readonly string[]
  /** Of a feed: it may follow its folder. */
  readonly mayInherit?: boolean
}

/** For how long entries stay unread, and how many would be marked as read by it now. */
export function UnreadDaysField({ value, onChange, feedIds, mayInherit = false }: UnreadDaysFieldProps) {
  const { t } = useTranslation('app')
  const { api } = useUnit($services)
  const days = value ?? 0
  const dryRun = useQuery({
    queryKey: ['reads', 'older', days, ...feedIds],
    enabled: days > 0 && feedIds.length > 0,
    staleTime: 0,
    queryFn: async () => (await api.reads.older({ feedIdList: [...feedIds], days })).data.entries,
  })
  const offered = [...new Set([...unreadDays, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b)
  const hint =
    days === 0
      ? t('subscription.unreadDays.hint')
      : dryRun.data === undefined
        ? t(dryRun.isError ? 'subscription.unreadDays.unknown' : 'subscription.unreadDays.counting')
        : t('subscription.unreadDays.would', { count: dryRun.data })
  return (
    <Select
      label={t('subscription.unreadDays.label')}
      hint={hint}
      value={value === null ? (mayInherit ? 'folder' : '0') : String(value)}
      choices={[
        ...(mayInherit ? [{ value: 'folder', label: t('subscription.unreadDays.folder') }] : []),
        ...offered.map((count) => ({
          value: String(count),
          label:
            count === 0 ? t('subscription.unreadDays.always') : t('subscription.unreadDays.days', { count }),
        })),
      ]}
      onChange={(choice) =>
        onChange(choice === 'folder' || (choice === '0' && !mayInherit) ? null : Number(choice))
      }
    />
  )
}
