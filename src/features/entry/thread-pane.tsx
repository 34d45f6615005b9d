import { createWatch } from 'effector'
import { useQuery } from '@tanstack/react-query'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Output } from '../../contract/calls.ts'
import type { Thread } from '../../contract/threads.ts'
import { safeHref } from '../../core/safe-href.ts'
import { infoNotified } from '../../model/app/index.ts'
import { commentCollapsed, threadStepped } from '../../model/reading/index.ts'
import { $services } from '../../model/services.ts'
import {
  Button,
  SocialIcon,
  EmptyState,
  ErrorState,
  SkeletonText,
  useSettled,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { ThreadComments } from './thread-comments.tsx'
import { ancestorsOf, stepInThread, treeOf, type ThreadStep } from './thread-tree.ts'
import './thread.css'

/** ms that an entry is open before its comments are requested: paging through the list requests nothing. */
const DELAY_MS = 300
const FRESH_MS = 120_000

/** The comments of an entry, beside it. @param entryId null: none is open */
export function ThreadPane({ entryId }: { readonly entryId: string | null }) {
  const { t } = useTranslation(['app', 'common', 'errors'])
  const settled = useSettled(entryId, DELAY_MS)
  const query = useThread(settled)
  const isLoading = entryId !== null && (query.isLoading || settled !== entryId)
  const data = settled === entryId ? query.data : undefined
  return (
    <section
      className="thread entry-scroll"
      tabIndex={0}
      aria-label={t('thread.title')}
      aria-busy={isLoading}
    >
      {isLoading ? (
        <div className="thread-waiting" aria-hidden="true">
          <SkeletonText lines={3} />
          <SkeletonText lines={4} />
          <SkeletonText lines={2} />
        </div>
      ) : query.isError ? (
        <ErrorState
          title={t('thread.failed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      ) : data?.state === 'read' && data.comments.length > 0 ? (
        <Comments key={entryId} thread={data} />
      ) : (
        <Without result={data ?? { state: 'none' }} onRetry={() => void query.refetch()} />
      )}
    </section>
  )
}

type Result = Output<'threads.get'>['data']

/** Fetches the comments, and stores that the user has looked. */
function useThread(entryId: string | null) {
  const { api } = useUnit($services)
  return useQuery({
    queryKey: ['threads', entryId],
    queryFn: async (): Promise<Result> => {
      const { data } = await api.threads.get({ entryId: entryId ?? '' })
      // Where it fails, the comments count as new once more.
      if (data.state === 'read')
        api.threads.see({ entryId: entryId ?? '', at: data.fetchedAt }).catch(() => {})
      return data
    },
    enabled: entryId !== null,
    retry: false,
    staleTime: FRESH_MS,
    // The marks of new comments would vanish under the reader's eyes.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** No comments: none yet, none that can be read, or the reason. */
function Without({ result, onRetry }: { readonly result: Result; readonly onRetry: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const url = result.state === 'none' ? null : result.url
  const page = url && (
    <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
      {t('thread.openPage')}
    </a>
  )
  if (result.state === 'failed')
    return (
      <ErrorState
        title={t('thread.failed')}
        description={t(`thread.reason.${result.reason}`)}
        actions={
          <>
            {result.reason !== 'gone' && <Button onClick={onRetry}>{t('common:action.retry')}</Button>}
            {page}
          </>
        }
      />
    )
  return (
    <EmptyState
      icon={<SocialIcon />}
      title={t(result.state === 'none' ? 'thread.none' : 'thread.empty')}
      description={result.state === 'none' ? t('thread.noneWords') : undefined}
      actions={page}
    />
  )
}

function Comments({ thread }: { readonly thread: Thread }) {
  const { t } = useTranslation('app')
  const list = useRef<HTMLDivElement>(null)
  const roots = useMemo(() => treeOf(thread), [thread])
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const toggle = (id: string) =>
    setCollapsed((ids) =>
      ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]),
    )
  const expandTo = (id: string) => {
    const around = new Set(ancestorsOf(roots, id) ?? [])
    setCollapsed((ids) => {
      const open = [...ids].filter((one) => !around.has(one))
      return open.length < ids.size ? new Set(open) : ids
    })
  }
  useThreadKeys({
    onStep: (step) => {
      const id = stepInThread(roots, current, step)
      if (id === null) return false
      expandTo(id)
      setCurrent(id)
      return true
    },
    onCollapse: () => {
      const id = current ?? roots[0]?.comment.id
      if (id === undefined) return
      setCurrent(id)
      toggle(id)
    },
  })
  useEffect(() => {
    const element = list.current?.querySelector<HTMLElement>('[data-comment][aria-current]')
    if (!element || element.contains(document.activeElement)) return
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
  }, [current])
  const newCount = roots.reduce((sum, root) => sum + root.newCount + (root.isNew ? 1 : 0), 0)
  return (
    <>
      <header className="thread-head">
        <h2>{t('thread.count', { count: Math.max(thread.total, thread.comments.length) })}</h2>
        {newCount > 0 && <span className="thread-new">{t('thread.new', { count: newCount })}</span>}
        {thread.url && (
          <a href={safeHref(thread.url)} target="_blank" rel="noopener noreferrer">
            {t(`thread.service.${thread.service}`)}
          </a>
        )}
      </header>
      <ThreadComments
        ref={list}
        roots={roots}
        collapsed={collapsed}
        current={current}
        onToggle={toggle}
        onFocus={setCurrent}
      />
      {thread.total > thread.comments.length && (
        <p className="thread-cut">{t('thread.cut', { count: thread.comments.length })}</p>
      )}
    </>
  )
}

type ThreadKeys = { readonly onStep: (step: ThreadStep) => boolean; readonly onCollapse: () => void }

/** The commands of the thread. */
function useThreadKeys(keys: ThreadKeys): void {
  const scope = useProvidedScope()
  const inform = useUnit(infoNotified)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!scope) return
    const stops = [
      createWatch({
        unit: threadStepped,
        scope,
        fn: (step) => {
          if (!latest.current.onStep(step))
            inform({ key: step.of === 'new' ? 'app:thread.noNew' : 'app:thread.noMore' })
        },
      }),
      createWatch({ unit: commentCollapsed, scope, fn: () => latest.current.onCollapse() }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scope, inform])
}
