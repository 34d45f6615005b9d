import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $online } from '../../model/network/index.ts'
import { $services } from '../../model/services.ts'
import { $session } from '../../model/session/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { storedQuery, USERS_STALE_MS } from '../../model/query-client.ts'
import { Avatar, Button, IconButton, useTranslation } from '../../ui/index.ts'

const FACES = 8
/** ms that an entry is open before its readers are requested: paging through the list requests nothing. */
const DELAY_MS = 1500

/** Who has read this entry lately, unless the setting hides them. */
export function RecentReaders({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { services, appearance, online, session } = useUnit({
    services: $services,
    appearance: $appearance,
    online: $online,
    session: $session,
  })
  const [waitedFor, setWaitedFor] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWaitedFor(id), DELAY_MS)
    return () => clearTimeout(timer)
  }, [id])
  const query = useQuery({
    ...storedQuery,
    queryKey: ['entries', 'readHistories', id],
    queryFn: async () => (await services.api.entries.readHistories({ id, size: FACES + 1 })).data,
    enabled: waitedFor === id && online && session.user !== null && !appearance.hideRecentReader,
    staleTime: USERS_STALE_MS,
  })
  if (appearance.hideRecentReader || !query.data) return null
  const { users, entryReadHistories } = query.data
  const readers = (entryReadHistories?.userIds ?? [])
    .flatMap((userId) => users[userId] ?? [])
    .filter((user) => user.id !== session.user?.id)
    .slice(0, FACES)
  if (readers.length === 0) return null
  return (
    <footer className="entry-readers">
      <Button
        size="small"
        variant="quiet"
        commandId="entry:who-read"
        data-command-args={JSON.stringify({ entries: [id] })}
      >
        {t('reading.recentReaders')}
      </Button>
      <ul>
        {readers.map((user) => {
          const name = user.name ?? user.handle ?? t('reading.unnamedReader')
          return (
            <li key={user.id}>
              <IconButton
                size="small"
                label={name}
                icon={<Avatar src={user.image} name={name} size="small" shape="person" />}
                commandId="profile:open"
                data-command-args={JSON.stringify({ user: user.id })}
              />
            </li>
          )
        })}
      </ul>
    </footer>
  )
}
