import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { errorMessage } from '../../../features/shared/error-message/index.ts'
import { Notice, SkeletonText, useTranslation } from '../../../ui/index.ts'
import type { DifferenceRow } from './line-difference.ts'
import { differenceFx } from './update-difference.ts'

/** Rows that are shown; more would take long to draw, and nobody reads them. */
const MAX_ROWS = 500

type DifferenceProps = {
  readonly plugin: string
  /** Of the version that was found. */
  readonly hash: string
}

/** How the code of the version that was found differs from the installed one; loaded when it is opened. */
export function CodeDifference({ plugin, hash }: DifferenceProps) {
  const { t } = useTranslation(['app', 'errors'])
  const load = useUnit(differenceFx)
  const [isOpen, setOpen] = useState(false)
  const { data, error, isLoading } = useQuery({
    queryKey: ['plugin', 'difference', plugin, hash],
    queryFn: () => load(plugin),
    enabled: isOpen,
    retry: false,
  })
  return (
    <details className="plugin-difference" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('plugin.update.difference')}</summary>
      {isLoading && <SkeletonText />}
      {error && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
      {data && data.to !== hash && <Notice tone="warning">{t('plugin.update.changedSince')}</Notice>}
      {data?.to === hash && <Rows rows={data.rows} />}
    </details>
  )
}

function Rows({ rows }: { readonly rows: readonly DifferenceRow[] }) {
  const { t } = useTranslation('app')
  if (rows.length === 0) return <p>{t('plugin.update.sameCode')}</p>
  return (
    <>
      <pre className="plugin-difference-rows">
        {rows.slice(0, MAX_ROWS).map((row, at) => (
          <Row key={at} row={row} />
        ))}
      </pre>
      {rows.length > MAX_ROWS && <p>{t('plugin.update.moreRows', { count: rows.length - MAX_ROWS })}</p>}
    </>
  )
}

function Row({ row }: { readonly row: DifferenceRow }) {
  const { t } = useTranslation('app')
  switch (row.kind) {
    case 'gap':
      return <div className="plugin-difference-gap">{t('plugin.update.unchanged', { count: row.count })}</div>
    case 'added':
      return <ins>{`+ ${row.text}`}</ins>
    case 'removed':
      return <del>{`- ${row.text}`}</del>
    case 'same':
      return <div>{`  ${row.text}`}</div>
  }
}
