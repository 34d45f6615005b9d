import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { useCurrentMinute } from '../../ui/index.ts'
import { useFeedRows } from '../settings/index.ts'
import { judgeFeeds } from '../../model/audit/index.ts'

/** The findings over all subscribed feeds, from the server's figures and the entries in this browser. */
export function useAudit() {
  const services = useUnit($services)
  const now = useCurrentMinute()
  const { rows, isPending, failed, retry } = useFeedRows()
  const stored = useQuery({
    queryKey: ['audit', 'statistics'],
    queryFn: () => services.local.call('feeds.statistics'),
    // Reading goes on in other tabs and panes.
    staleTime: 0,
    networkMode: 'always',
  })
  const statistics = stored.data?.feeds ?? {}
  return {
    findings: stored.data ? judgeFeeds(rows, statistics, stored.data.shared, now) : [],
    statistics,
    titles: new Map(rows.map(({ feedId, title }) => [feedId, title])),
    feedCount: rows.length,
    isPending: isPending || stored.isPending,
    serverFailed: failed,
    localError: stored.error,
    retry: () => {
      retry()
      void stored.refetch()
    },
  }
}
